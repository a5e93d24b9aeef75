import { useSignedIn } from '#kit/web/storage.ts'
import { ChannelScreen } from './channel/ChannelScreen.tsx'
import { ArchiveScreen } from './home/ArchiveScreen.tsx'
import { GroupScreen } from './home/GroupScreen.tsx'
import { GuestHeart } from './home/GuestHeart.tsx'
import { HeartHome } from './home/HeartHome.tsx'

interface MyPlaylistsScreenProps {
  playlist?: string | undefined
  'playlist-group'?: string | undefined
  archive?: string | undefined
  video?: string | undefined
  serie?: string | undefined
  play?: string | undefined
  make?: string | undefined
}

/** One's own channels, or one channel, group or the archive of them. */
export function MyPlaylistsScreen({ playlist, 'playlist-group': group, archive, make, ...asked }: MyPlaylistsScreenProps) {
  const signedIn = useSignedIn()
  if (playlist !== undefined) return <ChannelScreen home={signedIn ? 'heart' : 'globe'} id={playlist} {...asked} />
  if (!signedIn) return <GuestHeart />
  if (group !== undefined) return <GroupScreen id={group} />
  return archive === undefined ? <HeartHome makes={make === 'channel'} /> : <ArchiveScreen />
}
