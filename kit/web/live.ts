import { announceConnected } from './connection.ts'
import { storage } from './storage.ts'
import { tabId } from './tab.ts'

/** Server-sent events: see the contract of `/api/events`. */
export interface LiveData {
  topics?: string[]
  by?: string | null
  id?: string
  /** Data of other events, for the feature that handles them. */
  moves?: unknown[]
  presence?: unknown
}
interface AnnouncedEvent {
  name: (typeof names)[number]
  data: LiveData
  /** Position in the stream, if the event has one. */
  lastEventId: string
}
/** A message between tabs: an event, for all tabs or for one, or a request for the events since the sender began to load. */
type TabMessage = { told: AnnouncedEvent; to?: string } | { missedSince: number; by: string }
export type OnLiveEvent = (name: AnnouncedEvent['name'], data: LiveData) => void

const names = ['changed', 'notification', 'moved', 'presence'] as const
const path = '/api/events'
const channelName = 'choice-events'
/** Delay before reconnecting after a refusal, in ms. After a lost connection, `EventSource` reconnects by itself. */
const firstRetryMs = 2_000
const maxRetryMs = 60_000

/** Last position in the stream that any tab of this browser has seen. The tab that connects next resumes there. */
let lastEventId = ''

/** Limits of the list of recent events, which a tab may have missed while it loaded. */
const recentMs = 5 * 60_000
const maxRecentIds = 500

/** Returns for how many seconds the page has been loading or open. All data on the page was read within that time. */
const pageSeconds = () => Math.min(Math.ceil(performance.now() / 1000) + 2, 3600)

const addressOf = () =>
  `${path}?${new URLSearchParams(lastEventId ? { last_event_id: lastEventId } : { seconds: String(pageSeconds()) }).toString()}`

/** Keeps a connection open until `ended`. */
function connectToEvents(announce: (event: AnnouncedEvent) => void, ended: AbortSignal): void {
  let retryMs = firstRetryMs
  let wasLost = false
  let latest: EventSource | undefined
  ended.addEventListener('abort', () => latest?.close())
  const open = () => {
    if (ended.aborted) return
    const source = new EventSource(addressOf())
    latest = source
    for (const name of names)
      source.addEventListener(name, ({ data, lastEventId: id }: MessageEvent<string>) => {
        retryMs = firstRetryMs
        announce({ name, data: JSON.parse(data) as LiveData, lastEventId: id })
      })
    source.addEventListener('open', () => {
      if (wasLost) announceConnected()
      wasLost = false
    })
    source.addEventListener('error', () => {
      wasLost = true
      // After a lost connection the browser reconnects by itself.
      if (source.readyState !== EventSource.CLOSED) return
      // Random delay, so that clients don't all call at the same time after an outage.
      setTimeout(
        () => {
          // The login may have ended elsewhere. Reading the profile again finds out.
          announce({ name: 'changed', data: { topics: ['profile:*'] }, lastEventId: '' })
          open()
        },
        retryMs * (0.5 + Math.random()),
      )
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    })
  }
  open()
}

/**
 * Subscribes to server events. All tabs share one connection: the tab that holds a lock connects and forwards events. When that tab closes,
 * the next tab resumes. A new tab is sent the events since it began to load. Without Web Locks each tab connects.
 * @returns an unsubscribe function
 */
export function subscribeToLiveEvents(onEvent: OnLiveEvent): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let recent: { at: number; event: AnnouncedEvent }[] = []
  const handle = (event: AnnouncedEvent) => {
    const { name, data, lastEventId: id } = event
    if (id) lastEventId = id
    const now = Date.now()
    // Presence events aren't kept, as they are outdated after a moment.
    if (name !== 'presence') recent = [...recent.filter(({ at }) => at > now - recentMs), { at: now, event }].slice(-maxRecentIds)
    // Ignores events of a user who has logged out, and events of an operator who sees the site as another viewer.
    if (storage.get('access_token') !== undefined && storage.get('see_as') === undefined) onEvent(name, data)
  }
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') connectToEvents(handle, signal)
  else {
    const channel = new BroadcastChannel(channelName)
    const send = (message: TabMessage) => {
      if (!signal.aborted) channel.postMessage.call(channel, message)
    }
    let isConnected = false
    channel.addEventListener('message', ({ data: message }: MessageEvent<TabMessage>) => {
      if ('missedSince' in message) {
        if (!isConnected) return
        for (const { at, event } of recent) if (at >= message.missedSince) send({ told: event, to: message.by })
      } else if (message.to === undefined || message.to === tabId) handle(message.told)
    })
    signal.addEventListener('abort', () => channel.close())
    const becomeLeader = () =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
        isConnected = true
        connectToEvents((event) => {
          handle(event)
          send({ told: event })
        }, signal)
      })
    navigator.locks.request(channelName, { signal }, becomeLeader).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    send({ missedSince: Date.now() - performance.now(), by: tabId })
  }
  return () => {
    // The next login may be another user's.
    lastEventId = ''
    ending.abort()
  }
}
