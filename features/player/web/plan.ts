/** Decides how the player handles an item. The rest of this folder carries out these decisions. */
import { frameUrl, detectPlayback, type PlaybackKind } from '#features/media/rules.ts'
import type { Subject } from '#shell/subjects.ts'

export interface PlayableItem {
  id: string
  title: string
  /** Secondary line, such as the item's channel. */
  subtitle?: string | null | undefined
  /** Picture URL on our own host only. */
  image?: string | null | undefined
  /** An http(s) URL, or a path on our own host. */
  src: string | null
  /** URL of the relay on our own host, for streams that the browser can't play directly. */
  relay?: string | undefined
  /** Whether the stream's server requires headers that browsers can't send. */
  needsHeaders?: boolean | undefined
  embed_url?: string | null | undefined
  content_type?: string | null | undefined
  /** Duration in seconds, if known. */
  duration?: number | null | undefined
  /** Range in seconds. Null start: the start in the link, else the beginning. Null end: the end. */
  start_at?: number | null | undefined
  end_at?: number | null | undefined
  /** Whether a stream that is still being recorded starts at its beginning instead of at the live edge. */
  isFromStart?: boolean | undefined
  /** Whether the picture is a logo, shown uncropped. */
  isLogo?: boolean | undefined
  /** Whether the item is audio only, which can't be detected for radio streams. */
  isSound?: boolean | undefined
  /**
   * Whether the item starts at the position in the URL, or a programme at its beginning, instead of at the stored position. Tabs store it
   * under this name (`presenting.ts`).
   */
  isStartAsked?: boolean | undefined
  /** Name of the item's site. */
  site?: string | null | undefined
  /** Description, plain text. */
  description?: string | null | undefined
  /** Description of the item's series. */
  seriesDescription?: string | null | undefined
  /** Subject for the buttons that other features add. */
  subject?: Subject | undefined
  /** Id of the item's channel, which gives access to a private link. */
  within?: string | undefined
  /** Address that opens the item in the full player. */
  href: string
  /** Name of the item's channel. */
  partOf: string
  /** Whether the link is known to be dead, so that the item is skipped. */
  gone?: boolean | undefined
}

export type MediaKind = 'hls' | 'dash' | 'file' | 'audio'
export type FrameKind = Exclude<PlaybackKind, MediaKind | 'page'>

/** `source`: the target of "open at the source"; null for our own files. `mixed`: an http source on an https page. */
export type PlaybackPlan =
  | { type: 'media'; kind: MediaKind; src: string; source: string | null; start: number; mixed: boolean; isRelayed?: true }
  | { type: 'frame'; kind: FrameKind; src: string; source: string; provider: string }
  | { type: 'nothing'; reason: 'page' | 'address' | 'headers'; source: string | null }

/** The parts of `location` that decide about playback. */
export interface PageLocation {
  href: string
  protocol: string
  hostname: string
}

/**
 * Decides how to play an item, by its `src` and metadata: see `detectPlayback`.
 * @param page the current page: frames may not load its host, and an https page loads no http media
 * @param wantsRelay requests the relay, after direct playback failed
 */
export function planPlayback(item: PlayableItem, page: PageLocation, wantsRelay = false): PlaybackPlan {
  const playback = detectPlayback(item)
  if (!playback) return { type: 'nothing', reason: 'address', source: null }
  const { kind, src, start, provider } = playback
  const source = item.src ?? src
  switch (kind) {
    case 'page':
      return { type: 'nothing', reason: 'page', source }
    case 'hls':
    case 'dash':
    case 'file':
    case 'audio': {
      // Tries https first, because https pages can't load http media, and many hosts support https too.
      const mixed = page.protocol === 'https:' && src.startsWith('http://')
      if (item.relay !== undefined && isRelayable(kind) && (wantsRelay || mixed || item.needsHeaders))
        return { type: 'media', kind, src: new URL(item.relay, page.href).href, source, start, mixed: false, isRelayed: true }
      if (item.needsHeaders) return { type: 'nothing', reason: 'headers', source: null }
      const { href } = new URL(mixed ? src.replace('http:', 'https:') : src, page.href)
      return { type: 'media', kind, src: href, source: source.startsWith('/') ? null : source, start, mixed }
    }
    default: {
      const frame = frameUrl(playback, { host: page.hostname, autoplay: true })
      return frame ? { type: 'frame', kind, src: frame, source, provider } : { type: 'nothing', reason: 'page', source }
    }
  }
}

/** Whether the item is audio only. */
export const isAudioOnly = (plan: PlaybackPlan, item: PlayableItem): boolean =>
  plan.type === 'media' && (plan.kind === 'audio' || item.isSound === true)

/** Whether the relay supports this kind. It doesn't support DASH. */
export const isRelayable = (kind: MediaKind) => kind !== 'dash'

/** Failure reasons. Each has a sentence under `player.failure` in the texts. */
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

/** Failures after which a retry may help. */
const temporaryFailures: ReadonlySet<Failure> = new Set(['unreachable', 'gone', 'refused', 'server', 'timeout', 'busy'])
export const canRetry = (failure: Failure) => temporaryFailures.has(failure)

/** Failures after which the relay may help. After `cors` the relay always helps, so it is used without asking. */
const accessFailures: ReadonlySet<Failure> = new Set(['mixed', 'cors', 'refused', 'timeout', 'unreachable'])
export const canRelay = (failure: Failure) => accessFailures.has(failure)

/** Failures of the content itself. When https was tried for an http source, all other failures become `mixed`. */
const contentFailures: ReadonlySet<Failure> = new Set(['codec', 'format', 'protected'])
export const effectiveFailure = (failure: Failure, { mixed }: { mixed: boolean }): Failure =>
  mixed && !contentFailures.has(failure) ? 'mixed' : failure

/** Returns the failure for an HTTP status; 0 means that there was no readable response. */
export function failureForStatus(status: number): Failure {
  if (status === 404 || status === 410) return 'gone'
  if (status === 401 || status === 403) return 'refused'
  if (status === 415) return 'format'
  if (status === 429) return 'busy'
  if (status === 451) return 'geo'
  if (status === 408 || status === 504) return 'timeout'
  return status >= 500 ? 'server' : 'unreachable'
}
