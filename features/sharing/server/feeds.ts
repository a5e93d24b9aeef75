import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import { type Language, preferredLanguage } from '#kit/contract/texts.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { PictureSignatures } from '#features/media/server/picture-signatures.ts'
import { texts } from './texts.ts'
import { embedPath, feedPath, addViaParameter, sharedPath } from '../rules.ts'
import {
  findLinkedChannel,
  findSeriesIn,
  listNewestVideos,
  type PublicChannel,
  type PublicSeries,
  type PublicVideo,
} from './queries/public-content.ts'
import { readAsGuest, sendDocument, type PublicDocumentOptions } from './public-documents.ts'
import { xmlElement, escapeXml } from '#kit/server/xml.ts'

/** Maximum videos in a feed. */
const maxVideos = 50

/** A feed's data. URLs are absolute. */
interface Feed {
  title: string
  description: string
  author: string | null
  /** URLs of the channel's page, and of the feed itself. */
  home: string
  self: string
  icon: string | null
  items: FeedItem[]
}
interface FeedItem {
  video: PublicVideo
  url: string
  /** URL of the embeddable player; none behind a private link. */
  player: string | null
  image: string | null
  /** URL of a directly playable file. */
  file: string | null
  /** The category for videos that require a package, in the feed reader's language; null for other videos. */
  locked: string | null
}

/** Media types by how a video plays, for videos without a media type. */
const fileTypes: Readonly<Record<string, string>> = {
  hls: 'application/vnd.apple.mpegurl',
  dash: 'application/dash+xml',
  file: 'video/mp4',
  audio: 'audio/mpeg',
}
const typeOf = ({ content_type, kind }: PublicVideo) => content_type ?? fileTypes[kind]!
const mediumOf = ({ kind }: PublicVideo) => (kind === 'audio' ? 'audio' : 'video')

const isLocked = ({ src }: PublicVideo) => src === null
/** Returns the title, with a lock if the video requires a package, because feed readers may show only titles. */
const titleOf = (video: PublicVideo) => (isLocked(video) ? `🔒 ${video.title}` : video.title)

const formatRfc822 = (time: string) => new Date(time).toUTCString()
/** Escapes plain text, because feed readers parse descriptions as HTML. */
const formatHtml = (text: string) => escapeXml(text).replaceAll('\n', '<br>')

function itemOfRss({ video, url, player, image, file, locked }: FeedItem): string {
  const length = video.duration === null ? {} : { duration: video.duration }
  return [
    '<item>',
    xmlElement('title', titleOf(video)),
    xmlElement('link', url),
    xmlElement('guid', `${brand.toLowerCase()}:video:${video.id}`, { isPermaLink: 'false' }),
    xmlElement('pubDate', formatRfc822(video.created_at)),
    xmlElement('category', video.serie_name),
    locked !== null && xmlElement('category', locked),
    video.description && xmlElement('description', formatHtml(video.description)),
    xmlElement('media:title', video.title, { type: 'plain' }),
    video.description && xmlElement('media:description', video.description, { type: 'plain' }),
    // Podcast players require `enclosure`, for which RSS requires a length. The file size is unknown; readers accept 0.
    file && xmlElement('enclosure', '', { url: file, type: typeOf(video), length: 0 }),
    file && xmlElement('media:content', '', { url: file, type: typeOf(video), medium: mediumOf(video), ...length }),
    player && xmlElement('media:player', '', { url: player }),
    image && xmlElement('media:thumbnail', '', { url: image }),
    '</item>',
  ]
    .filter(Boolean)
    .join('')
}

function formatRss({ title, description, author, home, self, icon, items }: Feed): string {
  const last = items[0]?.video.created_at
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel>',
    xmlElement('title', title),
    xmlElement('link', home),
    xmlElement('atom:link', '', { rel: 'self', type: 'application/rss+xml', href: self }),
    xmlElement('description', formatHtml(description || title)),
    xmlElement('generator', brand),
    author && xmlElement('dc:creator', author),
    last && xmlElement('lastBuildDate', formatRfc822(last)),
    icon && `<image>${xmlElement('url', icon)}${xmlElement('title', title)}${xmlElement('link', home)}</image>`,
    ...items.map(itemOfRss),
    '</channel></rss>',
  ]
    .filter(Boolean)
    .join('')
}

function formatJsonFeed({ title, description, author, home, self, icon, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    ...(description && { description }),
    ...(icon && { icon }),
    ...(author && { authors: [{ name: author }] }),
    items: items.map(({ video, url, image, file, locked }) => ({
      id: `${brand.toLowerCase()}:video:${video.id}`,
      url,
      title: titleOf(video),
      content_text: video.description || video.title,
      date_published: video.created_at,
      tags: [video.serie_name, ...(locked === null ? [] : [locked])],
      // JSON Feed allows other fields only in objects whose names begin with an underscore.
      ...(locked !== null && { [`_${brand.toLowerCase()}`]: { is_locked: true } }),
      ...(image && { image }),
      ...(file && {
        attachments: [{ url: file, mime_type: typeOf(video), ...(video.duration !== null && { duration_in_seconds: video.duration }) }],
      }),
    })),
  })
}

const formats = {
  xml: { type: 'application/rss+xml; charset=utf-8', write: formatRss },
  json: { type: 'application/feed+json; charset=utf-8', write: formatJsonFeed },
} as const
type Format = keyof typeof formats

interface FeedAddress {
  playlistId: string
  serieId?: string | undefined
  format: Format
}
interface FeedContent {
  channel: PublicChannel
  serie: PublicSeries | undefined
  videos: readonly PublicVideo[]
}
interface FeedVariant {
  format: Format
  language: Language
}

const fileNamePattern = /^([A-Za-z0-9]{11})\.(xml|json)$/

/** Serves feeds of public channels, and of private links to readers who have the address. */
export function serveFeeds(app: FastifyInstance, options: PublicDocumentOptions & { signatures: PictureSignatures }): void {
  const { publicUrl, signatures } = options

  async function feedOf(db: Db, { channel, serie, videos }: FeedContent, { format, language }: FeedVariant): Promise<Feed> {
    // Signs pictures and files behind a private link, for a day.
    const sign = channel.is_behind_link ? await signatures.linkSigner(db, channel.id) : undefined
    const fullUrl = (path: string) => `${publicUrl}${path}`
    const absoluteUrl = (path: string | null) => path && fullUrl(sign ? sign(path) : path)
    const { id: playlistId, slug } = channel
    return {
      title: serie ? `${serie.name} · ${channel.name}` : channel.name,
      description: serie?.description || channel.description,
      author: channel.nickname,
      home: addViaParameter(fullUrl(sharedPath({ playlistId, slug, serieId: serie?.id })), 'feed'),
      self: fullUrl(feedPath(playlistId, format, serie?.id)),
      icon: absoluteUrl(channel.icon),
      items: videos.map((video) => ({
        video,
        url: addViaParameter(fullUrl(sharedPath({ playlistId, serieId: video.serie_id, videoId: video.id })), 'feed'),
        player: channel.is_behind_link ? null : fullUrl(embedPath({ playlistId, videoId: video.id })),
        image: absoluteUrl(video.image),
        file:
          !fileTypes[video.kind] || video.is_barred_somewhere || video.src === null
            ? null
            : video.src.startsWith('/')
              ? absoluteUrl(video.src)
              : video.src,
        locked: isLocked(video) ? texts[language]('feed.locked') : null,
      })),
    }
  }

  async function serve(request: FastifyRequest, reply: FastifyReply, { playlistId, serieId, format }: FeedAddress) {
    const { type, write } = formats[format]
    const language = preferredLanguage(request.headers['accept-language'])
    const body = await readAsGuest(options, request, reply, async (db, reader, primary) => {
      const channel = (await findLinkedChannel(db, reader, playlistId)) ?? fail(commonErrors.not_found)
      const serie = serieId === undefined ? undefined : ((await findSeriesIn(db, playlistId, serieId)) ?? fail(commonErrors.not_found))
      const videos = await listNewestVideos(db, reader, playlistId, maxVideos, serieId)
      return write(await feedOf(primary, { channel, serie, videos }, { format, language }))
    })
    return sendDocument(request, reply.headers({ 'x-robots-tag': 'noindex', vary: 'Accept-Language' }), type, body)
  }

  app.get('/feeds/:file', (request, reply) => {
    const [, id, format] = fileNamePattern.exec((request.params as { file: string }).file) ?? fail(commonErrors.not_found)
    return serve(request, reply, { playlistId: id!, format: format as Format })
  })
  app.get('/feeds/:id/:file', (request, reply) => {
    const { id, file } = request.params as { id: string; file: string }
    const [, serieId, format] = fileNamePattern.exec(file) ?? fail(commonErrors.not_found)
    return serve(request, reply, { playlistId: id, serieId, format: format as Format })
  })
}
