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
  /** An address on our own host through which a stream plays that the browser can't play by itself. */
  relay?: string | undefined
  /** Its server wants headers that no browser can send. */
  needsHeaders?: boolean | undefined
  embed_url?: string | null | undefined
  content_type?: string | null | undefined
  /** Seconds, where known beforehand. */
  duration?: number | null | undefined
  /** Seconds between which it plays; null: where its link says, else the beginning, and its end. */
  start_at?: number | null | undefined
  end_at?: number | null | undefined
  /** Its stream still grows: it plays from its beginning all the same, and not where it is by now. */
  isFromStart?: boolean | undefined
  /** Its picture is a logo: it is shown whole. */
  isLogo?: boolean | undefined
  /** It only sounds, however it is sent: a radio station's stream looks like any other. */
  isSound?: boolean | undefined
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
  | { how: 'media'; kind: MediaKind; src: string; source: string | null; start: number; mixed: boolean; isRelayed?: true }
  | { how: 'frame'; kind: FrameKind; src: string; source: string; provider: string }
  | { how: 'nothing'; why: 'page' | 'address' | 'headers'; source: string | null }

/** What of `location` the decision needs. */
export interface PageAddress {
  href: string
  protocol: string
  hostname: string
}

/**
 * @param item its `src` and metadata decide, see `playbackOf`
 * @param page where the player stands: a frame may not be of our own host, and a secure page loads no http media
 * @param asksRelay it is wanted through our host, as it did not play by itself
 */
export function planOf(item: PlayableItem, page: PageAddress, asksRelay = false): Plan {
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
      if (item.relay !== undefined && isRelayable(kind) && (asksRelay || mixed || item.needsHeaders))
        return { how: 'media', kind, src: new URL(item.relay, page.href).href, source, start, mixed: false, isRelayed: true }
      if (item.needsHeaders) return { how: 'nothing', why: 'headers', source: null }
      const { href } = new URL(mixed ? src.replace('http:', 'https:') : src, page.href)
      return { how: 'media', kind, src: href, source: source.startsWith('/') ? null : source, start, mixed }
    }
    default: {
      const frame = frameUrl(playback, { host: page.hostname, autoplay: true })
      return frame ? { how: 'frame', kind, src: frame, source, provider } : { how: 'nothing', why: 'page', source }
    }
  }
}

/** Is there nothing to see? */
export const onlySounds = (plan: Plan, item: PlayableItem): boolean =>
  plan.how === 'media' && (plan.kind === 'audio' || item.isSound === true)

/** Manifests of DASH are not passed on. */
export const isRelayable = (kind: MediaKind) => kind !== 'dash'

/** Why something did not play. Each has one sentence under `player.failure` in the texts. */
export type Failure =
  | 'page'
  | 'address'
  | 'headers'
  | 'mixed'
  | 'cors'
  | 'codec'
  | 'protected'
  | 'gone'
  | 'refused'
  | 'geo'
  | 'busy'
  | 'server'
  | 'timeout'
  | 'unreachable'
  | 'format'

/** Whether asking again may help. */
const passing: ReadonlySet<Failure> = new Set(['unreachable', 'gone', 'refused', 'server', 'timeout', 'busy'])
export const canRetry = (failure: Failure) => passing.has(failure)

/** Whether another way to the source may help. Of `cors` that is known: it is gone without being asked for. */
const ofTheWay: ReadonlySet<Failure> = new Set(['mixed', 'cors', 'refused', 'timeout', 'unreachable'])
export const canRelay = (failure: Failure) => ofTheWay.has(failure)

/** What is so over a secure connection too, where an insecure source was tried over one. */
const ofWhatCame: ReadonlySet<Failure> = new Set(['codec', 'format', 'protected'])
export const failureOf = (failure: Failure, { mixed }: { mixed: boolean }): Failure =>
  mixed && !ofWhatCame.has(failure) ? 'mixed' : failure

/** What an HTTP answer in place of media means; status 0 stands for no answer that a browser lets us see. */
export function failureOfStatus(status: number): Failure {
  if (status === 404 || status === 410) return 'gone'
  if (status === 401 || status === 403) return 'refused'
  if (status === 415) return 'format'
  if (status === 429) return 'busy'
  if (status === 451) return 'geo'
  if (status === 408 || status === 504) return 'timeout'
  return status >= 500 ? 'server' : 'unreachable'
}
