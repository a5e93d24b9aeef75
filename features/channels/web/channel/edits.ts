import { editResponse, patchThing } from '#kit/web/change.ts'
import { channelsContract, type Playlist, type PlaylistTile, type Series, type Video } from '../../contract.ts'
import { findInsertionIndex, type InsertionPoint } from '../../insertion-point.ts'
import { mapSeries, withUpdatedCounts, withIsHome, withOneOpener } from './without-videos.ts'

/** Optimistic changes of an open channel. */

/** Edits the cached open channel. */
export const editOpenChannel = (id: string, change: (now: Playlist) => Playlist) =>
  editResponse(channelsContract.getPlaylist, { params: { id } }, change)

/** Returns options for an optimistic edit of an open channel. */
export const channelEditOption = (id: string, change: (now: Playlist) => Playlist) => ({ optimistic: () => [editOpenChannel(id, change)] })

/** Adds or replaces a series from a response in its cached channel. */
export const editSeriesOf = (series: Series) => editOpenChannel(series.playlist_id, (now) => withSeries(now, series))

/** Patches a channel in all cached responses. */
export const patchPlaylist = (id: string, facts: Partial<PlaylistTile>) => patchThing<PlaylistTile>('playlist', id, facts)

const withoutItem = <T extends { id: string }>(list: readonly T[], id: string) => list.filter((item) => item.id !== id)

/** Inserts an item at `index`; beyond the end means last. */
const insertItem = <T>(list: readonly T[], item: T, index: number) => [...list.slice(0, index), item, ...list.slice(index)]

const findVideo = (channel: Playlist, videoId: string): Video | undefined =>
  channel.series.flatMap(({ videos }) => videos).find(({ id }) => id === videoId)

/** Puts videos, including those of other channels, next to each other in a series. The index doesn't count these videos. */
export function withVideosIn(channel: Playlist, videos: readonly Video[], seriesId: string, index: number): Playlist {
  const into = channel.series.find(({ id }) => id === seriesId)
  if (!into) return channel
  const isMoved = new Set(videos.map(({ id }) => id))
  const movedById = new Map(
    channel.series.flatMap((series) => series.videos.filter(({ id }) => isMoved.has(id)).map((one) => [one.id, one])),
  )
  const movedVideos = videos.map((source): Video => {
    const video = movedById.get(source.id) ?? source
    return {
      ...video,
      is_home: video.series_id === seriesId && video.is_home,
      series_id: seriesId,
      series_name: into.name,
      pivot: { ...video.pivot, playlist_id: channel.id, serie_id: seriesId },
    }
  })
  return withUpdatedCounts(
    mapSeries(channel, (series) => {
      const others = series.videos.filter(({ id }) => !isMoved.has(id))
      if (series.id === seriesId)
        return withOneOpener({ ...series, videos: [...others.slice(0, index), ...movedVideos, ...others.slice(index)] })
      return others.length === series.videos.length ? series : withOneOpener({ ...series, videos: others })
    }),
  )
}

const idsOf = (list: readonly { id: string }[], movedItems: readonly { id: string }[]) =>
  list.flatMap(({ id }) => (movedItems.some((one) => one.id === id) ? [] : [id]))

/** Like {@link withVideosIn}, but next to neighbours, as the server does. */
export function withVideosInserted(channel: Playlist, videos: readonly Video[], seriesId: string, spot: InsertionPoint): Playlist {
  const into = channel.series.find(({ id }) => id === seriesId)
  return into ? withVideosIn(channel, videos, seriesId, findInsertionIndex(idsOf(into.videos, videos), spot).index) : channel
}

/** Moves a video to a place in a series of the channel. */
export function withVideoAt(channel: Playlist, videoId: string, seriesId: string, index: number): Playlist {
  const video = findVideo(channel, videoId)
  return video ? withVideosIn(channel, [video], seriesId, index) : channel
}

const numberSeries = (channel: Playlist, order: readonly Series[]): Playlist => ({
  ...channel,
  series: order.map((one, position) => (one.position === position ? one : { ...one, position })),
})

/** Adds or replaces a series from a response. */
const withSeries = (channel: Playlist, series: Series): Playlist => withAllSeries(channel, [series])

/** Places series of any channel, each at its position. */
export function withAllSeries(channel: Playlist, series: readonly Series[]): Playlist {
  const others = channel.series.filter(({ id }) => !series.some((one) => one.id === id))
  const order = series
    .toSorted((one, other) => one.position - other.position)
    .reduce((now, one) => insertItem(now, { ...one, playlist_id: channel.id }, one.position), others)
  return withUpdatedCounts(numberSeries(channel, order))
}

/** Puts series next to each other. The index doesn't count these series; beyond the end means last. */
export function withSeriesMovedTogether(channel: Playlist, series: readonly Series[], index: number): Playlist {
  const movedSeries = series.map((item) => channel.series.find(({ id }) => id === item.id) ?? item)
  const others = channel.series.filter(({ id }) => !movedSeries.some((one) => one.id === id))
  const first = Math.min(index, others.length)
  return withAllSeries(
    channel,
    movedSeries.map((one, at) => ({ ...one, position: first + at })),
  )
}

/** Like {@link withSeriesMovedTogether}, but next to neighbours, as the server does. */
export const withSeriesInserted = (channel: Playlist, series: readonly Series[], spot: InsertionPoint): Playlist =>
  withSeriesMovedTogether(channel, series, findInsertionIndex(idsOf(channel.series, series), spot).index)

export const withoutSeries = (channel: Playlist, seriesId: string): Playlist =>
  withUpdatedCounts(numberSeries(channel, withoutItem(channel.series, seriesId)))

/** Removes a series if it has no videos. */
export const withoutEmptySeries = (channel: Playlist, seriesId: string): Playlist =>
  channel.series.some(({ id, videos }) => id === seriesId && videos.length > 0) ? channel : withoutSeries(channel, seriesId)

export const withOpener = (channel: Playlist, videoId: string): Playlist =>
  mapSeries(channel, (series) =>
    series.videos.some(({ id }) => id === videoId)
      ? { ...series, videos: series.videos.map((video) => withIsHome(video, video.id === videoId)) }
      : series,
  )

/** Makes a series the banner; undefined removes the banner. The former banner becomes an ordinary series. */
export const withBanner = (channel: Playlist, seriesId: string | undefined): Playlist => ({
  ...channel,
  series: channel.series.map((series) => {
    const type = series.id === seriesId ? 'header' : null
    return series.type === type ? series : { ...series, type }
  }),
})

/**
 * Applies `is_home` of a response, because a move to the first position may change it. Only the server knows whether an opener was chosen,
 * or is just the first video.
 */
export const withOpenerFromResponse = (channel: Playlist, { id, is_home }: Pick<Video, 'id' | 'is_home'>): Playlist =>
  is_home
    ? withOpener(channel, id)
    : mapSeries(channel, (series) =>
        series.videos.some((video) => video.id === id)
          ? withOneOpener({ ...series, videos: series.videos.map((video) => (video.id === id ? withIsHome(video, false) : video)) })
          : series,
      )
