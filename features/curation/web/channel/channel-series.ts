import type { Playlist, Series } from '../../contract.ts'

/** The series of a channel that a video is in. */
export const seriesOf = (channel: Playlist, videoId: string | undefined): Series | undefined =>
  channel.series.find(({ videos }) => videos.some(({ id }) => id === videoId))

/** The rows of a channel: a header that the banner shows whole needs no row for who can't change it. */
export const rowsOf = (channel: Playlist): Series[] =>
  channel.series.filter(({ type, videos }) => channel.may_edit || (videos.length > 0 && !(type === 'header' && videos.length === 1)))
