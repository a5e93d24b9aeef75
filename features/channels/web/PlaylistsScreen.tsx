import { ChannelView } from './channel/ChannelView.tsx'
import { PublicHome } from './PublicHome.tsx'

interface PlaylistsScreenProps {
  playlist?: string | undefined
  video?: string | undefined
  serie?: string | undefined
  play?: string | undefined
  fromDirectPublish?: string | undefined
}

/** The public channels, or one channel. */
export const PlaylistsScreen = ({ playlist, ...search }: PlaylistsScreenProps) =>
  playlist === undefined ? <PublicHome /> : <ChannelView home="globe" id={playlist} {...search} />
