import { ChannelScreen } from './channel/ChannelScreen.tsx'
import { GlobeHome } from './home/GlobeHome.tsx'

interface PlaylistsScreenProps {
  playlist?: string | undefined
  video?: string | undefined
  serie?: string | undefined
  play?: string | undefined
  fromDirectPublish?: string | undefined
}

/** Everybody's channels, or one of them. */
export const PlaylistsScreen = ({ playlist, ...asked }: PlaylistsScreenProps) =>
  playlist === undefined ? <GlobeHome /> : <ChannelScreen home="globe" id={playlist} {...asked} />
