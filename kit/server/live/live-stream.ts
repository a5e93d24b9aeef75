import type { EventFeed, FeedListener, ServerEvent } from '../http/events.ts'
import type { LiveEvent } from './live-events.ts'

/** What an event says: of `changed` which topics, and by which tab; of `notification` which one. */
export interface LiveData {
  topics?: string[]
  by?: string | null
  id?: string
}

/** Between two times that a page is told: what happens meanwhile comes together. */
const bundleMs = 200
/** A page that is told nothing for so long learns where it is: from there it can resume. */
const quietMs = 600_000
/** More is everything. */
const maxTopics = 200
/** A page that does not read: more than this it is not told in detail. */
export const maxWaiting = 2000

const nothing: LiveData = { topics: [], by: null }
const everything: LiveData = { topics: ['*'], by: null }

/** What is told together: of `changed` one event for each tab that did it. */
function bundle(events: readonly LiveEvent[]): ServerEvent<LiveData>[] {
  const told = new Map<string, ServerEvent<LiveData>>()
  const topics = new Map<string | null, Set<string>>()
  for (const { name, data } of events) {
    const given = data as LiveData
    if (name === 'notification') told.set(given.id ?? '', { name, data: given })
    else {
      const by = given.by ?? null
      const known = topics.get(by) ?? new Set()
      for (const topic of given.topics ?? []) known.add(topic)
      topics.set(by, known)
    }
  }
  const isAll = topics.size > maxTopics || [...topics.values()].some((known) => known.size > maxTopics)
  const changes = isAll ? [everything] : [...topics].map(([by, known]) => ({ topics: [...known], by }))
  return [...told.values(), ...changes.map((data) => ({ name: 'changed' as const, data }))]
}

/** One page that follows. */
export class LiveStream implements EventFeed<LiveData> {
  readonly to: string
  listener: FeedListener | undefined
  readonly #position: () => string
  readonly #onClose: (stream: LiveStream) => void
  #waiting: LiveEvent[] = []
  #toldAt = -Infinity
  #timer: NodeJS.Timeout | undefined

  /** @param position where a page is, now, that was told everything: its id */
  constructor(to: string, position: () => string, onClose: (stream: LiveStream) => void) {
    this.to = to
    this.#position = position
    this.#onClose = onClose
  }

  /** What may be told with others: whoever adds the last says that it is {@link FeedListener.ready}. */
  add(event: LiveEvent): this {
    if (event.name === 'login_ended') this.listener?.doubtLogin()
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(event)
    else this.#waiting = [{ to: this.to, name: 'changed', data: everything }]
    return this
  }

  take(): readonly ServerEvent<LiveData>[] {
    const now = performance.now()
    const waitMs = this.#toldAt - now + (this.#waiting.length > 0 ? bundleMs : quietMs)
    if (waitMs > 0) {
      if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#tell(), waitMs)
      return []
    }
    const events = this.#waiting.length > 0 ? bundle(this.#waiting) : [{ name: 'changed', data: nothing }]
    this.#waiting = []
    this.#toldAt = now
    // With the last, so that it can resume from there.
    return [...events.slice(0, -1), { ...events.at(-1)!, id: this.#position() }]
  }

  #tell() {
    this.#timer = undefined
    this.listener?.ready()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#onClose(this)
  }
}
