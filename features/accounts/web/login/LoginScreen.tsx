import { type FormEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { PasswordInput, TextInput } from '#ui/inputs.tsx'
import { useStoredInput } from '#shell/stored-input.ts'
import { paths } from '#shell/paths.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { accountsContract } from '../../contract.ts'
import { isEmail } from '../../rules.ts'
import { CaptchaField } from '../captcha/CaptchaField.tsx'
import { useCaptchaMutation } from '../captcha/useCaptchaMutation.ts'
import css from '../entry/form.module.css'
import { EntryScreen } from '../entry/EntryScreen.tsx'
import { FormErrorAlert } from '../FormErrorAlert.tsx'
import { useRedirectWithSecret, useMailedSecret } from '../emailed-secret.ts'
import { openForgotPassword } from '../password/forgot.ts'
import { WithPasswordReset } from '../password/WithPasswordReset.tsx'
import { logOut, useCompleteLogin } from '../session.ts'
import { loginFormStateKey } from './form-state.ts'
import { t } from '../texts.ts'

interface LoginScreenProps {
  email?: string | undefined
  token?: string | undefined
  verify_url?: string | undefined
  illustration: ReactNode
  /** Default destination after login. */
  start: string
}

/**
 * The login screen. Also opens emailed links: a reset link sets a new password here, a confirmation is forwarded to the settings screen.
 */
export function LoginScreen({ illustration, start, verify_url, ...given }: LoginScreenProps) {
  const reset = useMailedSecret(given, ['email', 'token'], paths.login())
  if (verify_url !== undefined) return <ForwardToConfirmation mailed={{ verify_url }} />
  return (
    <WithPasswordReset reset={reset}>
      <Login illustration={illustration} start={start} />
    </WithPasswordReset>
  )
}

function ForwardToConfirmation({ mailed }: { mailed: Readonly<Record<string, string>> }) {
  useRedirectWithSecret(mailed, paths.settings())
  return null
}

/** Logs out a logged-in visitor first. */
function Login({ illustration, start }: Pick<LoginScreenProps, 'illustration' | 'start'>) {
  // A layout effect, so that the logout precedes all requests of the screen.
  useLayoutEffect(logOut, [])

  return (
    <EntryScreen
      title={t('login.title')}
      explainsReason
      heading={t('login.heading')}
      illustration={illustration}
      claim={t('login.claim')}
      text={t('login.text')}
      foot={t.rich('login.no_account', {
        link: (
          <a key="link" className={css.link} href={paths.register()}>
            {t('login.make_one')}
          </a>
        ),
      })}
    >
      <LoginForm start={start} />
    </EntryScreen>
  )
}

function LoginForm({ start }: { start: string }) {
  const [{ user }, setTyped] = useStoredInput(loginFormStateKey, { user: '' }, (input) => input)
  const [password, setPassword] = useState('')
  const login = useCaptchaMutation(accountsContract.createToken)
  const enter = useCompleteLogin(start)
  const onDesktop = useDesktop()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (login.busy) return
    const tokens = await login.send((captcha) => ({ body: { grant_type: 'password', user, password, captcha } }), user.trim())
    if (tokens) enter(tokens)
  }

  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field label={t('login.user')}>
        <TextInput
          name="user"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={user}
          onChange={({ currentTarget: { value } }) => setTyped(() => ({ user: value }))}
        />
      </Field>
      <Field label={t('password.label')}>
        <PasswordInput name="password" value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
      </Field>
      <CaptchaField captcha={login.captcha} />
      <FormErrorAlert error={login.error} />
      <div className={css.actions}>
        <Button type="submit" kind="accent" className={css.enter} busy={login.busy} disabled={!user.trim() || !password || !login.checked}>
          {t('login.action')}
        </Button>
        <Button kind="text" size="s" onClick={() => void openForgotPassword(onDesktop ? 'link' : 'code', isEmail(user) ? user : '')}>
          {t('login.forgot')}
        </Button>
      </div>
    </form>
  )
}
