import type { ReactNode } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { lockSimple } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { returnHereAfterLogin } from '#shell/login-needed.ts'
import { paths } from '#shell/paths.ts'
import { t } from '../texts.ts'
import type { ChannelRefusal } from './refusals.ts'

interface ChannelRefusedProps {
  error: ApiError
  /** Why the channel is refused; undefined: the viewer may not know that the channel exists. */
  refusal: ChannelRefusal | undefined
  /** Link to other channels. */
  others: ReactNode
}

/** Leads to the setting that shows adult content, and guests first to the login, which leads back here. */
export const AdultContentLink = () =>
  useSignedIn() ? (
    <ButtonLink kind="accent" href={paths.settings()}>
      {t('channel.restricted.to_setting')}
    </ButtonLink>
  ) : (
    <LoginLink />
  )

const LoginLink = () => (
  <ButtonLink kind="accent" href={paths.login()} onClick={returnHereAfterLogin}>
    {t('home.login')}
  </ButtonLink>
)

/** Says why a channel can't be shown. */
export function ChannelRefused({ error, refusal, others }: ChannelRefusedProps) {
  const signedIn = useSignedIn()
  if (refusal)
    return (
      <StateMessage title={t(`channel.restricted.${refusal}`)} text={error.message} picture={<IconDisc icon={lockSimple} size={88} />}>
        {refusal === 'adult_only' && <AdultContentLink />}
        {others}
      </StateMessage>
    )
  // Whether the user lost the channel with a team. The server's message then gives the reason.
  const isLost = error.body.code.startsWith('lost_')
  return (
    <StateMessage
      title={t(isLost ? 'channel.lost' : 'channel.missing.title')}
      text={isLost ? error.message : t(signedIn ? 'channel.missing.text' : 'channel.missing.guest')}
      picture="error"
    >
      {!signedIn && <LoginLink />}
      {others}
    </StateMessage>
  )
}
