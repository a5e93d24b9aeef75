/**
 * Message protocols of provider frames that can be controlled, without providers' scripts. YouTube: messages of the IFrame Player API.
 * Vimeo: player.js. PeerTube: its embed API over jschannel.
 */
import type { Failure, FrameKind } from '../plan.ts'

/** The playback state that a frame reports. Fields that it didn't report are absent. */
export interface FrameState {
  playing?: boolean
  ended?: boolean
  /** Seconds. */
  time?: number
  /** Seconds. */
  duration?: number
  /** 0 to 1. */
  volume?: number
  muted?: boolean
}

export interface FrameProtocol {
  /** Query parameters that enable messages. */
  parameters: (origin: string) => Record<string, string>
  /** Messages to send when the frame has loaded, and whenever it asks for them. */
  handshake: readonly unknown[]
  play: () => unknown
  pause: () => unknown
  seek: (seconds: number) => unknown
  volume: (volume: number) => unknown
  /** Undefined if muting sets the volume to 0. */
  mute?: (muted: boolean) => unknown
  /** Parses a message; undefined if it is unrelated. `reply`: messages to send back. `failure`: why the provider can't play the video. */
  read: (data: unknown) => { state?: FrameState; reply?: readonly unknown[]; failure?: Failure } | undefined
}

type Dictionary = Record<string, unknown>
const toDictionary = (value: unknown): Dictionary | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Dictionary) : undefined

/** Parses a message, which is an object or JSON text. */
function parseMessage(data: unknown): Dictionary | undefined {
  if (typeof data !== 'string') return toDictionary(data)
  try {
    return toDictionary(JSON.parse(data))
  } catch {
    return undefined
  }
}

const finiteOrUndefined = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

/** Drops undefined fields, because they would overwrite earlier values. */
function definedOnly(state: { [K in keyof FrameState]: FrameState[K] | undefined }): FrameState {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
}

const youTubeCommand = (func: string, ...args: unknown[]) => JSON.stringify({ event: 'command', func, args, id: 1, channel: 'widget' })

/** Subscribes to errors, which YouTube sends only to listeners. */
const youTubeErrorListener = youTubeCommand('addEventListener', 'onError')

/** YouTube's error codes. Other codes mean only that the video doesn't play. */
const youTubeFailures = new Map<unknown, Failure>([
  // invalid id
  [2, 'gone'],
  // removed or private
  [100, 'gone'],
  // player error
  [5, 'format'],
  // embedding forbidden
  [101, 'refused'],
  [150, 'refused'],
  // missing referrer
  [153, 'refused'],
])

const youtube: FrameProtocol = {
  parameters: (origin) => ({ enablejsapi: '1', origin, playsinline: '1', rel: '0' }),
  handshake: [JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }), youTubeErrorListener],
  play: () => youTubeCommand('playVideo'),
  pause: () => youTubeCommand('pauseVideo'),
  seek: (seconds) => youTubeCommand('seekTo', seconds, true),
  volume: (volume) => youTubeCommand('setVolume', Math.round(volume * 100)),
  mute: (muted) => youTubeCommand(muted ? 'mute' : 'unMute'),
  read(data) {
    const message = parseMessage(data)
    if (typeof message?.['event'] !== 'string') return undefined
    if (message['event'] === 'onReady') return { reply: [youTubeErrorListener] }
    if (message['event'] === 'onError') return { failure: youTubeFailures.get(message['info']) ?? 'unreachable' }
    const info = toDictionary(message['info'])
    const code =
      finiteOrUndefined(info?.['playerState']) ?? (message['event'] === 'onStateChange' ? finiteOrUndefined(message['info']) : undefined)
    const volume = finiteOrUndefined(info?.['volume'])
    return {
      state: definedOnly({
        // -1 unstarted, 0 ended, 1 playing, 2 paused, 3 buffering, 5 cued
        playing: code === undefined || code === 3 ? undefined : code === 1,
        ended: code === undefined ? undefined : code === 0,
        time: finiteOrUndefined(info?.['currentTime']),
        duration: finiteOrUndefined(info?.['duration']) || undefined,
        volume: volume === undefined ? undefined : volume / 100,
        muted: typeof info?.['muted'] === 'boolean' ? info['muted'] : undefined,
      }),
    }
  },
}

const vimeoEvents = ['play', 'pause', 'ended', 'timeupdate', 'volumechange', 'error'] as const

/** Vimeo's errors about the video. Errors of method calls that failed are ignored. */
const vimeoFailures = new Map<unknown, Failure>([
  ['NotFoundError', 'gone'],
  ['PasswordError', 'refused'],
  ['PrivacyError', 'refused'],
  ['UnsupportedError', 'format'],
])

function vimeoFailure(error: Dictionary | undefined): Failure | undefined {
  const { name, method } = error ?? {}
  const isVideoError = method === undefined || method === 'ready'
  return vimeoFailures.get(name) ?? (isVideoError ? 'unreachable' : undefined)
}

const vimeoHandshake = vimeoEvents.map((value) => ({ method: 'addEventListener', value }))

const vimeo: FrameProtocol = {
  parameters: () => ({}),
  handshake: [{ method: 'ping' }, ...vimeoHandshake],
  play: () => ({ method: 'play' }),
  pause: () => ({ method: 'pause' }),
  seek: (value) => ({ method: 'setCurrentTime', value }),
  volume: (value) => ({ method: 'setVolume', value }),
  mute: (value) => ({ method: 'setMuted', value }),
  read(data) {
    const message = parseMessage(data)
    const event = message?.['event']
    if (event === 'ready') return { reply: vimeoHandshake }
    const eventName = vimeoEvents.find((name) => name === event)
    if (!eventName) return undefined
    const info = toDictionary(message?.['data'])
    const position = { time: finiteOrUndefined(info?.['seconds']), duration: finiteOrUndefined(info?.['duration']) }
    switch (eventName) {
      case 'play':
        return { state: definedOnly({ ...position, playing: true, ended: false }) }
      case 'pause':
        return { state: definedOnly({ ...position, playing: false }) }
      case 'ended':
        return { state: definedOnly({ ...position, playing: false, ended: true }) }
      case 'timeupdate':
        return { state: definedOnly(position) }
      case 'volumechange':
        return { state: definedOnly({ volume: finiteOrUndefined(info?.['volume']) }) }
      case 'error': {
        const failure = vimeoFailure(info)
        return failure ? { failure } : {}
      }
    }
  },
}

let requests = 0
const peerTubeMessage = (method: string, params?: unknown, id?: number) => JSON.stringify({ id, method: `peertube::${method}`, params })
const peerTubeRequest = (method: string, params?: unknown) => peerTubeMessage(method, params, ++requests)

const peertube: FrameProtocol = {
  parameters: () => ({ api: '1' }),
  handshake: [],
  play: () => peerTubeRequest('play'),
  pause: () => peerTubeRequest('pause'),
  seek: (seconds) => peerTubeRequest('seek', seconds),
  volume: (volume) => peerTubeRequest('setVolume', volume),
  read(data) {
    const message = parseMessage(data)
    const [scope, method] = typeof message?.['method'] === 'string' ? message['method'].split('::') : []
    if (scope !== 'peertube') return undefined
    if (method === '__ready') return message?.['params'] === 'ping' ? { reply: [peerTubeMessage('__ready', 'pong')] } : {}
    if (method === 'playbackStatusChange') return { state: playbackState(message?.['params']) }
    if (method === 'volumeChange') return { state: definedOnly({ volume: finiteOrUndefined(message?.['params']) }) }
    if (method !== 'playbackStatusUpdate') return {}
    const status = toDictionary(message?.['params'])
    return {
      state: {
        ...playbackState(status?.['playbackState']),
        ...definedOnly({
          time: finiteOrUndefined(status?.['position']),
          duration: finiteOrUndefined(status?.['duration']),
          volume: finiteOrUndefined(status?.['volume']),
        }),
      },
    }
  },
}

function playbackState(name: unknown): FrameState {
  return name === 'playing' || name === 'paused' || name === 'ended' ? { playing: name === 'playing', ended: name === 'ended' } : {}
}

/** Providers without an entry can't be controlled. */
export const frameProtocols: { readonly [kind in FrameKind]?: FrameProtocol } = { youtube, vimeo, peertube }
