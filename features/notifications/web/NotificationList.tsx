import { useEffect, useState } from 'react'
import { formatAgo } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { usePages } from '#kit/web/read.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Disc, IconDisc } from '#ui/Disc.tsx'
import { IconLink } from '#ui/IconButton.tsx'
import { bell, gearSix } from '#ui/icons.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { type Notification, notificationsContract } from '../contract.ts'
import css from './NotificationList.module.css'
import { t } from './texts.ts'

/** The notifications, latest first. They are marked as read when shown; new ones stay highlighted until the list closes. */
export function NotificationList({ onLeave }: { onLeave?: () => void }) {
  const pages = usePages(notificationsContract.listNotifications, {})
  const { items } = pages
  const { mutate: markRead } = useChange(notificationsContract.readNotifications)
  const unread = items?.filter(({ read_at }) => read_at === null) ?? []
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  if (unread.some(({ id }) => !fresh.has(id))) setFresh(new Set([...fresh, ...unread.map(({ id }) => id)]))
  const hasUnread = unread.length > 0

  // An effect, because showing the notifications marks them as read.
  useEffect(() => {
    if (hasUnread) markRead({ body: { all: true } })
  }, [hasUnread, markRead])

  return (
    <LoadedContent read={{ ...pages, data: items }} failed={t('list.failed')} skeleton={<ListSkeleton label={t('list.loading')} />}>
      {(notifications) =>
        notifications.length === 0 ? (
          <StateMessage title={t('list.empty.title')} text={t('list.empty.text')} picture={<IconDisc icon={bell} size={88} />}>
            <ButtonLink kind="accent" href={paths.search()} onClick={onLeave}>
              {t('list.empty.look')}
            </ButtonLink>
          </StateMessage>
        ) : (
          <>
            <ul className={css.list} aria-label={t('list.title')}>
              {notifications.map((item) => (
                <NotificationRow key={item.id} notification={item} isNew={fresh.has(item.id)} onLeave={onLeave} />
              ))}
            </ul>
            <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('list.loading')} />} />
          </>
        )
      }
    </LoadedContent>
  )
}

interface RowProps {
  notification: Notification
  /** Whether the notification was unread when loaded. */
  isNew: boolean
  /** Called when the user presses a notification. */
  onLeave: (() => void) | undefined
}

const NotificationRow = ({ notification: { id, text, url, image, created_at }, isNew, onLeave }: RowProps) => (
  <li>
    <a className={cx(css.row, isNew && css.fresh)} href={url} onClick={onLeave}>
      <Disc id={id} name={text} picture={image} size={44} />
      <span className={css.words}>
        <span className={css.text}>{text}</span>
        <time className={css.time} dateTime={created_at}>
          {formatAgo(created_at)}
        </time>
      </span>
      {isNew && (
        <span className={css.mark}>
          <span className={css.spoken}>{t('list.new')}</span>
        </span>
      )}
    </a>
  </li>
)

/** Link to the notification settings. */
export const SettingsLink = ({ withWords = false }: { withWords?: boolean }) => {
  const href = paths.settings({ view: 'notifications' })
  return withWords ? (
    <ButtonLink className={css.settings} icon={gearSix} href={href}>
      {t('settings.title')}
    </ButtonLink>
  ) : (
    <IconLink icon={gearSix} label={t('settings.title')} href={href} />
  )
}
