import { announceConnected } from './connection.ts'
import { storage } from './storage.ts'

/** What the server tells of: see the contract of `/api/events`. */
export interface LiveData {
  topics?: string[]
  by?: string | null
  id?: string
}
interface Told {
  name: (typeof names)[number]
  data: LiveData
  /** Where the stream is, as far as this event tells. */
  lastEventId: string
}
export type OnTold = (name: Told['name'], data: LiveData) => void

const names = ['changed', 'notification'] as const
const path = '/api/events'
const channelName = 'choice-live'
/** After a refusal: an `EventSource` itself comes back only after a lost connection. */
const firstRetryMs = 2_000
const maxRetryMs = 60_000

/** Where the stream was last in this browser: whichever tab has the connection next goes on there. */
let lastEventId = ''

/** Seconds since the page began to load: what it shows was read since then. */
const pageSeconds = () => Math.min(Math.ceil(performance.now() / 1000) + 2, 3600)

const addressOf = () =>
  `${path}?${new URLSearchParams(lastEventId ? { last_event_id: lastEventId } : { seconds: String(pageSeconds()) }).toString()}`

/** Keeps a connection until `ended`. */
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
      // Otherwise the browser is connecting again by itself.
      if (source.readyState !== EventSource.CLOSED) return
      ended.removeEventListener('abort', close)
      // Not all of them at once after the server was away.
      setTimeout(open, retryMs * (0.5 + Math.random()))
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    })
  }
  open()
}

/**
 * Follows what the server tells, with one connection for all tabs of the browser: the tab that holds a lock has it, and tells the others.
 * When it closes, the next one goes on behind the last event. Browsers without Web Locks have a connection for each tab.
 * @returns stops that
 */
export function followLive(onTold: OnTold): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const hear = ({ name, data, lastEventId: id }: Told) => {
    if (id) lastEventId = id
    // Of somebody who has left meanwhile nothing is shown.
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
    // Whoever comes next is somebody else, perhaps.
    lastEventId = ''
    ending.abort()
  }
}
