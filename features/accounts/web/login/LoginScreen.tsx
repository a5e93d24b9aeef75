import { type FormEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { PasswordInput, TextInput } from '#ui/inputs.tsx'
import { paths } from '#web/paths.ts'
import { accountsContract } from '../../contract.ts'
import { CaptchaField } from '../captcha/CaptchaField.tsx'
import { useGuarded } from '../captcha/useGuarded.ts'
import css from '../entry/form.module.css'
import { EntryScreen } from '../entry/EntryScreen.tsx'
import { Problem } from '../Problem.tsx'
import { logOut, useEntering } from '../session.ts'
import { t } from '../texts.ts'

/** Logs in. Whoever comes here logged in is logged out first. */
export function LoginScreen({ showcase }: { showcase: ReactNode }) {
  // Coming here is what logs out: before anything on the screen asks as somebody.
  useLayoutEffect(logOut, [])

  return (
    <EntryScreen
      title={t('login.title')}
      heading={t('login.heading')}
      showcase={showcase}
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
      <LoginForm />
    </EntryScreen>
  )
}

function LoginForm() {
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const login = useGuarded(accountsContract.createToken)
  const enter = useEntering()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (login.busy) return
    const tokens = await login.send((captcha) => ({ body: { grant_type: 'password', user, password, captcha } }))
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
          onChange={(event) => setUser(event.currentTarget.value)}
        />
      </Field>
      <Field label={t('password.label')}>
        <PasswordInput name="password" value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
      </Field>
      <CaptchaField captcha={login.captcha} />
      <Problem error={login.error} />
      <div className={css.actions}>
        <Button type="submit" kind="accent" busy={login.busy} disabled={!user.trim() || !password || !login.checked}>
          {t('login.action')}
        </Button>
      </div>
    </form>
  )
}
