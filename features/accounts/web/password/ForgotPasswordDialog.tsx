import { useState } from 'react'
import { formErrors, unshownErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { CodeInput, TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { accountsContract } from '../../contract.ts'
import { codeLength, isEmail } from '../../rules.ts'
import { CaptchaField } from '../captcha/CaptchaField.tsx'
import { useCaptchaMutation } from '../captcha/useCaptchaMutation.ts'
import { NewPasswordFields, HiddenUsernameField } from '../NewPasswordFields.tsx'
import { joinSentences } from '../FormErrorAlert.tsx'
import { t } from '../texts.ts'
import { usePasswordReset } from './usePasswordReset.ts'

interface ForgotPasswordDialogProps extends CloseProps<boolean> {
  by: 'link' | 'code'
  email: string
}

type Step = 'email' | 'sent' | 'code' | 'password'

/** Moves the focus to the first field of a step. */
const focusFirst = (step: HTMLElement | null) => step?.querySelector<HTMLElement>('input:not([tabindex])')?.focus()

/** Asks for the email, then for the code and a new password, or shows that a link was sent. */
export function ForgotPasswordDialog({ by, email: initialEmail, close }: ForgotPasswordDialogProps) {
  const [step, setStep] = useState<Step>('email')
  const [email, setEmail] = useState(initialEmail)
  const [code, setCode] = useState('')
  /** Whether the last email contained a link or a code. */
  const [sentBy, setSentBy] = useState(by)
  const request = useCaptchaMutation(accountsContract.askReset)
  const reset = usePasswordReset(() => {
    toast(t('reset.done'))
    close(true)
  })
  const requestErrors = request.error ? unshownErrors(request.error, ['email']) : []
  const check = useChange(accountsContract.checkResetCode)
  const refusedCode = formErrors(check.error ?? reset.error).fields['token']

  // If the code is refused, shows the code step again. The typed password stays.
  const [lastError, setLastError] = useState(reset.error)
  if (lastError !== reset.error) {
    setLastError(reset.error)
    if (refusedCode) setStep('code')
  }

  const change = (value: string) => {
    setCode(value)
    check.reset()
    reset.forget()
  }

  const submit = async () => {
    if (step === 'code') {
      reset.forget()
      return check.mutate({ body: { email: email.trim(), token: code } }, { onSuccess: () => setStep('password') })
    }
    if (step === 'password') return reset.send({ email: email.trim(), token: code })
    const isSent = await request.send((captcha) => ({ headers: { 'email-request': by }, body: { email: email.trim(), captcha } }))
    if (!isSent) return
    // A new email voids the code of the previous one.
    check.reset()
    reset.forget()
    setCode('')
    setSentBy(isSent.sent ?? by)
    setStep((isSent.sent ?? by) === 'link' ? 'sent' : 'code')
  }

  if (step === 'sent')
    return (
      <Dialog title={t('forgot.title')}>
        <Alert kind="note">{t(sentBy === by ? 'forgot.link_sent' : 'forgot.link_instead', { email: email.trim() })}</Alert>
        <DialogActions>
          <Button kind="accent" onClick={() => close(false)}>
            {t('forgot.close')}
          </Button>
        </DialogActions>
      </Dialog>
    )

  const texts = {
    email: t(by === 'link' ? 'forgot.by_link' : 'forgot.by_code'),
    // Announced as a status instead, because screen readers read this text only when the dialog opens.
    code: undefined,
    password: t('reset.text'),
  }
  const unready = {
    email: !isEmail(email.trim()) || !request.checked,
    code: code.length !== codeLength,
    password: reset.disabled,
  }
  const failed = t(by === 'link' ? 'forgot.link_failed' : 'forgot.code_failed')
  const errors = {
    email: requestErrors.length > 0 ? joinSentences([failed, ...requestErrors]) : undefined,
    code:
      check.error || refusedCode
        ? joinSentences([t('reset.failed'), ...(check.error ? unshownErrors(check.error, ['token']) : [])])
        : undefined,
    password: reset.problem,
  }
  return (
    <FormDialog
      title={t('forgot.title')}
      text={texts[step]}
      submit={t(step === 'email' ? `forgot.send_${by}` : step === 'code' ? 'forgot.confirm' : 'reset.submit')}
      busy={request.busy || check.isPending || reset.busy}
      disabled={unready[step]}
      error={errors[step]}
      aside={step !== 'email' && <Button onClick={() => setStep(step === 'code' ? 'email' : 'code')}>{t('forgot.back')}</Button>}
      onSubmit={() => void submit()}
    >
      {step === 'email' ? (
        <>
          <EmailField email={email} onChange={setEmail} error={formErrors(request.error).fields['email']} />
          <CaptchaField captcha={request.captcha} />
        </>
      ) : (
        <>
          {step === 'code' && <Alert kind="note">{t('forgot.code_sent', { email: email.trim() })}</Alert>}
          <div key={step} ref={focusFirst}>
            {step === 'code' ? (
              <Field label={t('code.label')} help={t('forgot.maybe_link')} error={refusedCode}>
                <CodeInput length={codeLength} defaultValue={code} onInput={(event) => change(event.currentTarget.value)} />
              </Field>
            ) : (
              <>
                <HiddenUsernameField email={email} />
                <NewPasswordFields {...reset.fields} />
              </>
            )}
          </div>
        </>
      )}
    </FormDialog>
  )
}

interface EmailFieldProps {
  email: string
  onChange: (email: string) => void
  error: string | undefined
}

function EmailField({ email, onChange, error }: EmailFieldProps) {
  const [wasLeft, setWasLeft] = useState(false)
  return (
    <Field
      label={t('forgot.email')}
      wrong={wasLeft && email.trim() !== '' && !isEmail(email.trim()) ? t('errors.email_invalid') : undefined}
      error={error}
    >
      <TextInput
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onBlur={() => setWasLeft(true)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}
