import { useChange } from '#kit/web/change.ts'
import { formatAgo } from '#kit/web/format-date.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toasts.ts'
import { deviceName } from '#features/accounts/web/settings/device-name.ts'
import { type OperatorUser, operatorContract } from '../contract.ts'
import css from './operator.module.css'
import { t } from './texts.ts'

/** The sessions of a user, which an operator can end. */
export function Sessions({ user: { id, sessions } }: { user: OperatorUser }) {
  const end = useChange(operatorContract.endSessionsOfUser)
  const { message } = formErrors(end.error)
  return (
    <section className={css.card} aria-labelledby="sessions">
      <h2 id="sessions" className={css.title}>
        {t('user.sessions')}
      </h2>
      {sessions.length === 0 ? (
        <p className={css.quiet}>{t('user.no_sessions')}</p>
      ) : (
        <>
          <ul className={css.part}>
            {sessions.map((session) => (
              <li key={session.id} className={css.words}>
                <span title={session.user_agent}>{deviceName(session.user_agent) ?? session.user_agent}</span>
                <small className={css.quiet}>{t('users.seen', { ago: formatAgo(session.last_seen_at) })}</small>
              </li>
            ))}
          </ul>
          <div className={css.buttons}>
            <Button
              size="s"
              kind="danger"
              busy={end.isPending}
              onClick={() => end.mutate({ params: { id } }, { onSuccess: () => toast(t('user.sessions_ended')) })}
            >
              {t('user.end_sessions')}
            </Button>
          </div>
        </>
      )}
      {message && <Alert>{message}</Alert>}
    </section>
  )
}
