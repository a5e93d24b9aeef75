import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { formErrors } from '#kit/web/problems.ts'
import { Button } from '#ui/Button.tsx'
import { accountsContract } from '../../contract.ts'
import { CaptchaField } from '../captcha/CaptchaField.tsx'
import { useCaptchaMutation } from '../captcha/useCaptchaMutation.ts'
import css from '../entry/form.module.css'
import { NicknameField, nicknameProblem } from '../NicknameField.tsx'
import { FormErrorAlert } from '../FormErrorAlert.tsx'
import { t } from '../texts.ts'
import { useFocusFirstInvalid } from '../useFocusFirstInvalid.ts'
import { PasswordAndAgeFields, EmailField, InvitationField, TermsCheckbox } from './fields.tsx'
import { toRequestBody, type SignUpFormProps, hasEmail, invitationField, passwordsMatch } from './form.ts'
import { useSignUpCompletion } from './sign-up-completion.ts'

const firstStepFields = ['invitation', 'email', 'nickname', 'terms']
const secondStepFields = ['password', 'birthday', 'guardian_consent']

/** The form in two steps: identity, then password. The user then confirms the email. */
export function SignUpStepsForm({ invited, ...filling }: SignUpFormProps & { invited: boolean }) {
  const { form, fill } = filling
  const signUp = useCaptchaMutation(accountsContract.signUp)
  const registered = useSignUpCompletion(form)
  const [step, setStep] = useState<1 | 2>(1)
  const fieldErrors = formErrors(signUp.error).fields
  const isReady =
    step === 1
      ? hasEmail(form) && (!invited || form.invitation.trim() !== '') && form.nickname.trim() !== '' && form.terms
      : passwordsMatch(form) && signUp.checked

  const fields = useFocusFirstInvalid(signUp.error)
  /** Shows the other step and focuses its first field. */
  const showStep = (to: 1 | 2) => {
    flushSync(() => {
      signUp.forget()
      setStep(to)
    })
    fields.current?.querySelector<HTMLElement>('input:not([tabindex])')?.focus()
  }

  /** Blurs the current field, so that its error shows, and focuses the first invalid field. */
  const showWrong = () => {
    flushSync(() => (document.activeElement as HTMLElement | null)?.blur())
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const send = async () =>
    (await signUp.send((captcha) => ({ body: { ...toRequestBody(form), ...invitationField(form), captcha } }))) !== undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (signUp.busy) return
    if (step === 1) return nicknameProblem(form.nickname) === undefined ? showStep(2) : showWrong()
    if (await send()) await registered.mailed(send)
  }
  // If fields of the first step are refused, shows that step.
  const [lastError, setLastError] = useState(signUp.error)
  if (lastError !== signUp.error) {
    setLastError(signUp.error)
    if (firstStepFields.some((field) => fieldErrors[field])) setStep(1)
  }

  return (
    <form ref={fields} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={css.step}>{t('register.step', { step, of: 2 })}</p>
      {step === 1 ? (
        <>
          {invited && <InvitationField {...filling} error={fieldErrors['invitation']} />}
          <EmailField {...filling} error={fieldErrors['email']} />
          <NicknameField nickname={form.nickname} onChange={(nickname) => fill({ nickname })} error={fieldErrors['nickname']} />
          <TermsCheckbox {...filling} error={fieldErrors['terms']} />
        </>
      ) : (
        <>
          {/* The username, for password managers. */}
          <input className={css.unseen} name="email" autoComplete="username" value={form.email} readOnly tabIndex={-1} aria-hidden="true" />
          <PasswordAndAgeFields {...filling} errors={fieldErrors} />
        </>
      )}
      <CaptchaField captcha={signUp.captcha} />
      <FormErrorAlert error={signUp.error} shown={[...firstStepFields, ...secondStepFields]} />
      <div className={css.actions}>
        {step === 2 && <Button onClick={() => showStep(1)}>{t('register.back')}</Button>}
        <Button type="submit" kind="accent" className={css.main} busy={signUp.busy} disabled={!isReady}>
          {t(step === 1 ? 'register.next' : 'register.finish')}
        </Button>
      </div>
    </form>
  )
}
