import { useEffect, useEffectEvent } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { useChange } from '#kit/web/change.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { clock, sealCheckFill } from '#ui/icons.ts'
import { Icon } from '#ui/Icon.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { returnHereAfterLogin } from '#shell/login-needed.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { isLink } from '#features/channels/input-rules.ts'
import { limits } from '#features/channels/limits.ts'
import { publishingContract } from '../contract.ts'
import { findLink } from '../rules.ts'
import { t } from './texts.ts'

interface WatchLaterPageProps {
  url?: string | undefined
  /** A text that may contain the link, as apps share it. */
  text?: string | undefined
  title?: string | undefined
}

/** The page that the phone's share sheet and the bookmark open. Asks before it saves. */
export function WatchLaterPage({ url = '', text = '', title = '' }: WatchLaterPageProps) {
  const signedIn = useSignedIn()
  const link = [url, text, title].map(findLink).find((link) => link !== undefined && isLink(link))
  // Some apps put the link in the title or text.
  const name = findLink(title) === undefined ? title.trim().slice(0, limits.title) : ''
  const rememberAddress = useEffectEvent(returnHereAfterLogin)
  // Makes the login return here, with the link.
  useEffect(() => {
    if (!signedIn && link !== undefined) rememberAddress()
  }, [signedIn, link])
  const picture = <IconDisc icon={clock} size={88} />
  return (
    <Screen title={t('later.name')} back={paths.home()} tab="none">
      {link === undefined ? (
        <StateMessage title={t('page.no_link')} text={t('page.no_link_text')} picture={picture}>
          <ButtonLink kind="accent" href={paths.myPlaylists()}>
            {t('page.home')}
          </ButtonLink>
        </StateMessage>
      ) : !signedIn ? (
        <StateMessage title={t('page.ask')} text={name || link} picture={picture}>
          <p>{t('page.login')}</p>
          <ButtonLink kind="accent" href={paths.login()}>
            {t('page.to_login')}
          </ButtonLink>
        </StateMessage>
      ) : (
        <ConfirmPage key={link} link={link} name={name} />
      )}
    </Screen>
  )
}

function ConfirmPage({ link, name }: { link: string; name: string }) {
  const add = useChange(publishingContract.putInWatchLater)
  const added = add.data
  if (added)
    return (
      <StateMessage
        title={t(added.is_new ? 'page.done' : 'page.was_there')}
        text={added.title}
        picture={<Icon icon={sealCheckFill} size={88} />}
      >
        <ButtonLink kind="accent" href={paths.myPlaylists({ playlist: added.playlist_id, video: added.id })}>
          {t('page.open')}
        </ButtonLink>
      </StateMessage>
    )
  return (
    <StateMessage title={t('page.ask')} text={name || link} picture={<IconDisc icon={clock} size={88} />}>
      {name && <p>{link}</p>}
      {add.error && <Alert>{add.error.body.errors['url']?.[0] ?? add.error.message}</Alert>}
      <Button
        kind="accent"
        icon={clock}
        busy={add.isPending}
        onClick={() => add.mutate({ body: { url: link, ...(name && { title: name }) } })}
      >
        {t('later.name')}
      </Button>
      <ButtonLink href={paths.myPlaylists()}>{t('page.cancel')}</ButtonLink>
    </StateMessage>
  )
}
