import { paths } from '#shell/paths.ts'

/** From which home one looks at a channel: everybody's, or one's own. */
export type Home = 'globe' | 'heart'

/** What of a channel is asked for: `video` scrolls to one, `serie` outlines a row, `play` plays. */
interface Asked {
  playlist: string
  video?: string | undefined
  serie?: string | undefined
  play?: string | undefined
}

export const channelAddress = (home: Home, asked: Asked): string => (home === 'globe' ? paths.playlists(asked) : paths.myPlaylists(asked))
