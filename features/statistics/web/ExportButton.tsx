import { useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { downloadSimple } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import { t } from './texts.ts'

interface ExportButtonProps {
  fileName: string
  load: () => Promise<unknown>
}

/** Downloads figures as CSV. */
export function ExportButton({ fileName, load }: ExportButtonProps) {
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
    <Button kind="line" icon={downloadSimple} busy={isExporting} onClick={() => void download()}>
      {t('export')}
    </Button>
  )
}
