import { formatAgo, formatDay } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/use.ts'
import type { OutputOf } from '#kit/contract/endpoint.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Icon } from '#ui/Icon.tsx'
import { devices } from '#ui/icons.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toasts.ts'
import { accountsContract } from '../../contract.ts'
import { t } from '../texts.ts'
import css from './SessionsDialog.module.css'

type Session = OutputOf<typeof accountsContract.listSessions>[number]

/** Lists sessions, with a button to end all others. */
export function SessionsDialog({ close }: CloseProps) {
  const sessions = useRead(accountsContract.listSessions, {})
  const end = useChange(accountsContract.endOtherSessions)
  const others = sessions.data?.filter((session) => !session.is_current).length ?? 0
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
      <Loaded read={sessions} skeleton={<ListSkeleton />} failed={t('sessions.failed')}>
        {(list) => (
          <ul className={css.list}>
            {list.map((session) => (
              <Place key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      <DialogActions>
        <Button kind="danger" busy={end.isPending} disabled={others === 0} onClick={endOthers}>
          {t('sessions.end')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Place({ session }: { session: Session }) {
  const { browser, system } = parseUserAgent(session.user_agent)
  return (
    <li className={css.place}>
      <Icon of={devices} className={css.icon} />
      <span>
        <span className={css.name}>
          {browser && system ? t('sessions.on', { browser, system }) : (browser ?? system ?? t('sessions.unknown'))}
        </span>
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
    <SkeletonBlock height={44} />
    <SkeletonBlock height={44} />
  </Skeleton>
)

/** Browser names; derived browsers come before their base. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bTizen\b/, 'Tizen'],
  [/\bWeb0S\b|\bwebOS\b/i, 'webOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const find = (names: readonly [RegExp, string][], text: string) => names.find(([shape]) => shape.test(text))?.[1]

/** Parses browser and system from a `User-Agent` header. */
export const parseUserAgent = (userAgent: string): { browser: string | undefined; system: string | undefined } => ({
  browser: find(browsers, userAgent),
  system: find(systems, userAgent),
})
