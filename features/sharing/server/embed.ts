import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import { type Language, languages, preferredLanguage } from '#kit/contract/texts.ts'
import { readStandalonePage } from '#kit/server/http/standalone-page.ts'
import { escapeXml } from '#kit/server/xml.ts'
import { readPublicCaptions } from '#features/uploads/server/captions.ts'
import { parseStartTime, sharedPath } from '../rules.ts'
import { findPublicChannel, findPublicVideo, findSeriesIn, listPlayableVideos } from './queries/public-content.ts'
import { type EmbedPage, isPlayable, lockedPage, plainPage, playerPage } from './embed-pages.ts'
import { type PublicDocumentOptions, readAsGuest } from './public-documents.ts'

/** Maximum videos in a channel's player. */
const maxVideos = 50

/** Returns the language in the URL, or else the browser's. Reads no cookie, so that everyone gets the same page. */
function languageOf(request: FastifyRequest): Language {
  const requestedLanguage = (request.query as { lang?: unknown }).lang
  return languages.find((language) => language === requestedLanguage) ?? preferredLanguage(request.headers['accept-language'])
}

export interface EmbedOptions extends PublicDocumentOptions {
  /** Folder of the built web app; without it pages have no script, as in tests. */
  webDir: string | undefined
}

/**
 * Serves pages that any site may frame: a public video, or the videos of a public channel. They neither read nor set credentials, so
 * everyone gets the same page. Private, adult and deleted things all get the same plain page.
 */
export function serveEmbed(app: FastifyInstance, options: EmbedOptions): void {
  const { publicUrl, webDir, guestWeight } = options
  const files = webDir === undefined ? undefined : readStandalonePage(webDir, 'features/sharing/web/embed/main.ts')

  function send(reply: FastifyReply, language: Language, { title, body, hasPlayer }: EmbedPage) {
    guestWeight.add(reply.request, body)
    const head = [
      '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
      `<title>${escapeXml(title)} · ${brand}</title>`,
      ...(files?.styles ?? []).map((href) => `<link rel="stylesheet" href="${href}">`),
      hasPlayer && files ? `<script type="module" src="${files.script}"></script>` : '',
    ]
    return reply
      .headers({ 'cache-control': 'no-store', vary: 'Accept-Language', 'cross-origin-opener-policy': 'unsafe-none' })
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><html lang="${language}"><head>${head.join('')}</head><body>${body}</body></html>`)
  }

  const isId = (text: string | undefined) => /^[A-Za-z0-9]{11}$/.test(text ?? '')
  const config = { framedBy: 'everybody' } as const

  app.get('/embed/:id', { config }, async (request, reply) => {
    const language = languageOf(request)
    const { id } = request.params as { id: string }
    const result = isId(id)
      ? await readAsGuest(options, request, reply, async (db, reader) => {
          const video = await findPublicVideo(db, reader, id)
          return video && !video.is_gone ? { video, captions: await readPublicCaptions(db, [id]) } : undefined
        })
      : undefined
    if (!result) return send(reply.code(404), language, plainPage({ publicUrl, language }))
    const { video, captions } = result
    const page = `${publicUrl}/${language}${sharedPath({ playlistId: video.playlist_id, serieId: video.serie_id, videoId: id })}`
    if (!isPlayable(video)) return send(reply, language, lockedPage(language, video.title, page))
    const startSeconds = parseStartTime(String((request.query as { t?: unknown }).t))
    const player = { name: video.title, videos: [video], captions, hasList: false, startSeconds, page } as const
    return send(reply, language, playerPage({ publicUrl, language }, player))
  })

  app.get('/embed/channel/:id', { config }, async (request, reply) => {
    const language = languageOf(request)
    const { id } = request.params as { id: string }
    const requestedSerie = (request.query as { serie?: unknown }).serie
    const serieId = typeof requestedSerie === 'string' ? requestedSerie : undefined
    const result =
      isId(id) && (serieId === undefined || isId(serieId))
        ? await readAsGuest(options, request, reply, async (db, reader) => {
            const channel = await findPublicChannel(db, reader, id)
            const serie = channel && serieId !== undefined ? await findSeriesIn(db, id, serieId) : undefined
            if (!channel || (serieId !== undefined && !serie)) return undefined
            const videos = await listPlayableVideos(db, reader, id, maxVideos, serieId)
            const ids = videos.map((video) => video.id)
            return { channel, serie, videos, captions: await readPublicCaptions(db, ids) }
          })
        : undefined
    if (!result?.videos.length && !result?.channel.is_locked) return send(reply.code(404), language, plainPage({ publicUrl, language }))
    const { channel, serie, captions } = result
    const name = serie?.name ?? channel.name
    const [first, ...others] = result.videos.filter(isPlayable)
    const page = `${publicUrl}/${language}${sharedPath({ playlistId: id, slug: channel.slug, serieId })}`
    if (!first) return send(reply, language, lockedPage(language, name, page))
    const player = { name, videos: [first, ...others], captions, hasList: true, startSeconds: undefined, page } as const
    return send(reply, language, playerPage({ publicUrl, language }, player))
  })
}
