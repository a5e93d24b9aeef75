/** Pure sharing rules shared by server and web. */

/** Networks with a share URL, in dialog order. */
export const socialNetworks = ['whatsapp', 'facebook', 'x', 'linkedin', 'reddit', 'telegram', 'email'] as const
export type SocialNetwork = (typeof socialNetworks)[number]
/** All counted ways to share. */
export const networks = [...socialNetworks, 'link', 'qr', 'embed', 'sheet'] as const
export type Network = (typeof networks)[number]

export const shareableTypes = ['video', 'serie', 'playlist', 'channel'] as const
export type ShareableType = (typeof shareableTypes)[number]

/** A channel, or something in it. */
export interface SharedPlace {
  playlistId: string
  /** The channel's short address, while the channel is public. */
  slug?: string | null | undefined
  serieId?: string | null | undefined
  videoId?: string | null | undefined
}

/** Returns the path of a feed of a channel or series. */
export const feedPath = (playlistId: string, format: 'xml' | 'json', serieId?: string): string =>
  `/feeds/${playlistId}${serieId === undefined ? '' : `/${serieId}`}.${format}`

/** Maximum start in seconds: a day. */
const maxStartSeconds = 86_400

/** Returns the path of a shared thing, without its language. With `startSeconds`, the video plays immediately. */
export function sharedPath({ playlistId, slug, serieId, videoId }: SharedPlace, startSeconds?: number): string {
  if (slug && !serieId && !videoId) return `/${slug}`
  const search = new URLSearchParams({ playlist: playlistId })
  if (serieId) search.set('serie', serieId)
  if (videoId) search.set(startSeconds === undefined ? 'video' : 'play', videoId)
  if (videoId && startSeconds !== undefined) search.set('t', String(startSeconds))
  return `/playlists?${search.toString()}`
}

/** Returns the path of the embeddable player. */
export function embedPath({ playlistId, serieId, videoId }: SharedPlace, startSeconds?: number): string {
  if (videoId) return `/embed/${videoId}${startSeconds ? `?t=${startSeconds}` : ''}`
  return `/embed/channel/${playlistId}${serieId ? `?serie=${serieId}` : ''}`
}

/** Returns a network's share URL, a plain link without third-party code. */
const shareUrlOf: Readonly<Record<SocialNetwork, (url: string, title: string) => string>> = {
  whatsapp: (url, title) => `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`,
  facebook: (url) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`,
  x: (url, title) => `https://x.com/intent/post?text=${encodeURIComponent(title)}&url=${encodeURIComponent(url)}`,
  linkedin: (url) => `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`,
  reddit: (url, title) => `https://www.reddit.com/submit?url=${encodeURIComponent(url)}&title=${encodeURIComponent(title)}`,
  telegram: (url, title) => `https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(title)}`,
  email: (url, title) => `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`,
}
export const shareIntentUrl = (network: SocialNetwork, shared: { url: string; title: string }): string =>
  shareUrlOf[network](shared.url, shared.title.toWellFormed())

/**
 * Adds a mark to a link by which viewers from this network are counted. Links that users copy get no mark, to stay short. The web removes
 * the mark, and reports it with each view.
 */
export const addViaParameter = (url: string, via: Network | 'feed'): string =>
  via === 'link' ? url : `${url}${url.includes('?') ? '&' : '?'}via=${via}`

const escapeAttribute = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Returns the HTML that embeds the player. */
export const embedCode = (embed: { url: string; title: string; width: number; height: number }): string =>
  `<iframe src="${escapeAttribute(embed.url)}" width="${embed.width}" height="${embed.height}" title="${escapeAttribute(embed.title)}" ` +
  'style="border:0" allow="autoplay; fullscreen; picture-in-picture; encrypted-media" allowfullscreen loading="lazy" referrerpolicy="strict-origin-when-cross-origin"></iframe>'

/** Default size of the player in px. The size for a channel includes the list of videos. */
export const embedSizes = { video: { width: 640, height: 360 }, channel: { width: 640, height: 520 } } as const

const startPattern = /^(?:(\d{1,6})s?|(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?)$/

/** Parses a start time to seconds: 90, 90s or 1h2m3s; undefined for 0 and for other texts. */
export function parseStartTime(text: string | null | undefined): number | undefined {
  const [, plain, hours, minutes, seconds] = startPattern.exec(text ?? '') ?? []
  const start = Number(plain ?? 0) + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  return start > 0 && start <= maxStartSeconds ? start : undefined
}
