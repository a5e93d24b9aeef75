import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { brand } from '#kit/contract/brand.ts'
import { integer } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { languages } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { parseQuery } from '#kit/server/http/parse.ts'
import type { Reader } from '#kit/server/reader.ts'
import { ownHosts } from '#kit/server/http/own-hosts.ts'
import { isReserved } from '#features/accounts/rules.ts'
import { slugPattern } from '#features/channels/input-rules.ts'
import { embedCode, embedPath, embedSizes, parseStartTime } from '../rules.ts'
import { cardPath, type CardType, cardVersion } from './cards.ts'
import { cardSize } from './card-size.ts'
import { findCard, findPublicChannel, findPublicChannelBySlug, findPublicSeries, findPublicVideo } from './queries/public-content.ts'
import { readAsGuest, sendDocument, type PublicDocumentOptions } from './public-documents.ts'
import { xmlElement } from '#kit/server/xml.ts'

/** Parameter names follow oEmbed (https://oembed.com). */
const Query = z.object({
  url: z.string().check(z.minLength(1), z.maxLength(2000)),
  format: z.optional(z.enum(['json', 'xml'])),
  maxwidth: z.optional(integer(1, 10_000)),
  maxheight: z.optional(integer(1, 10_000)),
})

/** The target of one of our URLs. */
interface UrlTarget {
  playlistId?: string | undefined
  serieId?: string | undefined
  videoId?: string | undefined
  slug?: string | undefined
  startSeconds?: number | undefined
}

const isId = (text: string | null | undefined) => /^[A-Za-z0-9]{11}$/.test(text ?? '')
const idOf = (text: string | null | undefined) => (isId(text) ? text! : undefined)

/** Parses a URL of a channel, series, video or embeddable player, with or without language; undefined for others. */
function readAddress(text: string, hosts: readonly string[]): UrlTarget | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, host, pathname, searchParams } = new URL(text)
  if (!/^https?:$/.test(protocol) || !hosts.includes(host)) return undefined
  const steps = pathname.split('/').filter(Boolean)
  if (languages.some((language) => language === steps[0])) steps.shift()
  const [screen, first, second] = steps
  const startSeconds = parseStartTime(searchParams.get('t'))
  if (screen === 'embed' && steps.length === (first === 'channel' ? 3 : 2))
    return first === 'channel'
      ? { playlistId: idOf(second), serieId: idOf(searchParams.get('serie')) }
      : { videoId: idOf(first), startSeconds }
  if (steps.length !== 1 || !screen) return undefined
  if (screen === 'playlists' || screen === 'my-playlists')
    return {
      playlistId: idOf(searchParams.get('playlist')),
      serieId: idOf(searchParams.get('serie')),
      videoId: idOf(searchParams.get('play') ?? searchParams.get('video')),
      startSeconds,
    }
  return slugPattern.test(screen) && !isReserved(screen) ? { slug: screen } : undefined
}

/** The public data of a URL's target. */
interface OEmbedSubject {
  type: CardType
  id: string
  playlistId: string
  serieId?: string | undefined
  videoId?: string | undefined
}

async function findOEmbedSubject(
  db: Db,
  reader: Reader<null>,
  { playlistId, serieId, videoId, slug }: UrlTarget,
): Promise<OEmbedSubject | undefined> {
  if (videoId !== undefined) {
    const video = await findPublicVideo(db, reader, videoId)
    // A video in another channel than the URL names counts as missing.
    const isInChannel = video && !video.is_gone && (playlistId === undefined || video.playlist_id === playlistId)
    return isInChannel ? { type: 'video', id: videoId, playlistId: video.playlist_id, serieId: video.serie_id, videoId } : undefined
  }
  if (serieId !== undefined) {
    const serie = await findPublicSeries(db, reader, serieId)
    return serie && serie.playlist_id === playlistId ? { type: 'serie', id: serieId, playlistId, serieId } : undefined
  }
  const channel =
    slug !== undefined
      ? await findPublicChannelBySlug(db, reader, slug)
      : playlistId !== undefined
        ? await findPublicChannel(db, reader, playlistId)
        : undefined
  return channel && { type: 'playlist', id: channel.id, playlistId: channel.id }
}

/** Returns the largest size that fits and has the player's aspect ratio. */
function fitInto({ width, height }: { width: number; height: number }, maxWidth = width, maxHeight = height) {
  const scale = Math.min(1, maxWidth / width, maxHeight / height)
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

/** Returns the oEmbed discovery link of a page. */
export const oembedPath = (url: string, format: 'json' | 'xml'): string => `/api/oembed?${new URLSearchParams({ url, format }).toString()}`

/** The oEmbed endpoint for channels, series and videos. */
export function serveOembed(app: FastifyInstance, options: PublicDocumentOptions): void {
  const { publicUrl } = options
  app.get('/api/oembed', async (request, reply) => {
    const { url, format = 'json', maxwidth, maxheight } = parseQuery(Query, request.query)
    const response = await readAsGuest(options, request, reply, async (db, reader) => {
      const target = readAddress(url, ownHosts(request, publicUrl)) ?? fail(commonErrors.not_found)
      const result = (await findOEmbedSubject(db, reader, target)) ?? fail(commonErrors.not_found)
      const card = (await findCard[result.type](db, result.id)) ?? fail(commonErrors.not_found)
      const size = fitInto(result.type === 'video' ? embedSizes.video : embedSizes.channel, maxwidth, maxheight)
      const src = `${publicUrl}${embedPath(result, target.startSeconds)}`
      return {
        type: result.type === 'video' ? 'video' : 'rich',
        version: '1.0',
        title: card.name,
        ...(card.by !== null && { author_name: card.by }),
        provider_name: brand,
        provider_url: publicUrl,
        // No caching, because the thing may become private at any time.
        cache_age: 0,
        thumbnail_url: `${publicUrl}${cardPath(result.type, result.id, cardVersion(card))}`,
        thumbnail_width: cardSize.width,
        thumbnail_height: cardSize.height,
        html: embedCode({ url: src, title: card.name, ...size }),
        ...size,
      }
    })
    if (format === 'json') return sendDocument(request, reply, 'application/json; charset=utf-8', JSON.stringify(response))
    const fields = Object.entries(response).map(([name, value]) => xmlElement(name, value))
    const xml = `<?xml version="1.0" encoding="utf-8" standalone="yes"?><oembed>${fields.join('')}</oembed>`
    return sendDocument(request, reply, 'text/xml; charset=utf-8', xml)
  })
}
