import { type DragEvent, useContext, useEffect, useEffectEvent, useState } from 'react'
import { dialogs, ThisDialog } from '../dialogs.ts'

interface Offers {
  onFile: (file: File) => void
  /** A picture was dragged here from a page: its address. Absent: that is not taken. */
  onAddress: ((address: string) => void) | undefined
}

const isPicture = ({ type }: { type: string }) => type.startsWith('image/')

/** A file, whatever it is, or the address of a picture: what else is dragged is somebody else's. */
const isTaken = (data: DataTransfer, takesAddress: boolean) =>
  data.types.includes('Files') || (takesAddress && data.types.includes('text/uri-list'))

/** Pictures that are dropped on a place, or pasted while it is what one is at. `props` go on the place. */
export function useOffered({ onFile, onAddress }: Offers) {
  const dialog = useContext(ThisDialog)
  const [isOver, setIsOver] = useState(false)

  const paste = useEffectEvent((event: ClipboardEvent) => {
    // A dialog covers what lies under it. With a text come pictures of it, from a word processor: then the text is meant.
    const onTop = dialogs.get().findLast(({ open }) => open)?.id
    const data = event.clipboardData
    if (event.defaultPrevented || !data || onTop !== dialog?.id || data.types.includes('text/plain')) return
    const file = [...data.files].find(isPicture)
    if (!file) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event)
    // A file that is dropped beside the place would be opened by the browser, and what was typed lost.
    const hold = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    document.addEventListener('dragover', hold)
    document.addEventListener('drop', hold)
    return () => {
      document.removeEventListener('paste', onPaste)
      document.removeEventListener('dragover', hold)
      document.removeEventListener('drop', hold)
    }
  }, [])

  const over = (event: DragEvent<HTMLElement>) => {
    if (!isTaken(event.dataTransfer, onAddress !== undefined)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  return {
    isOver,
    props: {
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        setIsOver(false)
        if (!isTaken(event.dataTransfer, onAddress !== undefined)) return
        event.preventDefault()
        const { files } = event.dataTransfer
        const file = [...files].find(isPicture) ?? files[0]
        // Comment lines begin with #.
        const [address] = event.dataTransfer
          .getData('text/uri-list')
          .split(/\r?\n/)
          .filter((line) => /^https?:/i.test(line))
        if (file) onFile(file)
        else if (address) onAddress?.(address)
      },
    },
  }
}
