import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerEvent } from './http/events.ts'
import type { LiveEvent } from './live-events.ts'

/** What an event says: of `changed` which topics, and by which tab; of `notification` which one. */
export interface LiveData {
  topics?: string[]
  by?: string | null
  id?: string
}

/** One page that follows. */
export interface LiveStream {
  to: string
  /** @param id where the page is once it has begun */
  begin(id: string): void
  /** @param id where the page is once it was told */
  add(event: LiveEvent, id: string): void
  hasEnded(): boolean
  events(): AsyncGenerator<ServerEvent<LiveData>>
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

export function createLiveStream(to: string, ended: AbortSignal, onEnd: (stream: LiveStream) => void): LiveStream {
  let waiting: LiveEvent[] = []
  let at = ''
  let wake = () => {}

  async function* events(): AsyncGenerator<ServerEvent<LiveData>> {
    // Where it is, so that it can resume from there.
    yield { name: 'changed', id: at, data: nothing }
    while (!ended.aborted) {
      if (waiting.length === 0) await something()
      const bundled = waiting.length === 0 ? [{ name: 'changed', data: nothing }] : bundle(waiting)
      waiting = []
      const id = at
      for (const [index, event] of bundled.entries()) yield index === bundled.length - 1 ? { ...event, id } : event
      await sleep(bundleMs, undefined, { signal: ended }).catch(() => {})
    }
  }
  /** Resolves when there is something to tell, or nothing was for long. */
  const something = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, quietMs).unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (ended.aborted) wake()
    })

  const stream: LiveStream = {
    to,
    begin: (id) => void (at = id),
    add(event, id) {
      at = id
      if (waiting.length >= maxWaiting) waiting = [{ to, name: 'changed', data: everything }]
      waiting.push(event)
      wake()
    },
    hasEnded: () => ended.aborted,
    events,
  }
  ended.addEventListener(
    'abort',
    () => {
      onEnd(stream)
      wake()
    },
    { once: true },
  )
  return stream
}
