import type { FormEvent, ReactNode } from 'react'
import { formErrors } from '#kit/web/problems.ts'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/Alert.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { storage } from '#kit/web/storage.ts'
import { useStoredInput } from '#shell/stored-input.ts'
import { useReturnTarget } from '#shell/pending-action.ts'
import { paths } from '#shell/paths.ts'
import { useEntryState } from '#shell/router/RouterView.tsx'
import { useDesktop } from '#shell/useDesktop.ts'
import { type JoiningState, signUpFormStateKey } from '../login/form-state.ts'
import { EntryScreen } from '../entry/EntryScreen.tsx'
import { useMailedSecret } from '../emailed-secret.ts'
import { t } from '../texts.ts'
import { accountsContract } from '../../contract.ts'
import type { RegistrationMode } from '../../site-settings.ts'
import { CaptchaField } from '../captcha/CaptchaField.tsx'
import { useCaptchaMutation } from '../captcha/useCaptchaMutation.ts'
import { NicknameField } from '../NicknameField.tsx'
import { FormErrorAlert } from '../FormErrorAlert.tsx'
import { useFocusFirstInvalid } from '../useFocusFirstInvalid.ts'
import { type SignUpFormProps, toRequestBody, emptyForm, hasEmail, invitationField, passwordsMatch, withoutPasswords } from './form.ts'
import { EmailSignUpForm } from './EmailSignUpForm.tsx'
import { SignUpStepsForm } from './SignUpStepsForm.tsx'
import { PasswordAndAgeFields, EmailField, InvitationField, TermsCheckbox } from './fields.tsx'
import { useSignUpCompletion } from './sign-up-completion.ts'
import css from '../entry/form.module.css'

interface RegisterScreenProps {
  email?: string | undefined
  token?: string | undefined
  /** The code of an invitation's link. */
  invitation?: string | undefined
  /** Registration mode and contact; undefined while unknown. If reading them fails, the form shows anyway, and the server decides. */
  registration: { mode: RegistrationMode; contact: string | null } | undefined
  illustration: ReactNode
}

/**
 * The registration screen. With an emailed link: the whole form, with a locked email. Without a link, on phones: a two-step form, confirmed
 * by email. Without a link, on wide screens: the email first; the emailed link then opens the form.
 */
export function RegisterScreen({ illustration, registration, invitation = '', ...given }: RegisterScreenProps) {
  const mailed = useMailedSecret(given, ['email', 'token'], paths.register())
  const { team, page }: Partial<JoiningState> = useEntryState()
  const [form, setForm] = useStoredInput(
    signUpFormStateKey,
    { ...emptyForm, invitation, ...(mailed && { email: mailed.email }) },
    withoutPasswords,
  )
  const filling = { form, fill: (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part })) }
  const onDesktop = useDesktop()
  const returnTarget = useReturnTarget()
  const isClosed = registration?.mode === 'closed'
  const invited = registration?.mode === 'invitation'

  return (
    <EntryScreen
      title={t('register.title')}
      // For users who register in order to return to another page, the title isn't about channels.
      heading={t(isClosed ? 'register.closed.title' : returnTarget === 'elsewhere' ? 'register.title' : 'register.heading')}
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
      {registration === undefined ? (
        <Spinner />
      ) : isClosed ? (
        <RegistrationClosed contact={registration.contact} />
      ) : mailed ? (
        <FullSignUpForm {...filling} token={mailed.token} invited={invited} joining={team && page ? { team, page } : undefined} />
      ) : (
        <>
          {invited && <Alert kind="note">{t('register.invitation.intro')}</Alert>}
          {onDesktop ? <EmailSignUpForm {...filling} invited={invited} /> : <SignUpStepsForm {...filling} invited={invited} />}
        </>
      )}
    </EntryScreen>
  )
}

/** Shown instead of the form while registration is closed. */
const RegistrationClosed = ({ contact }: { contact: string | null }) => (
  <>
    <p>{t('register.closed.text')}</p>
    {contact !== null && (
      <p>
        {t.rich('register.closed.contact', {
          link: (
            <a key="link" className={css.link} href={`mailto:${contact}`}>
              {contact}
            </a>
          ),
        })}
      </p>
    )}
  </>
)

const shownFields = ['invitation', 'email', 'nickname', 'password', 'birthday', 'guardian_consent', 'terms']

interface FullFormProps extends SignUpFormProps {
  token: string
  invited: boolean
  /** The emailed invitation that the new account accepts: the team, and the team's page. */
  joining: { team: string; page: string } | undefined
}

/** The whole form, for an email confirmed by link: creates the account immediately. */
function FullSignUpForm({ token, invited, joining, ...filling }: FullFormProps) {
  const { form, fill } = filling
  const finish = useCaptchaMutation(accountsContract.finishSignUp)
  const registered = useSignUpCompletion(form)
  const fields = useFocusFirstInvalid(finish.error)
  const fieldErrors = formErrors(finish.error).fields
  const needsInvitation = invited && joining !== undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (finish.busy || registered.busy) return
    const response = await finish.send((captcha) => ({
      body: { ...toRequestBody(form), ...(needsInvitation && invitationField(form)), token, captcha },
    }))
    if (!response) return
    if (joining) storage.set('redirected_from', joining.page)
    await registered.ready()
  }

  return (
    <form ref={fields} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      {joining && <Alert kind="note">{t('register.joins', { team: joining.team })}</Alert>}
      {needsInvitation && <InvitationField {...filling} error={fieldErrors['invitation']} />}
      <EmailField {...filling} locked error={fieldErrors['email']} />
      <NicknameField nickname={form.nickname} onChange={(nickname) => fill({ nickname })} error={fieldErrors['nickname']} />
      <PasswordAndAgeFields {...filling} errors={fieldErrors} />
      <TermsCheckbox {...filling} error={fieldErrors['terms']} />
      <CaptchaField captcha={finish.captcha} />
      <FormErrorAlert error={finish.error} shown={shownFields} />
      <Button
        type="submit"
        kind="accent"
        wide
        busy={finish.busy || registered.busy}
        disabled={
          !hasEmail(form) || (needsInvitation && form.invitation.trim() === '') || !passwordsMatch(form) || !form.terms || !finish.checked
        }
      >
        {t(joining ? 'register.join' : 'register.action')}
      </Button>
    </form>
  )
}
