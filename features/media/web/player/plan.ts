/** What the player does with an item: the one decision that everything else in this folder follows. */
import { frameUrl, playbackOf, type PlaybackKind } from '#features/media/rules.ts'
import type { Subject } from '#shell/subjects.ts'

export interface PlayableItem {
  id: string
  title: string
  /** A second line: what the item is a part of. */
  subtitle?: string | null | undefined
  /** Address of a picture on our own host: no other may be asked for one. */
  image?: string | null | undefined
  /** An http(s) address, or a path on our own host. */
  src: string | null
  embed_url?: string | null | undefined
  content_type?: string | null | undefined
  /** Seconds, where known beforehand. */
  duration?: number | null | undefined
  /** Seconds between which it plays; null: where its link says, else the beginning, and its end. */
  start_at?: number | null | undefined
  end_at?: number | null | undefined
  /** An address asked for that start: it goes before where one was last time. */
  isStartAsked?: boolean | undefined
  /** Name of the site that the item comes from. */
  site?: string | null | undefined
  /** What it is about, as plain text. */
  description?: string | null | undefined
  /** What the series is about that it is a part of. */
  seriesDescription?: string | null | undefined
  /** What it is to the rest of the product: other features put buttons beside it. */
  subject?: Subject | undefined
  /** The id of what it is in: behind a private link, it opens by that. */
  within?: string | undefined
  /** The address that shows it in the full player. */
  href: string
  /** Name of the channel that it is in. */
  partOf: string
  /** It is known to be gone at its source: it is passed. */
  gone?: boolean | undefined
}

export type MediaKind = 'hls' | 'dash' | 'file' | 'audio'
export type FrameKind = Exclude<PlaybackKind, MediaKind | 'page'>

/** `source` is what "open at the source" opens; null for what is our own. `mixed`: the source is insecure and this page is not. */
export type Plan =
  | { how: 'media'; kind: MediaKind; src: string; source: string | null; start: number; mixed: boolean }
  | { how: 'frame'; kind: FrameKind; src: string; source: string; provider: string }
  | { how: 'nothing'; why: 'page' | 'address'; source: string | null }

/** What of `location` the decision needs. */
export interface PageAddress {
  href: string
  protocol: string
  hostname: string
}

/**
 * @param item its `src` and metadata decide, see `playbackOf`
 * @param page where the player stands: a frame may not be of our own host, and a secure page loads no http media
 */
export function planOf(item: PlayableItem, page: PageAddress): Plan {
  const playback = playbackOf(item)
  if (!playback) return { how: 'nothing', why: 'address', source: null }
  const { kind, src, start, provider } = playback
  const source = item.src ?? src
  switch (kind) {
    case 'page':
      return { how: 'nothing', why: 'page', source }
    case 'hls':
    case 'dash':
    case 'file':
    case 'audio': {
      // A secure page may not load http media. Many of those hosts answer over https too, so that is tried before giving up.
      const mixed = page.protocol === 'https:' && src.startsWith('http://')
      const { href } = new URL(mixed ? src.replace('http:', 'https:') : src, page.href)
      return { how: 'media', kind, src: href, source: source.startsWith('/') ? null : source, start, mixed }
    }
    default: {
      const frame = frameUrl(playback, { host: page.hostname, autoplay: true })
      return frame ? { how: 'frame', kind, src: frame, source, provider } : { how: 'nothing', why: 'page', source }
    }
  }
}

/** Why something did not play. Each has one sentence under `player.failure` in the texts. */
export type Failure = 'page' | 'address' | 'mixed' | 'gone' | 'refused' | 'unreachable' | 'format'

/** Whether asking again may help. */
export const canRetry = (failure: Failure) => failure === 'unreachable' || failure === 'gone' || failure === 'refused'

/** What an HTTP answer in place of media means; status 0 stands for no answer that a browser lets us see. */
export function failureOfStatus(status: number): Failure {
  if (status === 404 || status === 410) return 'gone'
  if (status === 401 || status === 403 || status === 451) return 'refused'
  return 'unreachable'
}
