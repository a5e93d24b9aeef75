import { type ReactNode, useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { Button } from './Button.tsx'
import { downloadSimple } from './icons.ts'
import { toast } from './toasts.ts'

interface ExportButtonProps {
  fileName: string
  /** Calls the server with the transport `fetchFile`. */
  load: () => Promise<unknown>
  kind?: 'line'
  size?: 's'
  children: ReactNode
}

/** Downloads a file for which the server needs some time. Shows an error if the server refuses. */
export function ExportButton({ fileName, load, children, ...look }: ExportButtonProps) {
  const [isExporting, setIsExporting] = useState(false)
  async function download() {
    setIsExporting(true)
    try {
      saveFile((await load()) as Blob, fileName)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, { warning: true })
    } finally {
      setIsExporting(false)
    }
  }
  return (
    <Button icon={downloadSimple} busy={isExporting} onClick={() => void download()} {...look}>
      {children}
    </Button>
  )
}
