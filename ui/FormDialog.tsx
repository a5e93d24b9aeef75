import { type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { mayDiscard } from './confirm.ts'
import { Dialog, DialogActions, type DialogProps } from './Dialog.tsx'
import css from './Dialog.module.css'
import { guardDialog, ThisDialog } from './dialogs.ts'
import { markUnsaved } from './unsaved.ts'

interface FormDialogProps extends DialogProps {
  /** What sending it does, in words: "Add to Sleeper cars". */
  submit: string
  onSubmit: (form: FormData) => void
  busy: boolean
  /** What is wrong with it as a whole. */
  error?: string | undefined
  /** It cannot be sent as it stands. */
  disabled?: boolean | undefined
  /** Before the button that sends: cancel, upload. */
  aside?: ReactNode
  /** A line under the buttons. */
  foot?: ReactNode
  /** Something is in it that came without typing in a field: a paste that was made into a list. */
  filled?: boolean
  /** Whether leaving loses anything, where the dialog knows better than by what was typed: one that stays open once it is saved. */
  unsaved?: boolean
}

/**
 * A dialog that is a form. It cannot forget to show that it is busy or what went wrong, and what was typed is not lost: a
 * refusal leaves it as it is, and leaving it asks first.
 */
export function FormDialog({
  submit,
  onSubmit,
  busy,
  error,
  disabled,
  aside,
  foot,
  filled = false,
  unsaved,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(false)
  const { id, open } = useContext(ThisDialog) ?? {}
  const changed = (unsaved ?? (typed || filled)) && open === true

  // Other ways out than those of the page: the dialog's own, and the browser's.
  useEffect(() => (id !== undefined && changed ? guardDialog(id, mayDiscard) : undefined), [id, changed])
  useEffect(() => (changed ? markUnsaved() : undefined), [changed])

  // What is wrong is what one goes on with: a field, else what is said of it all.
  useEffect(() => {
    if (busy) return
    const wrong = ['[aria-invalid="true"]', '[role="alert"]'].map((what) => form.current?.querySelector<HTMLElement>(what)).find(Boolean)
    wrong?.focus()
    wrong?.scrollIntoView({ block: 'nearest' })
  }, [busy])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const refused = [...event.currentTarget.elements].find((one) => one instanceof HTMLInputElement && one.validity.customError)
    if (refused) refused.closest('fieldset')?.scrollIntoView({ block: 'nearest' })
    else if (!busy && !disabled) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <Dialog {...dialog}>
      <form ref={form} className={css.form} onSubmit={send} onChange={() => setTyped(true)} noValidate>
        {children}
        {error && <Alert>{error}</Alert>}
        <DialogActions>
          {aside}
          <Button type="submit" kind="accent" busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </DialogActions>
        {foot && <p className={css.foot}>{foot}</p>}
      </form>
    </Dialog>
  )
}
