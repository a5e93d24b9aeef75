/** Pure rules for server and web: how a link plays, and the start and end in its URL. */

import { isOwnUrl, parseLink } from './addresses.ts'
import { serviceKinds, services } from './services.ts'

/** How a link plays. `hls`, `dash`, `file` and `audio` play in our player. `page` can't play here and opens at its source. */
export const playbackKinds = ['hls', 'dash', 'file', 'audio', ...serviceKinds, 'embed', 'page'] as const
export type PlaybackKind = (typeof playbackKinds)[number]

/** Data of a link. Only `src` is required; other fields are metadata (see `LinkMeta` in the contract). */
export interface PlayableLink {
  /** An http(s) URL, or a path on our own host. */
  src: string | null
  /** A player frame or media file named by the page at `src`. */
  embed_url?: string | null | undefined
  /** Media type of the response at `src`. */
  content_type?: string | null | undefined
  /** Start in seconds. Overrides the start in the URL. */
  start_at?: number | null | undefined
}

export interface Playback {
  kind: PlaybackKind
  /** Name of the provider, as shown and as used for consent: "YouTube", or else the host; '' for our own files. */
  provider: string
  /** The URL for our player, for a provider's player (canonical form), or for "open at the source". */
  src: string
  /** https URL for an iframe, with the start; null if the link plays in our player or not at all. Use it through `frameUrl`. */
  embedUrl: string | null
  /** Start in seconds; 0 by default. */
  start: number
}

/**
 * Decides how a link plays. The URL (known provider, media file) takes precedence over metadata.
 * @returns null for a URL that is neither http(s) nor a path on our own host.
 */
export function detectPlayback(link: PlayableLink): Playback | null {
  const url = parseLink(link.src)
  if (!url || !link.src) return null
  const start = link.start_at ?? startTimeInUrl(url)
  const page: Playback = { kind: 'page', provider: hostName(url), src: link.src, embedUrl: null, start }
  const detected = detectService(url, start) ?? detectMedia(url, link.src, link.content_type, start)
  if (detected) return detected
  const embed = parseLink(link.embed_url)
  if (!embed || !link.embed_url) return page
  const embeddedStart = link.start_at ?? (startTimeInUrl(embed) || start)
  const embedded = detectService(embed, embeddedStart) ?? detectMedia(embed, link.embed_url, null, embeddedStart)
  if (embedded) return embedded
  if (embed.protocol !== 'https:') return page
  return { ...page, kind: 'embed', embedUrl: embed.href }
}

/**
 * Returns the iframe's URL, or null if there is none.
 * @param host name (without port) of the embedding page: Twitch requires it
 */
export function frameUrl(playback: Playback, { host, autoplay = false }: { host: string; autoplay?: boolean }): string | null {
  if (!playback.embedUrl) return null
  const service = services.find((candidate) => candidate.kind === playback.kind)
  const url = new URL(playback.embedUrl)
  // A frame from our own host could escape its sandbox.
  if (url.hostname === host) return null
  if (playback.kind === 'twitch') url.searchParams.set('parent', host)
  if (autoplay) for (const [name, value] of Object.entries(service?.autoplay ?? {})) url.searchParams.set(name, value)
  else if (playback.kind === 'twitch') url.searchParams.set('autoplay', 'false')
  return url.href
}

function detectService(url: URL, start: number): Playback | undefined {
  for (const { kind, provider, hosts, find } of services) {
    const result = hosts.test(url.hostname) ? find(url, start) : undefined
    if (result) return { kind, provider, start, ...result }
  }
  return undefined
}

function detectMedia(url: URL, src: string, contentType: string | null | undefined, start: number): Playback | undefined {
  const kind = kindOfType(contentType) ?? (contentType?.startsWith('text/html') ? undefined : kindOfPath(url.pathname))
  return kind && { kind, provider: hostName(url), src, embedUrl: null, start }
}

/** Whether the type is that of a feed (RSS, Atom), which isn't playable itself. */
export const isFeedType = (type: string): boolean => /^application\/(?:rss|atom)\+xml/i.test(type)

/** Returns our player's kind for a media type. */
export function kindOfType(contentType: string | null | undefined): 'hls' | 'dash' | 'file' | 'audio' | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (/^(?:application|audio)\/(?:vnd\.apple\.mpegurl|x-mpegurl|mpegurl)$/.test(type)) return 'hls'
  if (type === 'application/dash+xml') return 'dash'
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('video/') || type === 'application/ogg' || type === 'application/mp4') return 'file'
  return undefined
}

function kindOfPath(path: string): 'hls' | 'dash' | 'file' | 'audio' | undefined {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  if (extension === 'm3u8') return 'hls'
  if (extension === 'mpd') return 'dash'
  if (['mp4', 'm4v', 'webm', 'mov', 'ogv'].includes(extension)) return 'file'
  if (['mp3', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'flac', 'wav'].includes(extension)) return 'audio'
  return undefined
}

/** Returns the start in seconds from a URL: `t`, `start`, `time_continue` or the media fragment `#t=`, as 90, 90s or 1h2m3s. */
export function startTimeInUrl(url: URL): number {
  const fragment = /^#(?:.*&)?t=([^&,]+)/.exec(url.hash)?.[1]
  const text =
    ['t', 'start', 'startTime', 'time_continue', 'time'].map((name) => url.searchParams.get(name)).find(Boolean) ?? fragment ?? ''
  return secondsOf(text)
}

/** Returns the end in seconds from a URL: a provider's `end` or `stop`, or the second time of `#t=10,20`; 0 if it isn't after the start. */
export function endTimeInUrl(src: string): number {
  const url = parseLink(src)
  const playback = detectPlayback({ src })
  if (!url || !playback || playback.kind === 'page') return 0
  const isOfService = serviceKinds.some((kind) => kind === playback.kind)
  const endParameter = isOfService ? ['end', 'stop'].map((name) => url.searchParams.get(name)).find(Boolean) : undefined
  const end = secondsOf(endParameter ?? /^#(?:.*&)?t=[^&,]*,([^&,]+)/.exec(url.hash)?.[1] ?? '')
  return end > playback.start ? end : 0
}

/** Parses 90, 90s or 1h2m3s; 0 for anything else. */
function secondsOf(text: string): number {
  const [, plain, hours, minutes, seconds] = /^(?:(\d{1,6})(?:\.\d+)?s?|(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?)$/.exec(text) ?? []
  return Number(plain ?? 0) + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

const hostName = (url: URL) => (isOwnUrl(url) ? '' : url.hostname.replace(/^www\./, ''))
