import { paths } from '#shell/paths.ts'

/** The home page in a channel's address: that of public channels, or of the user's own. */
export type HomeView = 'globe' | 'heart'

/** `video` scrolls to a video, `serie` outlines a row, `play` plays a video. */
interface AddressQuery {
  playlist: string
  video?: string | undefined
  serie?: string | undefined
  play?: string | undefined
}

export const channelAddress = (home: HomeView, query: AddressQuery): string =>
  home === 'globe' ? paths.playlists(query) : paths.myPlaylists(query)
