import { type FormEvent, useState } from 'react'
import { Alert } from '#ui/Alert.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { sealCheckFill } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { Screen } from '#shell/Screen.tsx'
import css from '../entry/form.module.css'
import { NewPasswordFields, HiddenUsernameField } from '../NewPasswordFields.tsx'
import settings from '../settings/settings.module.css'
import { t } from '../texts.ts'
import { type PasswordReset, usePasswordReset } from './usePasswordReset.ts'

/** How long the success message shows, in ms. */
const successMs = 2000

/** A screen in which the user resets the password. */
export function ResetScreen({ reset }: { reset: PasswordReset }) {
  const go = useGo()
  const [isDone, setIsDone] = useState(false)
  const form = usePasswordReset(() => {
    setIsDone(true)
    setTimeout(() => go(paths.settings(), { replace: true }), successMs)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.busy) form.send(reset)
  }
  return (
    <Screen tab="none" title={t('reset.title')} back={paths.settings()}>
      <div aria-live="polite">
        {isDone ? (
          <StateMessage title={t('reset.done')} picture={<Icon icon={sealCheckFill} size={88} />}>
            <ButtonLink href={paths.settings()}>{t('settings.title')}</ButtonLink>
          </StateMessage>
        ) : (
          <div className={settings.column}>
            <form className={css.form} onSubmit={submit} noValidate>
              <p className={settings.quiet}>{t('reset.text')}</p>
              <HiddenUsernameField email={reset.email} />
              <NewPasswordFields {...form.fields} />
              {form.problem && <Alert>{form.problem}</Alert>}
              <Button type="submit" kind="accent" wide busy={form.busy} disabled={form.disabled}>
                {t('reset.submit')}
              </Button>
            </form>
          </div>
        )}
      </div>
    </Screen>
  )
}
