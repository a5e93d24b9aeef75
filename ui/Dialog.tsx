import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import css from './Dialog.module.css'
import { dialogs, DialogContext, markAppeared } from './dialogs.ts'
import { mergeRefs, overlays } from './drag/elements.ts'
import { dialogActions } from './drag/late-elements.ts'
import { IconButton } from './IconButton.tsx'
import { x } from './icons.ts'
import { overlayContainer } from './overlay-container.ts'
import { t } from './texts.ts'
import { useSwipeDown } from './useSwipeDown.ts'

const sheetRef = overlays.ref('sheet')

export interface DialogProps {
  title: string
  /** Description under the title. */
  text?: ReactNode
  /** Maximum width: 420, 560 or 760 px. */
  width?: 's' | 'm' | 'l' | undefined
  /** If true, fills the screen of a phone. The children then render the heading, and their first field gets the focus. */
  isScreen?: boolean | undefined
  /** For long texts: the focus starts at the top, not at the first control. */
  isForReading?: boolean | undefined
  /** If true, the dialog stays rendered after it is closed, so that it handles the response of its call. */
  isBusy?: boolean
  children?: ReactNode
}

/**
 * A dialog opened by `openDialog`: a sheet on phones, centred on wider screens. Holds the focus, and returns it when it closes. Escape, the
 * cross and a press outside close it.
 */
export function Dialog({ title, text, width = 'm', isScreen = false, isForReading = false, isBusy = false, children }: DialogProps) {
  const dialog = useContext(DialogContext)
  const popup = useRef<HTMLDivElement>(null)
  const { pulled, handle } = useSwipeDown(() => dialog?.dismiss())
  const id = dialog?.id
  useEffect(() => (id === undefined ? undefined : markAppeared(id)), [id])
  const [hasClosed, setHasClosed] = useState(false)
  useEffect(() => {
    if (hasClosed && !isBusy) dialogs.set((now) => now.filter((item) => item.id !== id))
  }, [hasClosed, isBusy, id])
  if (!dialog) throw new Error('A dialog is opened with openDialog')
  return (
    <Base.Root
      open={dialog.open}
      onOpenChange={(open, { reason }) => !open && !(reason === 'outside-press' && isSettling(popup.current)) && dialog.dismiss()}
      onOpenChangeComplete={(open) => !open && setHasClosed(true)}
    >
      <Base.Portal container={overlayContainer.get()} keepMounted={isBusy || hasClosed}>
        <Base.Backdrop className={css.backdrop} />
        <Base.Viewport className={css.viewport}>
          <Base.Popup
            ref={mergeRefs(popup, sheetRef)}
            className={cx(css.popup, css[width], isScreen && css.screen)}
            data-sheet=""
            style={pulled === undefined ? undefined : { transform: `translateY(${pulled}px)`, transition: 'none' }}
            initialFocus={() =>
              isScreen ? (popup.current?.querySelector('input') ?? true) : isForReading ? popup.current : firstControl(popup.current)
            }
          >
            {isScreen ? (
              <Base.Title className={css.unseen}>{title}</Base.Title>
            ) : (
              <div className={css.head} {...handle}>
                <Base.Title className={css.title}>{title}</Base.Title>
                <Base.Close render={<IconButton icon={x} label={t('dialog.close')} />} />
              </div>
            )}
            {text && <Base.Description className={css.text}>{text}</Base.Description>}
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Whether the dialog has just appeared. It then ignores presses, because people may press its opener twice. */
const isSettling = (popup: HTMLElement | null) => popup !== null && getComputedStyle(popup).pointerEvents === 'none'

/** Returns the first field, or else the first action. On touch devices, returns the sheet, so that no on-screen keyboard covers it. */
function firstControl(popup: HTMLElement | null): HTMLElement | null {
  if (window.matchMedia('(hover: none)').matches) return popup
  return (
    popup?.querySelector<HTMLElement>('input:not([type=hidden], [type=file], [readonly]), textarea, select') ??
    (popup && dialogActions.in(popup)[0]?.element.querySelector<HTMLElement>('button, a')) ??
    popup
  )
}

/** A ref for the container of a dialog's buttons, so that the dialog finds its first action. */
export const actionsRef = dialogActions.ref(undefined)

/** The dialog's buttons, with the main action last. They remain visible while the content scrolls. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div ref={actionsRef} className={css.actions}>
    {children}
  </div>
)
