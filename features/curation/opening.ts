/** What a screen opens with, which the server has fetched beside the code: both must mean the same picture in the same size. */
import type { DefaultPlaylist, Playlist, Video, VideoCard } from './shapes.ts'

/** How wide the picture is drawn, as in `<img sizes>`. */
export const openingSizes = { home: '100vw', channel: '(min-width: 700px) 480px, 100vw' } as const

/** The first video with a picture: the welcome of the home stands on it. */
export const welcomeVideo = (channels: readonly DefaultPlaylist[]): VideoCard | undefined =>
  channels.flatMap(({ series }) => series.flatMap(({ videos }) => videos)).find(({ image }) => image)

/** What a channel opens with: the home video of its header, else of its first series. */
export function openingOf(channel: Playlist): Video | undefined {
  const series = channel.series.find(({ type }) => type === 'header') ?? channel.series.find(({ videos }) => videos.length > 0)
  return series?.videos.find(({ is_home }) => is_home) ?? series?.videos[0]
}
