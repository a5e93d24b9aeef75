import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import { type Language, languages, preferredLanguage } from '#kit/contract/texts.ts'
import { escapeScriptJson } from '#kit/server/http/script-json.ts'
import { readStandalonePage } from '#kit/server/http/standalone-page.ts'
import { escapeXml } from '#kit/server/xml.ts'
import { parsePictureAddress, pictureUrl } from '#features/media/picture-addresses.ts'
import { readPublicCaptions } from '#features/uploads/server/captions.ts'
import { type EmbedData, embedDataId } from '../embed-data.ts'
import { parseStartTime, sharedPath } from '../rules.ts'
import { type PublicVideo, findPublicChannel, findPublicVideo, findSeriesIn, listPlayableVideos } from './queries/public-content.ts'
import { type PublicDocumentOptions, readAsGuest } from './public-documents.ts'
import { texts } from './texts.ts'

/** Maximum videos in a channel's player. */
const maxVideos = 50

const playSign = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 3.5v17l15-8.5z"/></svg>'

const lockSign =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 10V7a4 4 0 0 1 8 0v3m-10 0h12v10H6z" fill="none" stroke="currentColor" stroke-width="2"/></svg>'

/** Returns the language in the URL, or else the browser's. Reads no cookie, so that everyone gets the same page. */
function languageOf(request: FastifyRequest): Language {
  const requestedLanguage = (request.query as { lang?: unknown }).lang
  return languages.find((language) => language === requestedLanguage) ?? preferredLanguage(request.headers['accept-language'])
}

/** A video that no package locks. */
type PlayableVideo = PublicVideo & { src: string }
const isPlayable = (video: PublicVideo): video is PlayableVideo => video.src !== null

type Captions = Awaited<ReturnType<typeof readPublicCaptions>>

function languageName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

const shownWidth = 960
const listedWidth = 160
const pictureOf = ({ image }: PublicVideo, width: number) => {
  const picture = image && parsePictureAddress(image)
  return picture ? pictureUrl(picture.id, width) : null
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** Formats seconds: `4:05`, `1:04:05`. */
function formatLength(duration: number): string {
  const seconds = Math.floor(duration)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}` : `${minutes}:${twoDigits(seconds % 60)}`
}

/** A video in the list: its picture, title and length. */
function rowOf(video: PlayableVideo): string {
  const picture = pictureOf(video, listedWidth)
  return [
    `<li><button type="button"><span class="picture">`,
    picture ? `<img src="${picture}" alt="" loading="lazy" width="96" height="64">` : '',
    `</span><span class="name">${escapeXml(video.title)}</span>`,
    video.duration === null ? '' : `<small>${formatLength(video.duration)}</small>`,
    '</button></li>',
  ].join('')
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

  function send(reply: FastifyReply, language: Language, title: string, body: string, script: boolean) {
    guestWeight.add(reply.request, body)
    const head = [
      '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
      `<title>${escapeXml(title)} · ${brand}</title>`,
      ...(files?.styles ?? []).map((href) => `<link rel="stylesheet" href="${href}">`),
      script && files ? `<script type="module" src="${files.script}"></script>` : '',
    ]
    return reply
      .headers({ 'cache-control': 'no-store', vary: 'Accept-Language', 'cross-origin-opener-policy': 'unsafe-none' })
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><html lang="${language}"><head>${head.join('')}</head><body>${body}</body></html>`)
  }

  function sendPlain(reply: FastifyReply, language: Language) {
    const t = texts[language]
    const link = `<a href="${publicUrl}/${language}/" target="_blank" rel="noopener">${escapeXml(t('embed.to_brand', { brand }))}</a>`
    const body = `<main class="plain"><h1>${escapeXml(t('embed.gone'))}</h1><p>${link}</p></main>`
    return send(reply.code(404), language, t('embed.gone'), body, false)
  }

  function sendLocked(reply: FastifyReply, language: Language, title: string, page: string) {
    const t = texts[language]
    const link = `<a href="${escapeXml(page)}" target="_blank" rel="noopener">${escapeXml(t('embed.watch_on', { brand }))}</a>`
    const body = `<main class="plain"><h1>${escapeXml(title)}</h1><p>${lockSign} ${escapeXml(t('embed.locked'))}</p><p>${link}</p></main>`
    return send(reply, language, title, body, false)
  }

  function sendPlayer(
    reply: FastifyReply,
    language: Language,
    player: {
      name: string
      videos: readonly PlayableVideo[]
      captions: Captions
      hasList: boolean
      startSeconds: number | undefined
      page: string
    },
  ) {
    const t = texts[language]
    const { name, videos, captions, hasList, startSeconds, page } = player
    const hrefOf = ({ playlist_id, serie_id, id }: PublicVideo) =>
      `${publicUrl}/${language}${sharedPath({ playlistId: playlist_id, serieId: serie_id, videoId: id })}`
    const data: EmbedData = {
      videos: videos.map((video) => ({
        id: video.id,
        title: video.title,
        image: video.image,
        src: video.src,
        embed_url: video.embed_url,
        content_type: video.content_type,
        start_at: video.start_at,
        end_at: video.end_at,
        captions: (captions.get(video.id) ?? []).map((caption) => ({ ...caption, label: languageName(caption.language, language) })),
        href: hrefOf(video),
      })),
      startSeconds: startSeconds ?? null,
      texts: { frame: t('embed.frame'), consent: t('embed.consent'), failed: t('embed.failed') },
    }
    const [first] = videos as [PlayableVideo, ...PlayableVideo[]]
    const picture = pictureOf(first, shownWidth)
    const body = [
      `<main${hasList ? ' class="with-list"' : ''}>`,
      `<div id="stage">${picture ? `<img src="${picture}" alt="">` : ''}`,
      `<button type="button" aria-label="${escapeXml(t('embed.play', { title: first.title }))}">${playSign}</button></div>`,
      `<header><h1><a id="title" href="${escapeXml(hrefOf(first))}" target="_blank" rel="noopener">${escapeXml(first.title)}</a></h1>`,
      `<a id="brand" href="${escapeXml(page)}" target="_blank" rel="noopener">${escapeXml(t('embed.watch_on', { brand }))}</a></header>`,
      '<p id="said" role="status" hidden></p>',
      hasList ? `<ol id="list" aria-label="${escapeXml(name)}">${videos.map(rowOf).join('')}</ol>` : '',
      `</main><script type="application/json" id="${embedDataId}">${escapeScriptJson(JSON.stringify(data))}</script>`,
    ]
    return send(reply, language, name, body.join(''), true)
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
    if (!result) return sendPlain(reply, language)
    const { video, captions } = result
    const page = `${publicUrl}/${language}${sharedPath({ playlistId: video.playlist_id, serieId: video.serie_id, videoId: id })}`
    if (!isPlayable(video)) return sendLocked(reply, language, video.title, page)
    const startSeconds = parseStartTime(String((request.query as { t?: unknown }).t))
    return sendPlayer(reply, language, { name: video.title, videos: [video], captions, hasList: false, startSeconds, page })
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
    if (!result?.videos.length && !result?.channel.is_locked) return sendPlain(reply, language)
    const { channel, serie, captions } = result
    const videos = result.videos.filter(isPlayable)
    const page = `${publicUrl}/${language}${sharedPath({ playlistId: id, slug: channel.slug, serieId })}`
    if (!videos.length) return sendLocked(reply, language, serie?.name ?? channel.name, page)
    return sendPlayer(reply, language, {
      name: serie?.name ?? channel.name,
      videos,
      captions,
      hasList: true,
      startSeconds: undefined,
      page,
    })
  })
}
