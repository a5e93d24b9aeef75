/** What a screen opens with, which the server has fetched beside the code: both must mean the same picture in the same size. */
import type { Playlist, Video } from './shapes.ts'

/**
 * How wide the picture is drawn, as in `<img sizes>`. A phone is told less than it is: with its three pixels a point 640 to 960 look the
 * same as 1,600, and come sooner.
 */
export const openingSizes = {
  home: '(min-width: 700px) 100vw, 70vw',
  channel: '(min-width: 1500px) 720px, (min-width: 1000px) 560px, (min-width: 700px) 400px, 70vw',
} as const

/** What a channel opens with: the home video of its header, else of its first series. */
export function openingOf(channel: Playlist): Video | undefined {
  const series = channel.series.find(({ type }) => type === 'header') ?? channel.series.find(({ videos }) => videos.length > 0)
  return series?.videos.find(({ is_home }) => is_home) ?? series?.videos[0]
}

/** What the guest's home asks for first: the page that the server sends and the screen must ask for the same. */
export const homeRead = { query: { limit: 12 } } as const
