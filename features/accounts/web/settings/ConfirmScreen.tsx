import { useQuery } from '@tanstack/react-query'
import { type ApiError, call, type Send } from '#kit/contract/client.ts'
import { language } from '#kit/web/i18n.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { sealCheckFill } from '#ui/icons.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import { State } from '#ui/State.tsx'
import { paths } from '#web/paths.ts'
import { Screen } from '#web/shell/Screen.tsx'
import { accountsContract } from '../../contract.ts'
import { t } from '../texts.ts'

/** Whoever is logged in here has nothing to do with it: no token goes along. */
const sendAsNobody: Send = async ({ url }) => {
  const answer = await fetch(url, { headers: { 'accept-language': language } })
  return { status: answer.status, body: await answer.json() }
}

/** Confirms the address of a sign-up. */
export function ConfirmScreen({ token }: { token: string }) {
  const confirmed = useQuery<{ email: string }, ApiError>({
    queryKey: ['confirm', token],
    queryFn: () => call(accountsContract.confirmEmail, { params: { token } }, sendAsNobody),
    staleTime: Infinity,
  })
  return (
    <Screen title={t('confirm.title')} back={paths.home()} busy={confirmed.isPending}>
      <Loaded
        read={confirmed}
        skeleton={<Waiting />}
        failed={t('confirm.failed')}
        otherwise={<ButtonLink href={paths.register()}>{t('confirm.again')}</ButtonLink>}
      >
        {({ email }) => (
          <State title={t('confirm.done')} text={t('confirm.text', { email })} picture={<Icon of={sealCheckFill} size={88} />}>
            <ButtonLink kind="accent" href={paths.login()}>
              {t('confirm.log_in')}
            </ButtonLink>
          </State>
        )}
      </Loaded>
    </Screen>
  )
}

const Waiting = () => (
  <Skeleton label={t('confirm.title')}>
    <Bone height={160} shape="card" />
  </Skeleton>
)
