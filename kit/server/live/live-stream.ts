import type { EventFeed, FeedListener, ServerEvent } from '../http/events.ts'
import type { LiveEvent } from './live-events.ts'

/** Data of an event: for `changed`, the topics and the tab that changed them; for `notification`, its id. */
export interface LiveData {
  topics?: string[]
  by?: string | null
  id?: string
  /** Fields of other events, sent unchanged. */
  [name: string]: unknown
}

/** Minimum interval between events to a page; events in between are bundled. */
const bundleDelayMs = 200
/** Minimum interval for events that show what other users are doing now. */
const urgentDelayMs = 40
const isUrgent = ({ name }: LiveEvent) => name === 'moved' || name === 'presence'
/** After this time without events, a page gets the current position, so that it can resume from there. */
const keepAliveMs = 600_000
/** With more topics than this, the page gets one topic for everything. */
const maxTopics = 200
/** Maximum events waiting for a page that doesn't read. With more, the page gets one event for everything instead. */
export const maxWaiting = 2000

const emptyChange: LiveData = { topics: [], by: null }
const changeOfEverything: LiveData = { topics: ['*'], by: null }

/** Bundles events: first the other events in their order, then one `changed` event per tab that made changes. */
function bundleEvents(events: readonly LiveEvent[]): ServerEvent<LiveData>[] {
  const bundled = new Map<string, ServerEvent<LiveData>>()
  const topics = new Map<string | null, Set<string>>()
  for (const { name, data } of events) {
    const liveData = data as LiveData
    if (name === 'notification') bundled.set(liveData.id ?? '', { name, data: liveData })
    else if (name === 'moved' || name === 'presence') bundled.set(`${bundled.size} ${name}`, { name, data: liveData })
    else {
      const by = liveData.by ?? null
      const knownTopics = topics.get(by) ?? new Set()
      for (const topic of liveData.topics ?? []) knownTopics.add(topic)
      topics.set(by, knownTopics)
    }
  }
  const isAll = topics.size > maxTopics || [...topics.values()].some((knownTopics) => knownTopics.size > maxTopics)
  const changes = isAll ? [changeOfEverything] : [...topics].map(([by, knownTopics]) => ({ topics: [...knownTopics], by }))
  return [...bundled.values(), ...changes.map((data) => ({ name: 'changed' as const, data }))]
}

/** The stream of one open page. */
export class LiveStream implements EventFeed<LiveData> {
  readonly to: string
  listener: FeedListener | undefined
  readonly #position: () => string
  readonly #onClose: (stream: LiveStream) => void
  #waiting: LiveEvent[] = []
  #lastSentAt = -Infinity
  #timer: NodeJS.Timeout | undefined

  /** @param position returns an event id at which a page resumes after all events so far */
  constructor(to: string, position: () => string, onClose: (stream: LiveStream) => void) {
    this.to = to
    this.#position = position
    this.#onClose = onClose
  }

  /** Adds an event to the next bundle. The caller calls {@link FeedListener.ready} after the last one. */
  add(event: LiveEvent): this {
    if (event.name === 'login_ended') this.listener?.recheckLogin()
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(event)
    else this.#waiting = [{ to: this.to, name: 'changed', data: changeOfEverything }]
    return this
  }

  take(): readonly ServerEvent<LiveData>[] {
    const now = performance.now()
    const isWaiting = this.#waiting.length > 0
    const waitMs = this.#lastSentAt - now + (isWaiting ? (this.#waiting.some(isUrgent) ? urgentDelayMs : bundleDelayMs) : keepAliveMs)
    if (waitMs > 0) {
      if (isWaiting) {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#notifyReady(), waitMs)
      }
      return []
    }
    const events = this.#waiting.length > 0 ? bundleEvents(this.#waiting) : [{ name: 'changed', data: emptyChange }]
    this.#waiting = []
    this.#lastSentAt = now
    // The last event carries the position as its id, so that the page can resume after this event.
    return [...events.slice(0, -1), { ...events.at(-1)!, id: this.#position() }]
  }

  #notifyReady() {
    this.#timer = undefined
    this.listener?.ready()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#onClose(this)
  }
}
