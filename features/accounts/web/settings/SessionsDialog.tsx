import { formatAgo, formatDay } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import type { OutputOf } from '#kit/contract/endpoint.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Icon } from '#ui/Icon.tsx'
import { devices } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toasts.ts'
import { accountsContract } from '../../contract.ts'
import { t } from '../texts.ts'
import { deviceName } from './device-name.ts'
import css from './SessionsDialog.module.css'

type Session = OutputOf<typeof accountsContract.listSessions>[number]

/** Lists sessions, with a button to end all others. */
export function SessionsDialog({ close }: CloseProps) {
  const sessions = useRead(accountsContract.listSessions, {})
  const end = useChange(accountsContract.endOtherSessions)
  const otherCount = sessions.data?.filter((session) => !session.is_current).length ?? 0
  const endOthers = () =>
    end.mutate(
      {},
      {
        onSuccess: () => {
          toast(t('sessions.ended'))
          close()
        },
        onError: ({ message }) => toast(message, { warning: true }),
      },
    )
  return (
    <Dialog title={t('sessions.title')} text={t('sessions.text')}>
      <LoadedContent read={sessions} skeleton={<ListSkeleton />} failed={t('sessions.failed')}>
        {(list) => (
          <ul className={css.list}>
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </LoadedContent>
      <DialogActions>
        <Button kind="danger" busy={end.isPending} disabled={otherCount === 0} onClick={endOthers}>
          {t('sessions.end')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function SessionRow({ session }: { session: Session }) {
  return (
    <li className={css.place}>
      <Icon icon={devices} className={css.icon} />
      <span>
        <span className={css.name}>{deviceName(session.user_agent) ?? t('sessions.unknown')}</span>
        <small className={css.detail}>
          {session.is_current
            ? t('sessions.here', { day: formatDay(session.created_at) })
            : t('sessions.seen', { ago: formatAgo(session.last_seen_at), day: formatDay(session.created_at) })}
        </small>
      </span>
    </li>
  )
}

const ListSkeleton = () => (
  <Skeleton label={t('sessions.title')}>
    <SkeletonBlock height={60} />
    <SkeletonBlock height={60} />
  </Skeleton>
)
