import type { PlayableItem } from '#features/player/web/plan.ts'
import type { Playlist, Series, Video } from '../../contract.ts'
import { channelAddress, type HomeView } from '../addresses.ts'
import { videoSubject } from '../subjects.ts'
import { findSeriesOfVideo } from './channel-series.ts'

/** Whether both videos play the same: one is a copy of the other, or their sources and ranges are equal. */
const playsSame = (a: Video, b: Video): boolean =>
  (a.src === b.src || (a.copied_video_id ?? a.id) === (b.copied_video_id ?? b.id)) && a.start_at === b.start_at && a.end_at === b.end_at

/**
 * Returns the videos to play, beginning with this one: the following ones of its series, and after a banner also the first series. Omits
 * videos with a dead link, except the requested one.
 */
export function videosToPlay(channel: Playlist, videoId: string): Video[] {
  const series = findSeriesOfVideo(channel, videoId)
  const first = series?.type === 'header' ? channel.series.find(({ type, videos }) => type !== 'header' && videos.length > 0) : undefined
  const videos = series?.videos ?? []
  const others = first?.videos.filter((video) => !videos.some((item) => playsSame(item, video))) ?? []
  return [...videos, ...others].filter((video) => video.id === videoId || !video.is_gone)
}

export const toPlayableItem = (home: HomeView, channel: Playlist, series: Series | undefined, video: Video): PlayableItem => ({
  id: video.id,
  title: video.title,
  subtitle: video.series_name,
  image: video.image,
  src: video.src,
  embed_url: video.embed_url,
  content_type: video.content_type,
  duration: video.duration,
  start_at: video.start_at,
  end_at: video.end_at,
  site: video.site,
  description: video.description,
  seriesDescription: series?.description,
  subject: series && videoSubject(channel, series, video),
  within: channel.id,
  href: channelAddress(home, { playlist: channel.id, play: video.id }),
  partOf: channel.name,
  gone: video.is_gone,
})
