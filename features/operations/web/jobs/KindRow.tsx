import { formatNumber } from '#kit/web/format.ts'
import { formatAgo } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { confirm } from '#ui/confirm.ts'
import { arrowClockwise, pauseFill, playFill } from '#ui/icons.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuRow } from '#ui/menus.ts'
import { toast } from '#ui/toasts.ts'
import { cx } from '#ui/cx.ts'
import { operationsContract } from '../../contract.ts'
import type { JobKind } from '../../contract/jobs.ts'
import { limits } from '../../rules.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'
import { filterHref } from './address.ts'

const countText = (count: number) => (count >= limits.count ? t('jobs.at_least', { count: formatNumber(count) }) : formatNumber(count))

/** A kind of jobs, with its counts and actions. @param isAlone whether the page shows only this kind, with its jobs below */
export function KindRow({ kind: listedKind, isAlone = false }: { kind: JobKind; isAlone?: boolean }) {
  const { kind, title, dead, paused_at: pausedAt, due_since: dueSince, next_at: nextAt } = listedKind
  const update = useChange(operationsContract.updateJobKind)
  const retry = useChange(operationsContract.retryJobKind)
  const { message } = formErrors(update.error ?? retry.error)
  const params = { kind }

  async function pause() {
    const question = { title: t('jobs.pause_ask', { name: title }), text: t('jobs.pause_text'), action: t('jobs.pause') }
    if (!(await confirm(question))) return
    update.mutate({ params, body: { is_paused: true } }, { onSuccess: () => toast(t('jobs.paused_toast', { name: title })) })
  }
  const resume = () =>
    update.mutate({ params, body: { is_paused: false } }, { onSuccess: () => toast(t('jobs.resumed_toast', { name: title })) })
  async function retryAll() {
    const text = t(pausedAt === null ? 'jobs.retry_all_text' : 'jobs.retry_all_paused', { count: dead })
    if (await confirm({ title: t('jobs.retry_all_ask', { name: title }), text, action: t('jobs.retry') }))
      retry.mutate(
        { params },
        { onSuccess: ({ count }) => toast(t(pausedAt === null ? 'jobs.retried_all' : 'jobs.retry_all_paused', { count })) },
      )
  }
  const rows = (): MenuRow[] => [
    pausedAt === null
      ? { id: 'pause', section: 'edit', name: t('jobs.pause'), icon: pauseFill, perform: () => void pause() }
      : { id: 'resume', section: 'edit', name: t('jobs.resume'), icon: playFill, perform: resume },
    ...(dead > 0
      ? [{ id: 'retry', section: 'edit', name: t('jobs.retry_all'), icon: arrowClockwise, perform: () => void retryAll() }]
      : []),
  ]
  const counts = (['dead', 'active', 'waiting'] as const)
    .filter((state) => listedKind[state] > 0)
    .map((state) => t(`jobs.count.${state}`, { count: countText(listedKind[state]) }))
  const times = [
    pausedAt !== null && t('jobs.paused', { when: formatAgo(pausedAt) }),
    dueSince !== null && t('jobs.due', { when: formatAgo(dueSince) }),
    nextAt !== null && pausedAt === null && t('jobs.next', { when: formatAgo(nextAt) }),
  ]
  const Heading = isAlone ? 'h2' : 'h3'
  return (
    <li className={css.row}>
      <div className={css.words}>
        <Heading className={css.name}>
          {isAlone ? (
            title
          ) : (
            <a className={css.opens} href={filterHref({ kind, state: firstState(listedKind) })}>
              {title}
            </a>
          )}
        </Heading>
        <p className={cx(css.quiet, (dead > 0 || pausedAt !== null) && css.warn)}>
          {[...counts, ...times].filter(Boolean).join(' · ') || t('jobs.on_demand')}
        </p>
        {message !== undefined && <Alert>{message}</Alert>}
      </div>
      <MenuButton label={t('jobs.menu', { name: title })} menu={{ label: title, rows }} />
    </li>
  )
}

const firstState = ({ dead, active, waiting }: JobKind) => (dead > 0 ? 'dead' : active > 0 ? 'active' : waiting > 0 ? 'waiting' : 'dead')
