import { type FormEvent, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { confirm, confirmDiscard } from './confirm.ts'
import { Dialog, DialogActions, type DialogProps } from './Dialog.tsx'
import css from './Dialog.module.css'
import { guardDialog, DialogContext } from './dialogs.ts'
import { refuseInput } from './refuse-input.ts'
import { t } from './texts.ts'
import { toast } from './toasts.ts'
import { markUnsaved } from './unsaved.ts'

interface FormDialogProps extends Omit<DialogProps, 'isBusy'> {
  /** Label of the submit button, such as "Add to Sleeper cars". */
  submit: string
  onSubmit: (form: FormData) => void
  busy: boolean
  /** Error about the form as a whole. */
  error?: string | undefined
  /** True to disable submitting. */
  disabled?: boolean | undefined
  /** Label of a button that closes the form without saving. Asks only while the call runs. */
  cancel?: string | undefined
  /** Shown before these buttons, such as an upload button. */
  aside?: ReactNode
  /** Shown below the buttons: one line. */
  foot?: ReactNode
  /** True if the form has input that wasn't typed, such as a pasted list. */
  filled?: boolean
  /** For dialogs that stay open after saving: true if the form has unsaved changes. By default, the dialog checks this itself. */
  unsaved?: boolean
}

/** Asks before closing a form while its call runs, because the server may carry out the call all the same. */
const confirmWhileSending = (until: AbortSignal) =>
  confirm({
    title: t('form.sending'),
    text: t('form.sending_text'),
    action: t('form.sending_close'),
    cancel: t('form.sending_wait'),
    until,
  })

/** Returns a function for callbacks of a call: whether the dialog of this component is still open. */
export function useIsStillOpen(): () => boolean {
  const dialog = useContext(DialogContext)
  const isOpen = useRef(true)
  useEffect(() => void (isOpen.current = dialog?.open === true), [dialog])
  return () => isOpen.current
}

/**
 * A dialog with a form. It is busy while a call runs. If the server refuses the call, the dialog shows the error and keeps the input. Asks
 * before discarding changes, and before closing while busy. If it is closed all the same, its callbacks run when the response arrives.
 */
export function FormDialog({
  submit,
  onSubmit,
  busy,
  error,
  disabled,
  cancel,
  aside,
  foot,
  filled = false,
  unsaved,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(false)
  const { id, open, dismiss, close } = useContext(DialogContext) ?? {}
  const changed = (unsaved ?? (typed || filled)) && open === true

  // Guards closing the dialog and leaving the site. The router guards pages itself.
  const isGuarded = changed || (busy && open === true)
  useEffect(() => {
    if (id === undefined || !isGuarded) return
    // When the call ends, a question that is still open no longer fits.
    const ending = new AbortController()
    const removeGuard = guardDialog(id, () => (busy ? confirmWhileSending : confirmDiscard)(ending.signal))
    return () => {
      removeGuard()
      ending.abort()
    }
  }, [id, isGuarded, busy])
  useEffect(() => (changed ? markUnsaved() : undefined), [changed])

  // Input typed while the call runs would be lost when the dialog closes.
  useEffect(() => (busy && fields.current ? refuseInput(fields.current) : undefined), [busy])

  // Moves the focus to the first invalid field, or else to the error of the form. If the form has been closed, a toast shows the error.
  const showFailure = useEffectEvent(() => {
    const invalid = ['[aria-invalid="true"]', '[role="alert"]']
      .map((selector) => form.current?.querySelector<HTMLElement>(selector))
      .find(Boolean)
    if (invalid && open === false) toast(error ?? t('form.not_saved', { title: dialog.title }), { warning: true })
    invalid?.focus()
    invalid?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    if (!busy) showFailure()
  }, [busy])

  // `busy` follows in a later task. On a slow device, a second press may come before it.
  const isJustSent = useRef(false)
  const sendOnce = (data: FormData) => {
    if (isJustSent.current) return
    isJustSent.current = true
    setTimeout(() => (isJustSent.current = false))
    onSubmit(data)
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const invalidField = [...event.currentTarget.elements].find(
      (element) => element instanceof HTMLInputElement && element.validity.customError,
    )
    if (invalidField) invalidField.closest('fieldset')?.scrollIntoView({ block: 'nearest' })
    else if (!busy && !disabled) sendOnce(new FormData(event.currentTarget))
  }
  return (
    <Dialog {...dialog} isBusy={busy}>
      <form ref={form} className={css.form} aria-busy={busy || undefined} onSubmit={send} onChange={() => setTyped(true)} noValidate>
        <div ref={fields} className={css.fields}>
          {children}
        </div>
        {error && <Alert>{error}</Alert>}
        <DialogActions>
          {aside}
          {cancel !== undefined && <Button onClick={() => (busy ? dismiss?.() : close?.())}>{cancel}</Button>}
          <Button type="submit" kind="accent" busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </DialogActions>
        {foot && <p className={css.foot}>{foot}</p>}
      </form>
    </Dialog>
  )
}
