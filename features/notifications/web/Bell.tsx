import { useEffect, useRef } from 'react'
import { useRead } from '#kit/web/read.ts'
import { openDialog } from '#ui/dialogs.ts'
import { Icon } from '#ui/Icon.tsx'
import { bell } from '#ui/icons.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { announce } from '#ui/toasts.ts'
import { maxUnread } from '../limits.ts'
import { type Notification, notificationsContract } from '../contract.ts'
import { openPanel } from './panel.ts'
import { t } from './texts.ts'
import css from './Bell.module.css'

let latestAnnounced: string | undefined

/**
 * Announces a new notification to screen readers, only once if there are several bells. Ignores notifications from before the page loaded.
 */
function announceLatest(first: Pick<Notification, 'created_at' | 'read_at' | 'text'> | undefined): void {
  const isNew = latestAnnounced !== undefined && first !== undefined && first.read_at === null && first.created_at > latestAnnounced
  latestAnnounced = first?.created_at ?? latestAnnounced ?? ''
  if (isNew) announce(t('bell.new', { text: first.text }))
}

/** Minimum width in px for a panel beside the page. */
const panelWidthPx = 700
const firstNotifications = { query: { limit: 20 } }

/** The bell in every screen's header, with the unread count. */
export function Bell() {
  const { data } = useRead(notificationsContract.listNotifications, firstNotifications)
  const unread = data?.unread ?? 0
  const number = unread >= maxUnread ? `${maxUnread - 1}+` : String(unread)
  const first = data?.data[0]

  // An effect, because announcing isn't part of rendering.
  useEffect(() => {
    if (data) announceLatest(first)
  }, [data, first])

  const button = useRef<HTMLButtonElement>(null)
  const open = () => {
    const isWide = (overlayContainer.get()?.clientWidth ?? 0) >= panelWidthPx
    if (isWide && button.current) openPanel(button.current)
    else void openDialog(() => import('./NotificationsSheet.tsx').then((module) => module.NotificationsSheet), {})
  }
  const label = unread > 0 ? t('bell.unread', { count: unread, number }) : t('bell.label')
  return (
    <button ref={button} type="button" className={css.bell} aria-label={label} title={label} aria-haspopup="dialog" onClick={open}>
      <Icon icon={bell} size={24} />
      {unread > 0 && (
        <span className={css.number} aria-hidden="true">
          {number}
        </span>
      )}
    </button>
  )
}
