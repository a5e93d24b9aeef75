import type { Playlist, Series } from '../../contract.ts'

/** The series of a channel that a video is in. */
export const seriesOf = (channel: Playlist, videoId: string | undefined): Series | undefined =>
  channel.series.find(({ videos }) => videos.some(({ id }) => id === videoId))

/** The rows of a channel: a header that the banner shows whole needs no row for who can't change it. */
export const rowsOf = (channel: Playlist): Series[] =>
  channel.series.filter(({ type, videos }) => channel.may_edit || (videos.length > 0 && !(type === 'header' && videos.length === 1)))

/** The video that was shared last into a direct-publish channel, of a series its first; undefined where nothing was. */
export function latestShared({ series }: Playlist): string | undefined {
  const shared = series.flatMap((one) =>
    one.videos.flatMap(({ id, shared }, index) => {
      const at = shared?.shared_at ?? (index === 0 ? one.shared?.shared_at : undefined)
      return at === undefined ? [] : [{ id, at }]
    }),
  )
  return shared.toSorted((one, other) => other.at.localeCompare(one.at))[0]?.id
}
