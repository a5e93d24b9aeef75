import type { Playlist, Series, Video } from '../../contract.ts'

/** The part of `edits.ts` that every channel screen needs. `edits.ts` loads with the first edit. */

/** Ensures that a series has one opener: the chosen one, else the first. */
export function withOneOpener(series: Series): Series {
  const home = series.videos.find(({ is_home }) => is_home) ?? series.videos[0]
  return { ...series, videos: series.videos.map((video) => withIsHome(video, video === home)) }
}

export const withIsHome = (video: Video, is_home: boolean): Video => (video.is_home === is_home ? video : { ...video, is_home })

/** Recomputes the fields of a channel that depend on its content. */
export const withUpdatedCounts = (channel: Playlist): Playlist => ({
  ...channel,
  videos: channel.series.reduce((sum, { videos }) => sum + videos.length, 0),
  has_buttons: channel.series.some(({ videos }) => videos.some(({ has_buttons }) => has_buttons)),
})

export const mapSeries = (channel: Playlist, change: (series: Series) => Series): Playlist => ({
  ...channel,
  series: channel.series.map(change),
})

/** Removes videos; returns the same object if the channel has none of them. */
export function withoutVideos(channel: Playlist, videoIds: readonly string[]): Playlist {
  const isGone = new Set(videoIds)
  const changed = mapSeries(channel, (series) => {
    const videos = series.videos.filter(({ id }) => !isGone.has(id))
    return videos.length === series.videos.length ? series : withOneOpener({ ...series, videos })
  })
  return changed.series.every((series, index) => series === channel.series[index]) ? channel : withUpdatedCounts(changed)
}
