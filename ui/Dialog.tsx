import { Dialog as Base } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import css from './Dialog.module.css'
import { dialogs, guardDialog, mayDiscard, ThisDialog } from './dialogs.ts'
import { IconButton } from './IconButton.tsx'
import { x } from './icons.ts'
import { layer } from './layer.ts'
import { t } from './texts.ts'
import { markUnsaved } from './unsaved.ts'
import { useSwipeDown } from './useSwipeDown.ts'

interface DialogProps {
  title: string
  /** A sentence under the title. */
  text?: ReactNode
  /** Of the panel, where there is room for one: 420, 560 or 760 px. */
  width?: 's' | 'm' | 'l' | undefined
  children?: ReactNode
}

/**
 * A dialog of `openDialog`: from below on a phone, in the middle where there is room. The focus goes in, stays in and
 * comes back; Escape, the cross and a press outside close it.
 */
export function Dialog({ title, text, width = 'm', children }: DialogProps) {
  const dialog = useContext(ThisDialog)
  const popup = useRef<HTMLDivElement>(null)
  const { pulled, handle } = useSwipeDown(() => dialog?.dismiss())
  if (!dialog) throw new Error('A dialog is opened with openDialog')
  const leave = () => dialogs.set((now) => now.filter(({ id }) => id !== dialog.id))
  return (
    <Base.Root open={dialog.open} onOpenChange={(open) => !open && dialog.dismiss()} onOpenChangeComplete={(open) => !open && leave()}>
      <Base.Portal container={layer.get()}>
        <Base.Backdrop className={css.backdrop} />
        <Base.Viewport className={css.viewport}>
          <Base.Popup
            ref={popup}
            className={cx(css.popup, css[width])}
            data-sheet=""
            style={pulled === undefined ? undefined : { transform: `translateY(${pulled}px)`, transition: 'none' }}
            initialFocus={() => firstControl(popup.current)}
          >
            <div className={css.head} {...handle}>
              <Base.Title className={css.title}>{title}</Base.Title>
              <Base.Close render={<IconButton icon={x} label={t('dialog.close')} />} />
            </div>
            {text && <Base.Description className={css.text}>{text}</Base.Description>}
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * A form starts in its first field, not at the cross; a dialog without fields, at its first action. Where there is no pointer
 * that hovers, a keyboard would come up over the sheet: there it starts at the sheet itself.
 */
function firstControl(popup: HTMLElement | null): HTMLElement | null {
  if (window.matchMedia('(hover: none)').matches) return popup
  return (
    popup?.querySelector<HTMLElement>('input:not([type=hidden], [type=file], [readonly]), textarea, select') ??
    popup?.querySelector<HTMLElement>('[data-actions] button, [data-actions] a') ??
    popup
  )
}

/** The buttons at the foot of a dialog, the one that acts last. They stay in sight when the rest scrolls. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={css.actions} data-actions="">
    {children}
  </div>
)

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
}

/**
 * A dialog that is a form. It cannot forget to show that it is busy or what went wrong, and what was typed is not lost: a
 * refusal leaves it as it is, and leaving it asks first.
 */
export function FormDialog({ submit, onSubmit, busy, error, disabled, aside, foot, filled = false, children, ...dialog }: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(false)
  const { id, open } = useContext(ThisDialog) ?? {}
  const changed = (typed || filled) && open === true

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
