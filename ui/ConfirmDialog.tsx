import { type ReactNode, useEffect } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import type { CloseProps } from './dialogs.ts'
import { warningCircleFill } from './icons.ts'
import { t } from './texts.ts'

interface ConfirmDialogProps extends CloseProps<boolean> {
  title: string
  text?: ReactNode
  action: string
  cancel?: string | undefined
  /** Closes the dialog when aborted: the question no longer matters. */
  until?: AbortSignal | undefined
}

export function ConfirmDialog({ title, text, action, cancel = t('confirm.cancel'), until, close }: ConfirmDialogProps) {
  useEffect(() => {
    const end = () => close(false)
    if (until?.aborted) end()
    until?.addEventListener('abort', end)
    return () => until?.removeEventListener('abort', end)
  }, [until, close])
  return (
    <Dialog title={title} text={text} width="s">
      <DialogActions>
        <Button onClick={() => close(false)}>{cancel}</Button>
        <Button kind="danger" icon={warningCircleFill} onClick={() => close(true)}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
