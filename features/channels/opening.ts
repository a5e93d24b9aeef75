/** The opening picture of a screen. The server preloads it, so both sides must choose the same picture and size. */
import type { Playlist, Video } from './contract/shapes.ts'

/**
 * Widths of the picture, as in `<img sizes>`. Phones get a smaller picture than their width: with three pixels per point, 640 to 960 pixels
 * look like 1,600 and load sooner.
 */
export const openingSizes = {
  home: '(min-width: 700px) 100vw, 70vw',
  channel: '(min-width: 1500px) 720px, (min-width: 1000px) 560px, (min-width: 700px) 400px, 70vw',
} as const

/** Returns the video that opens a channel: the opener of its banner, else of its first series. */
export function findOpeningVideo(channel: Playlist): Video | undefined {
  const series = channel.series.find(({ type }) => type === 'header') ?? channel.series.find(({ videos }) => videos.length > 0)
  return series?.videos.find(({ is_home }) => is_home) ?? series?.videos[0]
}

/** The first query of a guest's home page. The server preloads it, so both sides must send the same. */
export const homeChannelsQuery = { query: { limit: 12 } } as const
