import { unshownErrors } from '#kit/web/problems.ts'
import { clearTokens } from '#kit/web/session.ts'
import { useChange } from '#kit/web/change.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { useDesktop } from '#shell/useDesktop.ts'
import { accountsContract } from '../../contract.ts'
import css from '../entry/form.module.css'
import { openForgotPassword } from '../password/forgot.ts'
import { joinSentences } from '../FormErrorAlert.tsx'
import { t } from '../texts.ts'
import settings from './settings.module.css'

/** After an email about a changed password: logs out everywhere and leads to a new password. */
export function EndSessionsScreen({ token }: { token: string }) {
  const end = useChange(accountsContract.endSessions)
  const onDesktop = useDesktop()
  return (
    <Screen tab="none" title={t('sessions.by_mail.title')} back={paths.settings()}>
      <div className={settings.column}>
        {end.isSuccess ? (
          <div className={css.form}>
            <Alert kind="note">
              <p>{joinSentences([t('sessions.by_mail.done')])}</p>
              <p>{t('sessions.by_mail.next')}</p>
            </Alert>
            <Button kind="accent" wide onClick={() => void openForgotPassword(onDesktop ? 'link' : 'code', '')}>
              {t('sessions.by_mail.set')}
            </Button>
          </div>
        ) : (
          <div className={css.form}>
            <p className={settings.quiet}>{t('sessions.by_mail.text')}</p>
            {end.error && <Alert>{joinSentences([t('sessions.by_mail.failed'), ...unshownErrors(end.error, [])])}</Alert>}
            <Button kind="accent" wide busy={end.isPending} onClick={() => end.mutate({ body: { token } }, { onSuccess: clearTokens })}>
              {t('sessions.by_mail.action')}
            </Button>
          </div>
        )}
      </div>
    </Screen>
  )
}
