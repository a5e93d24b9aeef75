import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { type ApiError, callEndpoint } from '#kit/contract/client.ts'
import type { OutputOf } from '#kit/contract/endpoint.ts'
import { sendAsGuest } from '#kit/web/fetch.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { sealCheckFill } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { SkeletonBlock, Skeleton } from '#ui/Skeleton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { isPlainClick } from '#shell/links.ts'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { accountsContract } from '../../contract.ts'
import css from '../entry/form.module.css'
import { NewPasswordFields, HiddenUsernameField } from '../NewPasswordFields.tsx'
import { FormErrorAlert } from '../FormErrorAlert.tsx'
import { createLoginPrefill } from '../login/form-state.ts'
import { announceEmailConfirmed } from '../register/email-confirmed.ts'
import { useContinueAfterLogin } from '../session.ts'
import { t } from '../texts.ts'
import { useFocusFirstInvalid } from '../useFocusFirstInvalid.ts'
import settings from './settings.module.css'

type Confirmation = OutputOf<typeof accountsContract.confirmEmail>
const keyOf = (token: string) => ['confirm', token]

/**
 * Confirms the email of a sign-up, regardless of who is logged in. Asks for a new password if there are other sign-ups with the same email.
 */
export function ConfirmScreen({ token }: { token: string }) {
  const confirmed = useQuery<Confirmation, ApiError>({
    queryKey: keyOf(token),
    queryFn: () => callEndpoint(accountsContract.confirmEmail, { params: { token } }, sendAsGuest),
    staleTime: Infinity,
  })
  return (
    <Screen tab="none" title={t('confirm.title')} back={paths.home()} busy={confirmed.isPending}>
      <LoadedContent
        read={confirmed}
        skeleton={<ConfirmationPending />}
        failed={t('confirm.failed')}
        fallback={<ButtonLink href={paths.register()}>{t('confirm.again')}</ButtonLink>}
      >
        {({ email, nickname, password_required: isOpen }) =>
          isOpen ? <ChoosePassword token={token} email={email} nickname={nickname} /> : <EmailConfirmed email={email} />
        }
      </LoadedContent>
    </Screen>
  )
}

/** Waits for the tab of the sign-up, which knows the password, to log in. This tab then continues. */
function EmailConfirmed({ email }: { email: string }) {
  const signedIn = useSignedIn()
  const [wasGuest] = useState(!signedIn)
  const go = useGo()
  const continueAfterLogin = useContinueAfterLogin()
  const isIn = wasGuest && signedIn
  const enter = useEffectEvent(continueAfterLogin)

  useEffect(() => announceEmailConfirmed(email), [email])
  useEffect(() => {
    if (isIn) enter()
  }, [isIn])

  return (
    <StateMessage title={t('confirm.done')} text={t('confirm.text', { email })} picture={<Icon icon={sealCheckFill} size={88} />}>
      <ButtonLink
        kind="accent"
        href={paths.login()}
        onClick={(event) => {
          if (!isPlainClick(event)) return
          event.preventDefault()
          go(paths.login(), { state: createLoginPrefill(email) })
        }}
      >
        {t('confirm.log_in')}
      </ButtonLink>
    </StateMessage>
  )
}

function ChoosePassword({ token, email, nickname }: { token: string; email: string; nickname: string | null }) {
  const [typed, setTyped] = useState({ password: '', confirmation: '' })
  const cache = useQueryClient()
  const confirm = useMutation<Confirmation, ApiError, { password: string; password_confirmation: string }>({
    mutationFn: (body) => callEndpoint(accountsContract.confirmWithPassword, { params: { token }, body }, sendAsGuest),
    onSuccess: (response) => cache.setQueryData(keyOf(token), response),
  })
  const fields = useFocusFirstInvalid(confirm.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!confirm.isPending) confirm.mutate({ password: typed.password, password_confirmation: typed.confirmation })
  }
  return (
    <div className={settings.column}>
      <form ref={fields} className={css.form} onSubmit={submit} noValidate>
        <h2 className={settings.name}>{t('confirm.choose.title')}</h2>
        <p className={settings.quiet}>{t('confirm.choose.text', { email })}</p>
        {nickname !== null && <p>{t('confirm.choose.nickname', { nickname })}</p>}
        <HiddenUsernameField email={email} />
        <NewPasswordFields
          {...typed}
          label={t('password.new')}
          error={formErrors(confirm.error).fields['password']}
          onChange={(part) => setTyped((now) => ({ ...now, ...part }))}
        />
        <FormErrorAlert error={confirm.error} shown={['password']} />
        <Button
          type="submit"
          kind="accent"
          wide
          busy={confirm.isPending}
          disabled={!typed.password || typed.password !== typed.confirmation}
        >
          {t('confirm.choose.submit')}
        </Button>
      </form>
    </div>
  )
}

const ConfirmationPending = () => (
  <Skeleton label={t('confirm.title')}>
    <SkeletonBlock height={160} shape="card" />
  </Skeleton>
)
