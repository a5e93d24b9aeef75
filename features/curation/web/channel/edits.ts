import type { Playlist, Series, Video } from '../../contract.ts'

/** What a channel looks like after a change, before the server has said so. */

const without = <T extends { id: string }>(list: readonly T[], id: string) => list.filter((one) => one.id !== id)

/** The list with an item at `index`; beyond the end means last. */
const inserted = <T>(list: readonly T[], item: T, index: number) => [...list.slice(0, index), item, ...list.slice(index)]

/** A series has one home video: the first, until another is chosen. */
function withOneHome(series: Series): Series {
  const home = series.videos.find(({ is_home }) => is_home) ?? series.videos[0]
  return { ...series, videos: series.videos.map((video) => homeOrNot(video, video === home)) }
}

const homeOrNot = (video: Video, is_home: boolean): Video => (video.is_home === is_home ? video : { ...video, is_home })

/** What a channel says of all that is in it. */
const counted = (channel: Playlist): Playlist => ({
  ...channel,
  videos: channel.series.reduce((sum, { videos }) => sum + videos.length, 0),
  has_buttons: channel.series.some(({ videos }) => videos.some(({ has_buttons }) => has_buttons)),
})

const changeSeries = (channel: Playlist, change: (series: Series) => Series): Playlist => ({
  ...channel,
  series: channel.series.map(change),
})

const findVideo = (channel: Playlist, videoId: string): Video | undefined =>
  channel.series.flatMap(({ videos }) => videos).find(({ id }) => id === videoId)

/** A video at a place in a series: its own or another. */
export function withVideoAt(channel: Playlist, videoId: string, seriesId: string, index: number): Playlist {
  const video = findVideo(channel, videoId)
  const into = channel.series.find(({ id }) => id === seriesId)
  if (!video || !into) return channel
  const stays = video.series_id === seriesId
  const moved: Video = {
    ...video,
    is_home: stays && video.is_home,
    series_id: seriesId,
    series_name: into.name,
    pivot: { ...video.pivot, serie_id: seriesId },
  }
  return changeSeries(channel, (series) => {
    const others = without(series.videos, videoId)
    if (series.id === seriesId) return withOneHome({ ...series, videos: inserted(others, moved, index) })
    return others.length === series.videos.length ? series : withOneHome({ ...series, videos: others })
  })
}

/** With a video that was somewhere else, at a place in one of its series, whose home it is when it is one. */
export const withVideo = (channel: Playlist, video: Video, index: number): Playlist =>
  counted(
    changeSeries(channel, (series) =>
      series.id === video.series_id
        ? withOneHome({
            ...series,
            videos: inserted(
              without(series.videos, video.id).map((one) => homeOrNot(one, one.is_home && !video.is_home)),
              video,
              index,
            ),
          })
        : series,
    ),
  )

export const withoutVideo = (channel: Playlist, videoId: string): Playlist =>
  findVideo(channel, videoId)
    ? counted(
        changeSeries(channel, (series) => {
          const videos = without(series.videos, videoId)
          return videos.length === series.videos.length ? series : withOneHome({ ...series, videos })
        }),
      )
    : channel

export function withSeriesAt(channel: Playlist, seriesId: string, index: number): Playlist {
  const series = channel.series.find(({ id }) => id === seriesId)
  if (!series) return channel
  return numbered(channel, inserted(without(channel.series, seriesId), series, index))
}

const numbered = (channel: Playlist, order: readonly Series[]): Playlist => ({
  ...channel,
  series: order.map((one, position) => (one.position === position ? one : { ...one, position })),
})

/** With a series as it was answered, new or changed. */
export const withSeries = (channel: Playlist, series: Series): Playlist =>
  counted(numbered(channel, inserted(without(channel.series, series.id), series, series.position)))

export const withoutSeries = (channel: Playlist, seriesId: string): Playlist =>
  counted(numbered(channel, without(channel.series, seriesId)))

export const withHome = (channel: Playlist, videoId: string): Playlist =>
  changeSeries(channel, (series) =>
    series.videos.some(({ id }) => id === videoId)
      ? { ...series, videos: series.videos.map((video) => homeOrNot(video, video.id === videoId)) }
      : series,
  )
