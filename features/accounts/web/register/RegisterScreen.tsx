import { type FormEvent, type ReactNode, useState } from 'react'
import { formErrors } from '#kit/web/problems.ts'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/Alert.tsx'
import { useKeptInput } from '#shell/kept-input.ts'
import { useReturnTarget } from '#shell/pending-action.ts'
import { paths } from '#shell/paths.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { signUpForm } from '../login/carried-user.ts'
import { EntryScreen } from '../entry/EntryScreen.tsx'
import { useMailedSecret } from '../mailed.ts'
import { t } from '../texts.ts'
import { accountsContract } from '../../contract.ts'
import { CaptchaField } from '../captcha/CaptchaField.tsx'
import { useCaptchaMutation } from '../captcha/useGuarded.ts'
import { NicknameField } from '../NicknameField.tsx'
import { Problem } from '../Problem.tsx'
import { useFocusFirstInvalid } from '../useFirstWrong.ts'
import { type SignUpFormProps, toRequestBody, emptyForm, hasEmail, passwordsMatch, withoutPasswords } from './form.ts'
import { StepsForm } from './StepsForm.tsx'
import { PasswordAndAge, EmailField, TermsBox } from './fields.tsx'
import { useSignUpCompletion } from './registered.ts'
import css from '../entry/form.module.css'

interface RegisterScreenProps {
  email?: string | undefined
  token?: string | undefined
  illustration: ReactNode
}

/**
 * Registration. With a mailed link: the whole form, its email locked. Otherwise, on phones: a two-step form confirmed by email;
 * on wide screens: the email first, then the form by mailed link.
 */
export function RegisterScreen({ illustration, ...given }: RegisterScreenProps) {
  const mailed = useMailedSecret(given, ['email', 'token'], paths.register())
  const [form, setForm] = useKeptInput(signUpForm, { ...emptyForm, ...(mailed && { email: mailed.email }) }, withoutPasswords)
  const filling = { form, fill: (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part })) }
  const onDesktop = useDesktop()
  const headed = useReturnTarget()

  return (
    <EntryScreen
      title={t('register.title')}
      // Users on their way to something else don't see the text about channels.
      heading={t(headed === 'elsewhere' ? 'register.title' : 'register.heading')}
      illustration={illustration}
      claim={t('register.claim')}
      text={t('register.text')}
      foot={t.rich('register.has_account', {
        link: (
          <a key="link" className={css.link} href={paths.login()}>
            {t('register.log_in')}
          </a>
        ),
      })}
    >
      {mailed ? <FullForm {...filling} token={mailed.token} /> : onDesktop ? <MailForm {...filling} /> : <StepsForm {...filling} />}
    </EntryScreen>
  )
}

const shown = ['email', 'nickname', 'password', 'birthday', 'guardian_consent', 'terms']

/** The whole form, for an email confirmed by link: creates the account immediately. */
function FullForm({ token, ...filling }: SignUpFormProps & { token: string }) {
  const { form, fill } = filling
  const finish = useCaptchaMutation(accountsContract.finishSignUp)
  const registered = useSignUpCompletion(form)
  const fields = useFocusFirstInvalid(finish.error)
  const refused = formErrors(finish.error).fields

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (finish.busy || registered.busy) return
    const made = await finish.send((captcha) => ({ body: { ...toRequestBody(form), token, captcha } }))
    if (made) await registered.ready()
  }

  return (
    <form ref={fields} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <EmailField {...filling} locked refused={refused['email']} />
      <NicknameField nickname={form.nickname} onChange={(nickname) => fill({ nickname })} refused={refused['nickname']} />
      <PasswordAndAge {...filling} refused={refused} />
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

/** The email only; a mailed link leads to the rest. */
function MailForm(filling: SignUpFormProps) {
  const { form } = filling
  const start = useCaptchaMutation(accountsContract.startSignUp)
  const [sentTo, setSentTo] = useState<string>()

  const [isAgain, setIsAgain] = useState(false)

  const send = async () => {
    if (start.busy) return
    const email = form.email.trim()
    const sent = await start.send((captcha) => ({ body: { email, captcha } }))
    if (!sent) return
    setIsAgain(sentTo === email)
    setSentTo(email)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }

  if (sentTo !== undefined)
    return (
      <>
        <Alert kind="note">
          <p>{t('register.mail.sent', { email: sentTo })}</p>
          <p>{t('register.mail.next')}</p>
        </Alert>
        <p aria-live="polite">{isAgain && t('register.again.sent')}</p>
        <Problem error={start.error} />
        <div className={css.actions}>
          {!isAgain && (
            <Button busy={start.busy} onClick={() => void send()}>
              {t('register.again.action')}
            </Button>
          )}
          <Button
            kind="text"
            onClick={() => {
              setSentTo(undefined)
              setIsAgain(false)
            }}
          >
            {t('register.mail.another')}
          </Button>
        </div>
      </>
    )
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <p>{t('register.mail.intro')}</p>
      <EmailField {...filling} refused={formErrors(start.error).fields['email']} />
      <CaptchaField captcha={start.captcha} />
      <Problem error={start.error} shown={['email']} />
      <Button type="submit" kind="accent" wide busy={start.busy} disabled={!hasEmail(form) || !start.checked}>
        {t('register.mail.action')}
      </Button>
    </form>
  )
}
