import { useSignedIn } from '#kit/web/storage.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { heart } from '#ui/icons.ts'
import { lazily } from '#ui/lazily.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { returnHereAfterLogin } from '#shell/login-needed.ts'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import { ChannelView } from '#features/channels/web/channel/ChannelView.tsx'
import { ArchiveScreen } from './ArchiveScreen.tsx'
import { GroupScreen } from './GroupScreen.tsx'
import { OwnHome } from './OwnHome.tsx'
import { OwnChannel } from './OwnChannel.tsx'
import { DiscoverDial } from '#features/channels/web/DiscoverDial.tsx'
import { t as channelTexts } from '#features/channels/web/texts.ts'
import { t } from '../texts.ts'

const BoardScreen = lazily(() => import('../board/BoardScreen.tsx').then((module) => module.BoardScreen))

interface MyPlaylistsScreenProps {
  playlist?: string | undefined
  'playlist-group'?: string | undefined
  archive?: string | undefined
  video?: string | undefined
  serie?: string | undefined
  play?: string | undefined
  make?: string | undefined
  view?: string | undefined
}

/** The user's channels, or one channel, one group or the archive. */
export function MyPlaylistsScreen({ playlist, 'playlist-group': group, archive, make, view, ...target }: MyPlaylistsScreenProps) {
  const signedIn = useSignedIn()
  if (playlist !== undefined)
    return signedIn ? <OwnChannel home="heart" id={playlist} {...target} /> : <ChannelView home="globe" id={playlist} {...target} />
  if (view === 'board') return <BoardScreen />
  if (!signedIn) return <GuestOwnChannels />
  if (group !== undefined) return <GroupScreen id={group} />
  return archive === undefined ? <OwnHome opensCreateDialog={make === 'channel'} /> : <ArchiveScreen />
}

/** The page that guests see: explains that users have their own channels, and links to login and registration. */
const GuestOwnChannels = () => (
  <Screen title={t('mine.title')} dial={<DiscoverDial />}>
    <StateMessage title={t('mine.guest.title')} text={t('mine.guest.text')} picture={<IconDisc icon={heart} size={88} />}>
      <ButtonLink kind="accent" href={paths.login()} onClick={returnHereAfterLogin}>
        {channelTexts('home.login')}
      </ButtonLink>
      <ButtonLink href={paths.register()} onClick={returnHereAfterLogin}>
        {t('mine.guest.register')}
      </ButtonLink>
    </StateMessage>
    <Slot name="screen.explanation" subject={viewSubject('heart')} />
  </Screen>
)
