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

/** Says why a channel can't be shown. */
export function ChannelRefused({ error, refusal, others }: ChannelRefusedProps) {
  const signedIn = useSignedIn()
  if (refusal)
    return (
      <StateMessage title={t(`channel.restricted.${refusal}`)} text={error.message} picture={<IconDisc icon={lockSimple} size={88} />}>
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
      {!signedIn && (
        <ButtonLink kind="accent" href={paths.login()} onClick={returnHereAfterLogin}>
          {t('home.login')}
        </ButtonLink>
      )}
      {others}
    </StateMessage>
  )
}
