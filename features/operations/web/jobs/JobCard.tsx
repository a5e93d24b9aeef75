import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { formatAgo } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { cx } from '#ui/cx.ts'
import { arrowClockwise, trash, x } from '#ui/icons.ts'
import { Progress } from '#ui/Spinner.tsx'
import { toast } from '#ui/toasts.ts'
import { operationsContract } from '../../contract.ts'
import type { OperatorJob } from '../../contract/jobs.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'

function timeText({ state, run_after: runAfter, finished_at: finishedAt, is_paused: isPaused }: OperatorJob): string {
  if (state === 'waiting' && isPaused) return t('jobs.starts_resumed')
  if (state === 'waiting') return t('jobs.starts', { when: formatAgo(runAfter) })
  return finishedAt === null ? '' : t('jobs.ended', { when: formatAgo(finishedAt) })
}

interface JobCardProps {
  job: OperatorJob
  /** Whether the job has left the list: retried, cancelled or ended. */
  isGone?: boolean
}

/** A job with the reason of its failure. Texts that come from outside are shown as plain text. */
export function JobCard({ job, isGone = false }: JobCardProps) {
  const { id, kind, title, state, attempts, max_attempts: maxAttempts, percent, error, owner, fields, created_at: createdAt } = job
  const retry = useChange(operationsContract.retryJob)
  const cancel = useChange(operationsContract.cancelJob)
  const { message } = formErrors(retry.error ?? cancel.error)
  const when = formatAgo(createdAt)
  const user = owner && (owner.nickname ?? t('jobs.nameless'))

  /** Makes a change and shows the result. If the server refuses, the card shows the reason. */
  async function change<T>(call: Promise<T>, doneText: (answer: T) => string) {
    try {
      toast(doneText(await call))
    } catch {
      // The card shows the reason, in `message`.
    }
  }
  async function confirmAndCancel() {
    const question = {
      title: t(state === 'dead' ? 'jobs.discard_ask' : 'jobs.cancel_ask', { name: title }),
      text: user === null ? t('jobs.cancel_text') : t('jobs.cancel_text_for', { user }),
      action: t(state === 'dead' ? 'jobs.discard' : 'jobs.cancel'),
      cancel: t('jobs.keep'),
    }
    if (await confirm(question))
      await change(cancel.mutateAsync({ params: { id } }), () => t(state === 'dead' ? 'jobs.discarded' : 'jobs.cancelled'))
  }
  return (
    <li className={css.card}>
      <div className={css.words}>
        <h2 className={css.name}>{title}</h2>
        <p className={css.quiet}>
          <span className={cx(state === 'dead' && !isGone && css.warn)}>{isGone ? t('jobs.gone') : t(`jobs.state.${state}`)}</span>
          {' · '}
          {joinWithDots([
            kind,
            attempts > 0 && t('jobs.attempt', { attempt: attempts, most: maxAttempts }),
            t('jobs.sent', { when }),
            timeText(job),
            user !== null && t('jobs.for', { name: user }),
            ...fields.map(({ name, value }) => `${name}: ${value}`),
          ])}
        </p>
      </div>
      {job.is_silent && <Alert kind="note">{t('jobs.silent')}</Alert>}
      {job.is_cancelling && <p className={css.quiet}>{t('jobs.stopping')}</p>}
      {state === 'active' && percent !== null && <Progress label={t('jobs.progress', { name: title })} value={percent / 100} />}
      {error !== null && error !== '' && (
        <p className={css.reason} dir="auto" translate="no">
          {error}
        </p>
      )}
      {message !== undefined && <Alert>{message}</Alert>}
      {(state === 'dead' || state === 'waiting' || state === 'active') && (
        <div className={css.buttons}>
          {state === 'dead' && (
            <Button
              size="s"
              icon={arrowClockwise}
              busy={retry.isPending}
              disabled={isGone}
              aria-label={t('jobs.retry_named', { name: title, when })}
              onClick={() =>
                void change(retry.mutateAsync({ params: { id } }), ({ is_paused: isPaused }) =>
                  t(isPaused ? 'jobs.retried_paused' : 'jobs.retried'),
                )
              }
            >
              {t('jobs.retry')}
            </Button>
          )}
          <Button
            size="s"
            kind="line"
            icon={state === 'dead' ? trash : x}
            busy={cancel.isPending || job.is_cancelling}
            disabled={isGone}
            aria-label={t(state === 'dead' ? 'jobs.discard_named' : 'jobs.cancel_named', { name: title, when })}
            onClick={() => void confirmAndCancel()}
          >
            {t(state === 'dead' ? 'jobs.discard' : 'jobs.cancel')}
          </Button>
        </div>
      )}
    </li>
  )
}
