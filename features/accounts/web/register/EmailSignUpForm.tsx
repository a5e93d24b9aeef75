import { type FormEvent, useState } from 'react'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { accountsContract } from '../../contract.ts'
import { CaptchaField } from '../captcha/CaptchaField.tsx'
import { useCaptchaMutation } from '../captcha/useCaptchaMutation.ts'
import css from '../entry/form.module.css'
import { FormErrorAlert } from '../FormErrorAlert.tsx'
import { t } from '../texts.ts'
import { EmailField, InvitationField } from './fields.tsx'
import { hasEmail, invitationField, type SignUpFormProps } from './form.ts'

/** Asks for the email only; the emailed link opens the rest of the form. */
export function EmailSignUpForm({ invited, ...filling }: SignUpFormProps & { invited: boolean }) {
  const { form } = filling
  const start = useCaptchaMutation(accountsContract.startSignUp)
  const [sentTo, setSentTo] = useState<string>()

  const [isResend, setIsResend] = useState(false)

  const send = async () => {
    if (start.busy) return
    const email = form.email.trim()
    const isSent = await start.send((captcha) => ({ body: { email, ...invitationField(form), captcha } }))
    if (!isSent) return
    setIsResend(sentTo === email)
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
        <p aria-live="polite">{isResend && t('register.again.sent')}</p>
        <FormErrorAlert error={start.error} />
        <div className={css.actions}>
          {!isResend && (
            <Button busy={start.busy} onClick={() => void send()}>
              {t('register.again.action')}
            </Button>
          )}
          <Button
            kind="text"
            onClick={() => {
              setSentTo(undefined)
              setIsResend(false)
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
      {invited && <InvitationField {...filling} error={formErrors(start.error).fields['invitation']} />}
      <EmailField {...filling} error={formErrors(start.error).fields['email']} />
      <CaptchaField captcha={start.captcha} />
      <FormErrorAlert error={start.error} shown={['invitation', 'email']} />
      <Button
        type="submit"
        kind="accent"
        wide
        busy={start.busy}
        disabled={!hasEmail(form) || (invited && form.invitation.trim() === '') || !start.checked}
      >
        {t('register.mail.action')}
      </Button>
    </form>
  )
}
