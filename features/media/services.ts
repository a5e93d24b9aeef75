/** Known providers: how to recognise and frame their videos. */
import { parseLink } from './addresses.ts'

export const serviceKinds = ['youtube', 'vimeo', 'dailymotion', 'twitch', 'soundcloud', 'peertube'] as const
type ServiceKind = (typeof serviceKinds)[number]

/** Data of a provider's URL of a video. URLs of channel pages, searches and the like have none. */
interface EmbeddableLink {
  src: string
  embedUrl: string
}

export interface Service {
  kind: ServiceKind
  /** Display name. */
  provider: string
  hosts: RegExp
  /** @param start in seconds, 0 for the beginning */
  find: (url: URL, start: number) => EmbeddableLink | undefined
  /** Query parameters that start playback immediately. */
  autoplay: Record<string, string>
}

export const services: readonly Service[] = [
  {
    kind: 'youtube',
    provider: 'YouTube',
    hosts: /^(?:(?:www|m|music|gaming)\.)?youtube(?:-nocookie)?\.com$|^(?:www\.)?youtu\.be$/,
    autoplay: { autoplay: '1' },
    find(url, start) {
      const [first = '', second = ''] = pathSegments(url)
      const list = tokenOrNull(url.searchParams.get('list'))
      const id = url.hostname.endsWith('youtu.be')
        ? first
        : ['embed', 'shorts', 'live', 'v', 'e'].includes(first)
          ? second
          : first === 'watch'
            ? (url.searchParams.get('v') ?? '')
            : ''
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
        /^\/(?:video\/|(?:channels|groups|album|showcase|ondemand)\/[^/]+\/(?:videos?\/)?|manage\/videos\/|(event)\/)?(\d+)(?:\/([\da-z]+))?(?:\/|$)/.exec(
          url.pathname,
        ) ?? []
      if (!id) return undefined
      const hash = pathHash && pathHash !== 'embed' ? pathHash : tokenOrNull(url.searchParams.get('h'))
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
      const [, shortId] = url.hostname === 'dai.ly' ? (/^\/([\da-z]+)$/i.exec(url.pathname) ?? []) : []
      const [, pathId] = /^\/(?:embed\/)?video\/([\da-z]+)/i.exec(url.pathname) ?? []
      const [, pathList] = /^\/(?:embed\/)?playlist\/([\da-z]+)/i.exec(url.pathname) ?? []
      const isPlayer = /^\/player(?:\/[^/]+)?\.html$/.test(url.pathname)
      const video = shortId ?? pathId ?? (isPlayer ? tokenOrNull(url.searchParams.get('video')) : null)
      const playlist = video ? null : (pathList ?? (isPlayer ? tokenOrNull(url.searchParams.get('playlist')) : null))
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
      const [first = '', second = '', third = ''] = pathSegments(url)
      const player = url.hostname === 'player.twitch.tv'
      const clip =
        url.hostname === 'clips.twitch.tv'
          ? tokenOrNull(first === 'embed' ? url.searchParams.get('clip') : first)
          : second === 'clip'
            ? tokenOrNull(third)
            : null
      if (clip) return { src: `https://clips.twitch.tv/${clip}`, embedUrl: withQuery('https://clips.twitch.tv/embed', { clip }) }
      const video = player
        ? url.searchParams.get('video')?.replace(/^v/, '')
        : first === 'videos'
          ? second
          : second === 'v' || second === 'video'
            ? third
            : ''
      if (video && /^\d+$/.test(video))
        return {
          src: `https://www.twitch.tv/videos/${video}`,
          embedUrl: withQuery('https://player.twitch.tv/', { video: `v${video}`, time: start ? `${start}s` : null }),
        }
      const channel = player ? (url.searchParams.get('channel') ?? '') : second ? '' : first
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
      const trackUrl = url.hostname === 'w.soundcloud.com' ? url.searchParams.get('url') : null
      const [first = '', second = ''] = pathSegments(url)
      if (trackUrl ? !/^(?:[\w-]+\.)*soundcloud\.com$/.test(parseLink(trackUrl)?.hostname ?? '') : !second || soundCloudPages.has(first))
        return undefined
      const src = trackUrl ?? `https://soundcloud.com${url.pathname}`
      return { src, embedUrl: withQuery('https://w.soundcloud.com/player/', { url: src, visual: 'true' }) }
    },
  },
  {
    kind: 'peertube',
    provider: 'PeerTube',
    // PeerTube is on thousands of hosts. Its videos are recognised by their ids: a UUID, or its form with 22 characters.
    hosts: /\./,
    autoplay: { autoplay: '1' },
    find(url, start) {
      const [, listPath, id] =
        /^\/(?:w\/(p\/)?|videos\/watch\/(?:playlist\/)?|videos\/embed\/|video-playlists\/embed\/)([1-9A-HJ-NP-Za-km-z]{22}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(
          url.pathname,
        ) ?? []
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

const twitchPages = new Set([
  'directory',
  'downloads',
  'jobs',
  'login',
  'p',
  'search',
  'settings',
  'signup',
  'store',
  'subscriptions',
  'turbo',
  'videos',
  'wallet',
])
const soundCloudPages = new Set([
  'charts',
  'discover',
  'jobs',
  'pages',
  'search',
  'settings',
  'stations',
  'stream',
  'tags',
  'upload',
  'you',
])

const pathSegments = (url: URL) => url.pathname.split('/').filter(Boolean)
const tokenOrNull = (text: string | null | undefined) => (text && /^[\w-]{2,100}$/.test(text) ? text : null)

function withQuery(address: string, params: Record<string, string | null>): string {
  const query = new URLSearchParams(Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null))
  return query.size > 0 ? `${address}?${query}` : address
}
