import type { Playlist, Series } from '../../contract.ts'

/** Returns the series of a channel that contains a video. */
export const findSeriesOfVideo = (channel: Playlist, videoId: string | undefined): Series | undefined =>
  channel.series.find(({ videos }) => videos.some(({ id }) => id === videoId))

/** Returns the rows of a channel. For viewers, a banner with a single video needs no row. */
export const visibleSeries = (channel: Playlist): Series[] =>
  channel.series.filter(({ type, videos }) => channel.may_edit || (videos.length > 0 && !(type === 'header' && videos.length === 1)))

/** Returns the last shared video of a Direct Share channel. If a series was shared, its first video. Undefined if there is none. */
export function findLatestSharedId({ series }: Playlist): string | undefined {
  const shared = series.flatMap((item) =>
    item.videos.flatMap(({ id, shared }, index) => {
      const at = shared?.shared_at ?? (index === 0 ? item.shared?.shared_at : undefined)
      return at === undefined ? [] : [{ id, at }]
    }),
  )
  return shared.toSorted((a, b) => b.at.localeCompare(a.at))[0]?.id
}
