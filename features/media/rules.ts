/** Pure decisions about media that server and web both make: how a link plays, and what a picture's address tells. */

/** How a link plays. hls, dash, file and audio play in our own player; page cannot play here and is opened at its source. */
export type PlaybackKind =
  | 'hls' | 'dash' | 'file' | 'audio'
  | 'youtube' | 'vimeo' | 'dailymotion' | 'twitch' | 'soundcloud' | 'peertube'
  | 'embed' | 'page'

/** What is known of a link. Only `src` is needed; the rest is what its metadata told (see `LinkMeta` in the contract). */
export interface PlayableLink {
  /** An http(s) address, or a path on our own host. */
  src: string | null
  /** A player's frame or a media file that the page at `src` named. */
  embed_url?: string | null | undefined
  /** Media type of what answered at `src`. */
  content_type?: string | null | undefined
}

export interface Playback {
  kind: PlaybackKind
  /** The name to show and to ask consent for: "YouTube", else the host; '' for our own files. */
  provider: string
  /** What our own player plays, what a service's element takes (its usual address), or what "open at the source" opens. */
  src: string
  /** https address for an iframe, `start` included; null when our own player plays it or nothing can. Use it through `frameUrl`. */
  embedUrl: string | null
  /** Seconds from the beginning, 0 when the link names none. */
  start: number
}

/** What a service made of an address; undefined when the address is not one of its videos (a channel page, a search …). */
interface Found { src: string; embedUrl: string }

interface Service {
  kind: PlaybackKind
  provider: string
  hosts: RegExp
  find: (url: URL, start: number) => Found | undefined
  autoplay: Record<string, string>
}

const services: readonly Service[] = [
  {
    kind: 'youtube',
    provider: 'YouTube',
    hosts: /^(?:(?:www|m|music|gaming)\.)?youtube(?:-nocookie)?\.com$|^(?:www\.)?youtu\.be$/,
    autoplay: { autoplay: '1' },
    find(url, start) {
      const [first = '', second = ''] = segments(url)
      const list = token(url.searchParams.get('list'))
      const id = url.hostname.endsWith('youtu.be') ? first
        : ['embed', 'shorts', 'live', 'v', 'e'].includes(first) ? second
          : first === 'watch' ? url.searchParams.get('v') ?? '' : ''
      const frame = 'https://www.youtube-nocookie.com/embed/'
      if (/^[\w-]{11}$/.test(id))
        return {
          src: withQuery('https://www.youtube.com/watch', { v: id, list }),
          embedUrl: withQuery(frame + id, { list, start: start ? String(start) : null }),
        }
      if (!list) return undefined
      return { src: withQuery('https://www.youtube.com/playlist', { list }), embedUrl: withQuery(`${frame}videoseries`, { list }) }
    },
  },
  {
    kind: 'vimeo',
    provider: 'Vimeo',
    hosts: /^(?:(?:www|player)\.)?vimeo\.com$/,
    autoplay: { autoplay: '1' },
    find(url, start) {
      const [, event, id, pathHash] =
        /^\/(?:video\/|(?:channels|groups|album|showcase|ondemand)\/[^/]+\/(?:videos?\/)?|manage\/videos\/|(event)\/)?(\d+)(?:\/([\da-z]+))?(?:\/|$)/.exec(url.pathname) ?? []
      if (!id) return undefined
      const hash = pathHash && pathHash !== 'embed' ? pathHash : token(url.searchParams.get('h'))
      const fragment = start ? `#t=${start}s` : ''
      if (event) {
        const src = `https://vimeo.com/event/${id}`
        return { src: hash ? `${src}/${hash}` : src, embedUrl: `${src}/embed${hash ? `/${hash}` : ''}${fragment}` }
      }
      return {
        src: `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`,
        embedUrl: withQuery(`https://player.vimeo.com/video/${id}`, { h: hash, dnt: '1' }) + fragment,
      }
    },
  },
  {
    kind: 'dailymotion',
    provider: 'Dailymotion',
    hosts: /^(?:(?:www|geo)\.)?dailymotion\.com$|^dai\.ly$/,
    autoplay: { autoplay: '1' },
    find(url, start) {
      const [, shortId] = url.hostname === 'dai.ly' ? /^\/([\da-z]+)$/i.exec(url.pathname) ?? [] : []
      const [, pathId] = /^\/(?:embed\/)?video\/([\da-z]+)/i.exec(url.pathname) ?? []
      const [, pathList] = /^\/(?:embed\/)?playlist\/([\da-z]+)/i.exec(url.pathname) ?? []
      const isPlayer = /^\/player(?:\/[^/]+)?\.html$/.test(url.pathname)
      const video = shortId ?? pathId ?? (isPlayer ? token(url.searchParams.get('video')) : null)
      const playlist = video ? null : pathList ?? (isPlayer ? token(url.searchParams.get('playlist')) : null)
      if (!video && !playlist) return undefined
      return {
        src: video ? `https://www.dailymotion.com/video/${video}` : `https://www.dailymotion.com/playlist/${playlist}`,
        embedUrl: withQuery('https://geo.dailymotion.com/player.html', { video, playlist, startTime: start ? String(start) : null }),
      }
    },
  },
  {
    kind: 'twitch',
    provider: 'Twitch',
    hosts: /^(?:(?:www|m|go|player|clips)\.)?twitch\.tv$/,
    autoplay: { autoplay: 'true' },
    find(url, start) {
      const [first = '', second = '', third = ''] = segments(url)
      const player = url.hostname === 'player.twitch.tv'
      const clip = url.hostname === 'clips.twitch.tv'
        ? token(first === 'embed' ? url.searchParams.get('clip') : first)
        : second === 'clip' ? token(third) : null
      if (clip) return { src: `https://clips.twitch.tv/${clip}`, embedUrl: withQuery('https://clips.twitch.tv/embed', { clip }) }
      const video = player ? url.searchParams.get('video')?.replace(/^v/, '')
        : first === 'videos' ? second : second === 'v' || second === 'video' ? third : ''
      if (video && /^\d+$/.test(video))
        return {
          src: `https://www.twitch.tv/videos/${video}`,
          embedUrl: withQuery('https://player.twitch.tv/', { video: `v${video}`, time: start ? `${start}s` : null }),
        }
      const channel = player ? url.searchParams.get('channel') ?? '' : second ? '' : first
      if (!/^\w{2,25}$/.test(channel) || twitchPages.has(channel.toLowerCase())) return undefined
      return { src: `https://www.twitch.tv/${channel}`, embedUrl: withQuery('https://player.twitch.tv/', { channel }) }
    },
  },
  {
    kind: 'soundcloud',
    provider: 'SoundCloud',
    hosts: /^(?:(?:www|m|w)\.)?soundcloud\.com$/,
    autoplay: { auto_play: 'true' },
    find(url) {
      const named = url.hostname === 'w.soundcloud.com' ? url.searchParams.get('url') : null
      const [first = '', second = ''] = segments(url)
      if (named ? !httpUrl(named)?.hostname.endsWith('soundcloud.com') : !second || soundCloudPages.has(first)) return undefined
      const src = named ?? `https://soundcloud.com${url.pathname}`
      return { src, embedUrl: withQuery('https://w.soundcloud.com/player/', { url: src, visual: 'true' }) }
    },
  },
  {
    kind: 'peertube',
    provider: 'PeerTube',
    // PeerTube runs on thousands of hosts: its addresses are known by the shape of their ids alone, a UUID or its 22-letter form.
    hosts: /\./,
    autoplay: { autoplay: '1' },
    find(url, start) {
      const [, listPath, id] =
        /^\/(?:w\/(p\/)?|videos\/watch\/(?:playlist\/)?|videos\/embed\/|video-playlists\/embed\/)([1-9A-HJ-NP-Za-km-z]{22}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(url.pathname) ?? []
      if (!id || url.protocol !== 'https:') return undefined
      const isList = listPath !== undefined || url.pathname.includes('playlist')
      const params = { start: start ? `${start}s` : null }
      return {
        src: isList ? `${url.origin}/w/p/${id}` : `${url.origin}/w/${id}`,
        embedUrl: isList ? `${url.origin}/video-playlists/embed/${id}` : withQuery(`${url.origin}/videos/embed/${id}`, params),
      }
    },
  },
]

const twitchPages = new Set(['directory', 'downloads', 'jobs', 'login', 'p', 'search', 'settings', 'signup', 'store', 'subscriptions', 'turbo', 'videos', 'wallet'])
const soundCloudPages = new Set(['charts', 'discover', 'jobs', 'pages', 'search', 'settings', 'stations', 'stream', 'tags', 'upload', 'you'])

/** Base for paths on our own host, so that they go through the same parser; never shown. */
const own = 'http://own.invalid'

/**
 * How a link plays. What the address alone tells (a known service, a media file) comes before what its metadata told.
 * @returns null for an address that is neither http(s) nor a path on our own host.
 */
export function playbackOf(link: PlayableLink): Playback | null {
  const url = httpUrl(link.src)
  if (!url || !link.src) return null
  const page: Playback = { kind: 'page', provider: hostName(url), src: link.src, embedUrl: null, start: startOf(url) }
  const known = fromService(url) ?? fromMedia(url, link.src, link.content_type)
  if (known) return known
  const embed = httpUrl(link.embed_url)
  if (!embed || !link.embed_url) return page
  const embedded = fromService(embed) ?? fromMedia(embed, link.embed_url, null)
  if (embedded) return { ...embedded, start: embedded.start || page.start }
  if (embed.protocol !== 'https:') return page
  return { ...page, kind: 'embed', embedUrl: embed.href }
}

/**
 * The address to give the iframe, or null when there is none to frame.
 * @param host the name (without port) of the page that holds the frame: Twitch plays only where it is named
 */
export function frameUrl(playback: Playback, { host, autoplay = false }: { host: string; autoplay?: boolean }): string | null {
  if (!playback.embedUrl) return null
  const service = services.find((known) => known.kind === playback.kind)
  const url = new URL(playback.embedUrl)
  // A frame from our own host could reach out of its sandbox.
  if (url.hostname === host) return null
  if (playback.kind === 'twitch') url.searchParams.set('parent', host)
  if (autoplay) for (const [name, value] of Object.entries(service?.autoplay ?? {})) url.searchParams.set(name, value)
  else if (playback.kind === 'twitch') url.searchParams.set('autoplay', 'false')
  return url.href
}

function fromService(url: URL): Playback | undefined {
  const start = startOf(url)
  for (const { kind, provider, hosts, find } of services) {
    const found = hosts.test(url.hostname) ? find(url, start) : undefined
    if (found) return { kind, provider, start, ...found }
  }
  return undefined
}

function fromMedia(url: URL, src: string, contentType: string | null | undefined): Playback | undefined {
  const kind = kindOfType(contentType) ?? (contentType?.startsWith('text/html') ? undefined : kindOfPath(url.pathname))
  return kind && { kind, provider: hostName(url), src, embedUrl: null, start: startOf(url) }
}

/** Which of our own player's kinds a media type stands for. */
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

/** Seconds that an address asks to start at: `t`, `start`, `time_continue` or the media fragment `#t=`, as 90, 90s or 1h2m3s. */
function startOf(url: URL): number {
  const fragment = /^#(?:.*&)?t=([^&,]+)/.exec(url.hash)?.[1]
  const text = ['t', 'start', 'startTime', 'time_continue', 'time'].map((name) => url.searchParams.get(name)).find(Boolean) ?? fragment ?? ''
  const [, plain, hours, minutes, seconds] = /^(?:(\d{1,6})(?:\.\d+)?s?|(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?)$/.exec(text) ?? []
  return Number(plain ?? 0) + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

function httpUrl(text: string | null | undefined): URL | undefined {
  if (!text || !/^(?:https?:\/\/|\/)/i.test(text) || !URL.canParse(text, own)) return undefined
  const url = new URL(text, own)
  // `//host` and `/\\host` begin like a path and still leave our host.
  return text.startsWith('/') === (url.origin === own) ? url : undefined
}

const hostName = (url: URL) => (url.origin === own ? '' : url.hostname.replace(/^www\./, ''))
const segments = (url: URL) => url.pathname.split('/').filter(Boolean)
const token = (text: string | null | undefined) => (text && /^[\w-]{2,100}$/.test(text) ? text : null)

function withQuery(address: string, params: Record<string, string | null>): string {
  const query = new URLSearchParams(Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null))
  return query.size > 0 ? `${address}?${query}` : address
}
