import { type DragEvent, useContext, useEffect, useEffectEvent, useState } from 'react'
import { dialogs, DialogContext } from '../dialogs.ts'

interface Offers {
  onFile: (file: File) => void
  /** Called with the URL of a picture that was dragged from another page. Undefined: URLs are ignored. */
  onAddress: ((address: string) => void) | undefined
}

const isPicture = ({ type }: { type: string }) => type.startsWith('image/')

/** Returns true if a drag contains a file or the URL of a picture. */
const isAccepted = (data: DataTransfer, acceptsAddress: boolean) =>
  data.types.includes('Files') || (acceptsAddress && data.types.includes('text/uri-list'))

/** Accepts pictures that are dropped on an element, or pasted while it is in use. Spread `props` on the element. */
export function usePictureDropAndPaste({ onFile, onAddress }: Offers) {
  const dialog = useContext(DialogContext)
  const [isOver, setIsOver] = useState(false)

  const paste = useEffectEvent((event: ClipboardEvent) => {
    // Ignores pasted pictures while a dialog covers the element. If the clipboard also has text, as from a word processor, the text is
    // pasted.
    const topDialog = dialogs.get().findLast(({ open }) => open)?.id
    const data = event.clipboardData
    if (event.defaultPrevented || !data || topDialog !== dialog?.id || data.types.includes('text/plain')) return
    const file = [...data.files].find(isPicture)
    if (!file) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event)
    // Keeps the browser from opening a file that is dropped beside the element, because the form would be lost.
    const allowDrop = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    document.addEventListener('dragover', allowDrop)
    document.addEventListener('drop', allowDrop)
    return () => {
      document.removeEventListener('paste', onPaste)
      document.removeEventListener('dragover', allowDrop)
      document.removeEventListener('drop', allowDrop)
    }
  }, [])

  const onDragOver = (event: DragEvent<HTMLElement>) => {
    if (!isAccepted(event.dataTransfer, onAddress !== undefined)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  return {
    isOver,
    props: {
      onDragEnter: onDragOver,
      onDragOver: onDragOver,
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        setIsOver(false)
        if (!isAccepted(event.dataTransfer, onAddress !== undefined)) return
        event.preventDefault()
        const { files } = event.dataTransfer
        const file = [...files].find(isPicture) ?? files[0]
        // In `text/uri-list`, lines that begin with # are comments.
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
