import { ChannelView } from './channel/ChannelView.tsx'
import { GlobeHome } from './GlobeHome.tsx'

interface PlaylistsScreenProps {
  playlist?: string | undefined
  video?: string | undefined
  serie?: string | undefined
  play?: string | undefined
  fromDirectPublish?: string | undefined
}

/** The public channels, or one channel. */
export const PlaylistsScreen = ({ playlist, ...target }: PlaylistsScreenProps) =>
  playlist === undefined ? <GlobeHome /> : <ChannelView home="globe" id={playlist} {...target} />
