import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { warningCircleFill, x } from './icons.ts'
import { t } from './texts.ts'
import css from './ToastHost.module.css'
import { actOnToast, announcement, dismissToast, type Toast, toasts } from './toasts.ts'

/** Toast duration in ms, paused while hovered or focused: long enough to undo. */
const toastMs = 10_000

/** Renders toasts and the live regions for announcements; once per page. */
export function ToastHost() {
  const now = toasts.use()
  const said = announcement.use()
  return (
    <>
      <div className={css.host} aria-live="polite" aria-relevant="additions" data-toasts="">
        {now.map((toast) => (
          <ToastView key={toast.id} toast={toast} />
        ))}
      </div>
      <output className={css.unseen}>
        {/* A new element each time: screen readers don't announce unchanged text. */}
        <span key={said.turn}>{said.text}</span>
      </output>
    </>
  )
}

function ToastView({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || toast.lasting) return
    const timer = setTimeout(() => dismissToast(toast.id), toastMs)
    return () => clearTimeout(timer)
  }, [held, toast])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    <div className={css.toast} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      {toast.warning && <Icon of={warningCircleFill} size={20} className={css.warning} />}
      <span>{toast.text}</span>
      {toast.action && (
        <Button kind="undo" size="s" data-offer="" onClick={() => actOnToast(toast)}>
          {toast.action.name}
        </Button>
      )}
      {(toast.lasting || !toast.action) && (
        <IconButton icon={x} iconSize={20} label={t('toast.dismiss')} onClick={() => dismissToast(toast.id)} />
      )}
    </div>
  )
}
