import { brand } from '#kit/contract/brand.ts'
import type { Language } from '#kit/contract/texts.ts'
import { escapeScriptJson } from '#kit/server/http/script-json.ts'
import { escapeXml } from '#kit/server/xml.ts'
import { parsePictureAddress, pictureUrl } from '#features/media/picture-addresses.ts'
import type { readPublicCaptions } from '#features/uploads/server/captions.ts'
import { type EmbedData, embedDataId } from '../embed-data.ts'
import { sharedPath } from '../rules.ts'
import type { PublicVideo } from './queries/public-content.ts'
import { texts } from './texts.ts'

/** A page of the embedded player. `body`: the HTML in its `<body>`. */
export interface EmbedPage {
  title: string
  body: string
  hasPlayer: boolean
}

interface EmbedSite {
  publicUrl: string
  language: Language
}

const playSign = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 3.5v17l15-8.5z"/></svg>'

const lockSign =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 10V7a4 4 0 0 1 8 0v3m-10 0h12v10H6z" fill="none" stroke="currentColor" stroke-width="2"/></svg>'

/** A video that no package locks. */
export type PlayableVideo = PublicVideo & { src: string }
export const isPlayable = (video: PublicVideo): video is PlayableVideo => video.src !== null

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

const linkTo = (href: string, text: string) => `<a href="${escapeXml(href)}" target="_blank" rel="noopener">${escapeXml(text)}</a>`

/** The page for everything that guests may not see. */
export function plainPage({ publicUrl, language }: EmbedSite): EmbedPage {
  const t = texts[language]
  const title = t('embed.gone')
  const link = linkTo(`${publicUrl}/${language}/`, t('embed.to_brand', { brand }))
  return { title, body: `<main class="plain"><h1>${escapeXml(title)}</h1><p>${link}</p></main>`, hasPlayer: false }
}

/** The page for videos that a package locks. @param page the URL at which they can be watched */
export function lockedPage(language: Language, title: string, page: string): EmbedPage {
  const t = texts[language]
  const link = linkTo(page, t('embed.watch_on', { brand }))
  const body = `<main class="plain"><h1>${escapeXml(title)}</h1><p>${lockSign} ${escapeXml(t('embed.locked'))}</p><p>${link}</p></main>`
  return { title, body, hasPlayer: false }
}

interface EmbeddedPlayer {
  /** The name of the channel or series, or the title of the video. */
  name: string
  videos: readonly [PlayableVideo, ...PlayableVideo[]]
  captions: Captions
  hasList: boolean
  startSeconds: number | undefined
  /** The URL of the channel or video on this site. */
  page: string
}

export function playerPage(
  { publicUrl, language }: EmbedSite,
  { name, videos, captions, hasList, startSeconds, page }: EmbeddedPlayer,
): EmbedPage {
  const t = texts[language]
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
  const [first] = videos
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
  return { title: name, body: body.join(''), hasPlayer: true }
}
