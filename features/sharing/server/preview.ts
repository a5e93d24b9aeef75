import type { PageHead } from '#kit/server/http/page-renderer.ts'
import type { PageRequest } from '#kit/server/http/pages.ts'
import type { Playlist, Series, Video } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { detectPlayback } from '#features/media/rules.ts'
import { embedPath, feedPath, sharedPath, type SharedPlace } from '../rules.ts'
import { cardPath, type CardType, cardVersion } from './cards.ts'
import { cardSize } from './card-size.ts'
import { oembedPath } from './oembed.ts'
import type { CardContent } from './queries/public-content.ts'

/** Maximum videos of a channel in structured data. */
const listedVideos = 20

/** Returns the series or video in a channel's URL. */
function requestedItem(channel: Playlist, { search }: PageRequest): { series?: Series; video?: Video } {
  const videoId = search.get('play') ?? search.get('video')
  const videoSeries = videoId === null ? undefined : channel.series.find(({ videos }) => videos.some(({ id }) => id === videoId))
  const video = videoSeries?.videos.find(({ id }) => id === videoId)
  if (videoSeries && video) return { series: videoSeries, video }
  const series = channel.series.find(({ id }) => id === search.get('serie'))
  return series ? { series } : {}
}

const picturesOf = (series: readonly Series[]) =>
  series
    .flatMap(({ videos }) => videos)
    .filter(({ adult }) => !adult)
    .flatMap(({ image }) => image ?? [])
    .slice(0, 4)

/** Returns the data on the card. Their hash is in the card's URL. */
function cardOf(
  channel: Playlist,
  { series, video }: { series?: Series; video?: Video },
): { type: CardType; id: string; facts: CardContent } {
  if (video)
    return { type: 'video', id: video.id, facts: { name: video.title, by: channel.name, pictures: video.image ? [video.image] : [] } }
  if (series) return { type: 'serie', id: series.id, facts: { name: series.name, by: channel.name, pictures: picturesOf([series]) } }
  const pictures = picturesOf(channel.series)
  const cardPictures = pictures.length || !channel.icon ? pictures : [channel.icon]
  return { type: 'playlist', id: channel.id, facts: { name: channel.name, by: channel.nickname, pictures: cardPictures } }
}

const isoDuration = (seconds: number) => `PT${seconds}S`

/** Returns a schema.org VideoObject. Search engines require a picture in it. */
function factsOfVideo(video: Video, channel: Playlist, origin: string, image: string) {
  const url = `${origin}${sharedPath({ playlistId: channel.id, serieId: video.series_id, videoId: video.id })}`
  const playback = detectPlayback(video)
  return {
    '@type': 'VideoObject',
    name: video.title,
    description: video.description || `${video.title} · ${channel.name}`,
    thumbnailUrl: [`${origin}${video.image ?? image}`],
    uploadDate: video.published_at,
    url,
    embedUrl: `${origin}${embedPath({ playlistId: channel.id, videoId: video.id })}`,
    ...(playback?.kind === 'file' && video.src !== null && { contentUrl: new URL(video.src, origin).href }),
    ...(video.duration !== null && { duration: isoDuration(video.duration) }),
  }
}

function factsOf(channel: Playlist, { series, video }: { series?: Series; video?: Video }, place: SharedPlace, image: string) {
  return (origin: string): object => {
    if (video) return { '@context': 'https://schema.org', ...factsOfVideo(video, channel, origin, image) }
    const videos = (series ? [series] : channel.series).flatMap((item) => item.videos).filter(({ is_gone }) => !is_gone)
    return {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name: series?.name ?? channel.name,
      ...(channel.description && { description: channel.description }),
      url: `${origin}${sharedPath(place)}`,
      ...(channel.nickname && { author: { '@type': 'Person', name: channel.nickname } }),
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: videos.length,
        itemListElement: videos.slice(0, listedVideos).map((video, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          item: factsOfVideo(video, channel, origin, image),
        })),
      },
    }
  }
}

/**
 * Returns preview metadata for the page of a channel, series or video. For things that aren't public, and adult ones, returns only title
 * and description, without data for other sites.
 */
export function createPreview(channel: Playlist, request: PageRequest): Partial<PageHead> {
  const requested = requestedItem(channel, request)
  const { series, video } = requested
  const title = video?.title ?? series?.name
  const names = {
    ...(title !== undefined && { title: `${title} · ${channel.name}` }),
    ...((video?.description || series?.description) && { description: video?.description || series?.description || '' }),
  }
  if (channel.status_id !== status.public || channel.adult || video?.adult) return names
  const place = { playlistId: channel.id, slug: channel.slug, serieId: series?.id, videoId: video?.id }
  const card = cardOf(channel, requested)
  const image = cardPath(card.type, card.id, cardVersion(card.facts))
  return {
    ...names,
    image,
    imageSize: cardSize,
    ...(video && { type: 'video.other' }),
    canonical: sharedPath(video ? place : { playlistId: channel.id, slug: channel.slug }),
    facts: factsOf(channel, requested, place, image),
    alternates: (origin) => {
      const url = `${origin}${sharedPath(place)}`
      return [
        { type: 'application/rss+xml', title: channel.name, path: feedPath(channel.id, 'xml') },
        { type: 'application/feed+json', title: channel.name, path: feedPath(channel.id, 'json') },
        { type: 'application/json+oembed', title: title ?? channel.name, path: oembedPath(url, 'json') },
        { type: 'text/xml+oembed', title: title ?? channel.name, path: oembedPath(url, 'xml') },
      ]
    },
  }
}
