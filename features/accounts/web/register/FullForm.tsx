import type { FormEvent } from 'react'
import { problemOf } from '#kit/web/problems.ts'
import { Button } from '#ui/Button.tsx'
import { accountsContract } from '../../contract.ts'
import { CaptchaField } from '../captcha/CaptchaField.tsx'
import { useGuarded } from '../captcha/useGuarded.ts'
import css from '../entry/form.module.css'
import { NewPasswordFields } from '../NewPasswordFields.tsx'
import { NicknameField } from '../NicknameField.tsx'
import { Problem } from '../Problem.tsx'
import { t } from '../texts.ts'
import { useFirstWrong } from '../useFirstWrong.ts'
import { AgeFields, EmailField, TermsBox } from './fields.tsx'
import { bodyOf, type Filling, hasEmail, passwordsMatch } from './form.ts'
import { useRegistered } from './registered.ts'

const shown = ['email', 'nickname', 'password', 'birthday', 'guardian_consent', 'terms']

/** The whole form, for an email confirmed by link: creates the account immediately. */
export function FullForm({ token, ...filling }: Filling & { token: string }) {
  const { form, fill } = filling
  const finish = useGuarded(accountsContract.finishSignUp)
  const registered = useRegistered(form)
  const fields = useFirstWrong(finish.error)
  const refused = problemOf(finish.error).fields

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (finish.busy || registered.busy) return
    const made = await finish.send((captcha) => ({ body: { ...bodyOf(form), token, captcha } }))
    if (made) await registered.ready()
  }

  return (
    <form ref={fields} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <EmailField {...filling} locked refused={refused['email']} />
      <NicknameField nickname={form.nickname} onChange={(nickname) => fill({ nickname })} refused={refused['nickname']} />
      <NewPasswordFields
        label={t('password.label')}
        password={form.password}
        again={form.again}
        onChange={fill}
        refused={refused['password']}
      />
      <AgeFields {...filling} refused={refused} />
      <TermsBox {...filling} refused={refused['terms']} />
      <CaptchaField captcha={finish.captcha} />
      <Problem error={finish.error} shown={shown} />
      <Button
        type="submit"
        kind="accent"
        wide
        busy={finish.busy || registered.busy}
        disabled={!hasEmail(form) || !passwordsMatch(form) || !form.terms || !finish.checked}
      >
        {t('register.action')}
      </Button>
    </form>
  )
}
