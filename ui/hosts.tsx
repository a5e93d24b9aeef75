import { Suspense, useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { warningCircleFill, x } from './icons.ts'
import { t } from './texts.ts'
import { type Toast, runToastAction, announcement, dismissToast, toast, toasts } from './toasts.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { lazily } from './lazily.ts'
import { menus } from './menus.ts'
import { DialogContext, dialogs } from './dialogs.ts'
import { offers, overlays } from './drag/elements.ts'
import css from './hosts.module.css'

/** A separate chunk, because it imports the code of dialogs, which isn't needed before the first dialog. */
const FailedDialog = lazily(() => import('./FailedDialog.tsx').then((module) => module.FailedDialog))

/** Renders all open dialogs. Used once per page. A dialog that crashes shows an error, and the page remains usable. */
export function DialogHost() {
  return dialogs.use().map((dialog) => (
    <DialogContext key={dialog.id} value={dialog}>
      <Suspense>
        <ErrorBoundary fallback={(retry) => <FailedDialog onAgain={retry} onClose={dialog.close} />}>{dialog.element}</ErrorBoundary>
      </Suspense>
    </DialogContext>
  ))
}

const MenuPopup = lazily(() => import('./MenuPopup.tsx').then((module) => module.MenuPopup))

/** Renders the open menu. Used once per page. The code of menus loads with the first menu. */
export function MenuHost() {
  const menu = menus.use()
  if (!menu) return null
  return (
    <ErrorBoundary key={menu.id} fallback={noMenu}>
      <Suspense>
        <MenuPopup {...menu} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Rendered if the menu's code failed to load. Opening a menu again retries. */
function NoMenu() {
  // An effect, because this component renders nothing and shows a toast instead.
  useEffect(() => {
    toast(t('load.failed'), { warning: true })
    menus.set(null)
  }, [])
  return null
}
const noMenu = () => <NoMenu />

const toastsRef = overlays.ref('toasts')
const offerRef = offers.ref(undefined)

/** Toasts are shown for this long in ms, which is enough to undo. The time stops while a toast is hovered or focused. */
const toastMs = 10_000

/** Renders toasts, and the texts that screen readers announce. Used once per page. */
export function ToastHost() {
  const now = toasts.use()
  const announced = announcement.use()
  return (
    <>
      <div ref={toastsRef} className={css.host} aria-live="polite" aria-relevant="additions" data-toasts="">
        {now.map((toast) => (
          <ToastView key={toast.id} toast={toast} />
        ))}
      </div>
      <output className={css.unseen}>
        {/* A new element each time, because screen readers don't announce text that doesn't change. */}
        <span key={announced.turn}>{announced.text}</span>
      </output>
    </>
  )
}

function ToastView({ toast }: { toast: Toast }) {
  const [isHovered, setIsHovered] = useState(false)
  useEffect(() => {
    if (isHovered || toast.isPersistent) return
    const timer = setTimeout(() => dismissToast(toast.id), toastMs)
    return () => clearTimeout(timer)
  }, [isHovered, toast])
  const hold = () => setIsHovered(true)
  const release = () => setIsHovered(false)
  return (
    <div
      className={css.toast}
      data-lasting={toast.isPersistent}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {toast.warning && <Icon icon={warningCircleFill} size={20} className={css.warning} />}
      <span>{toast.text}</span>
      {toast.action && (
        <Button ref={offerRef} kind="undo" size="s" onClick={() => runToastAction(toast)}>
          {toast.action.name}
        </Button>
      )}
      {(toast.isPersistent || !toast.action) && (
        <IconButton icon={x} iconSize={20} label={t('toast.dismiss')} onClick={() => dismissToast(toast.id)} />
      )}
    </div>
  )
}
