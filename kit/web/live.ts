import { announceConnected } from './connection.ts'
import { storage } from './storage.ts'

/** Server-sent events: see the contract of `/api/events`. */
export interface LiveData {
  topics?: string[]
  by?: string | null
  id?: string
}
interface Told {
  name: (typeof names)[number]
  data: LiveData
  /** Position in the stream, if the event has one. */
  lastEventId: string
}
export type OnLiveEvent = (name: Told['name'], data: LiveData) => void

const names = ['changed', 'notification'] as const
const path = '/api/events'
const channelName = 'choice-live'
/** Reconnect delay after a refusal, in ms: `EventSource` itself reconnects only after a lost connection. */
const firstRetryMs = 2_000
const maxRetryMs = 60_000

/** Last position in this browser: the tab that connects next resumes there. */
let lastEventId = ''

/** Seconds since the page began to load, which is before any data on it was read. */
const pageSeconds = () => Math.min(Math.ceil(performance.now() / 1000) + 2, 3600)

const addressOf = () =>
  `${path}?${new URLSearchParams(lastEventId ? { last_event_id: lastEventId } : { seconds: String(pageSeconds()) }).toString()}`

/** Keeps a connection open until `ended`. */
function connect(tell: (told: Told) => void, ended: AbortSignal): void {
  let retryMs = firstRetryMs
  let wasLost = false
  const open = () => {
    if (ended.aborted) return
    const source = new EventSource(addressOf())
    const close = () => source.close()
    ended.addEventListener('abort', close, { once: true })
    for (const name of names)
      source.addEventListener(name, ({ data, lastEventId: id }: MessageEvent<string>) => {
        retryMs = firstRetryMs
        tell({ name, data: JSON.parse(data) as LiveData, lastEventId: id })
      })
    source.addEventListener('open', () => {
      if (wasLost) announceConnected()
      wasLost = false
    })
    source.addEventListener('error', () => {
      wasLost = true
      // Otherwise the browser reconnects by itself.
      if (source.readyState !== EventSource.CLOSED) return
      ended.removeEventListener('abort', close)
      // Random delay, so that clients don't all reconnect at the same time after downtime.
      setTimeout(open, retryMs * (0.5 + Math.random()))
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    })
  }
  open()
}

/**
 * Subscribes to server events, with one connection for all tabs: the tab that holds a lock connects and forwards events. When it
 * closes, the next tab resumes. Without Web Locks each tab connects.
 * @returns an unsubscribe function
 */
export function followLive(onTold: OnLiveEvent): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const hear = ({ name, data, lastEventId: id }: Told) => {
    if (id) lastEventId = id
    // Ignores events of a user who has logged out.
    if (storage.get('access_token') !== undefined) onTold(name, data)
  }
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') connect(hear, signal)
  else {
    const channel = new BroadcastChannel(channelName)
    const tellOthers = (told: Told) => channel.postMessage.call(channel, told)
    channel.addEventListener('message', ({ data }: MessageEvent<Told>) => hear(data))
    signal.addEventListener('abort', () => channel.close())
    const lead = () =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
        connect((told) => {
          hear(told)
          if (!signal.aborted) tellOthers(told)
        }, signal)
      })
    navigator.locks.request(channelName, { signal }, lead).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
  return () => {
    // The next user may be another.
    lastEventId = ''
    ending.abort()
  }
}
