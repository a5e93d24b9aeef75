import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Db } from '../db/db.ts'
import type { EventFeed } from '../http/events.ts'
import { insertLiveEvents, type LiveEvent, type Moment, readLiveEvents, readMissedEvents, type Resume } from './live-events.ts'
import { eventIdOf, momentOf } from './live-moment.ts'
import { type LiveData, LiveStream, maxWaiting } from './live-stream.ts'
import type { Log } from '../log.ts'

export interface Live {
  /** Tells it soon, together with what else is to be told. What belongs to a transaction is told by {@link insertLiveEvents}. */
  publish(events: readonly LiveEvent[]): void
  /** What somebody's page is told from now on, or from where it was. */
  follow(to: string, from: { lastEventId?: string | undefined; seconds?: number | undefined }): Promise<EventFeed<LiveData>>
  /** How many pages follow here. */
  streams(): number
  stop(): Promise<void>
}

export interface LiveOptions {
  /** Of the database: one connection of its own listens. */
  connection: string
  db: Db
  log: Log
}

/** Events of one process are written together. */
const publishMs = 30
/** Of several that are told at once, the table is read once. */
const gatherMs = 20
/** It is read without being told, too: a connection can be dead without anybody knowing. */
const lookMs = 30_000
/** Pages that are told before others have their turn. */
const toldAtOnce = 100
/** After the database did not answer. */
const retryMs = 1000
const maxReconnectMs = 15_000

interface Opening {
  stream: LiveStream
  from: { lastEventId?: string | undefined; seconds?: number | undefined }
  done: () => void
  failed: (error: unknown) => void
}

/**
 * Tells pages that are connected to this process what happens in all. PostgreSQL's NOTIFY says that there is something; what, stands in a
 * table, which is read from the moment on up to which it was read before. So nothing is lost while the connection is.
 */
export function createLive({ connection, db, log }: LiveOptions): Live {
  const streams = new Map<string, Set<LiveStream>>()
  const stopping = new AbortController()
  let moment: Moment | undefined
  /** Where a page is that was told everything. */
  let position = ''
  const readPosition = () => position
  let listening: Promise<void> | undefined
  let openings: Opening[] = []
  let working: Promise<void> | undefined
  let isAsked = false
  let waiting: LiveEvent[] = []
  let writing = Promise.resolve()
  let writeTimer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  const looks = setInterval(() => streams.size > 0 && look(), lookMs).unref()

  /** Reads what is new, once more when something is told meanwhile. */
  function look(): void {
    isAsked = true
    working ??= work().finally(() => (working = undefined))
  }
  async function work() {
    while (isAsked && !stopping.signal.aborted) {
      if (openings.length === 0) await sleep(gatherMs)
      isAsked = false
      const opened = openings
      openings = []
      try {
        await readNews()
        await Promise.all(opened.map((opening) => open(opening)))
      } catch (error) {
        for (const { failed } of opened) failed(error)
        if (streams.size === 0 || stopping.signal.aborted) continue
        log.warn({ err: error }, 'open pages are told later: the database did not answer')
        await sleep(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
        isAsked = true
      }
    }
  }
  async function readNews() {
    const { at, events } = await readLiveEvents(db, moment, [...streams.keys()])
    moment = at
    position = eventIdOf(at)
    const told = new Set<LiveStream>()
    // All have it before one takes it: that says where it is.
    for (const event of events) for (const stream of streams.get(event.to) ?? []) told.add(stream.add(event))
    let count = 0
    for (const stream of told) {
      stream.listener?.ready()
      if (++count % toldAtOnce === 0) await setImmediate()
    }
  }
  /** Between two reads of the news: what was missed goes up to the one, what is told then begins there. */
  async function open({ stream, from, done, failed }: Opening) {
    try {
      const now = moment!
      const since = from.lastEventId === undefined ? undefined : momentOf(from.lastEventId, now)
      const resume: Resume | undefined = since !== undefined ? { since } : from.seconds ? { seconds: from.seconds } : undefined
      const isLost = from.lastEventId !== undefined && since === undefined
      const missed: LiveEvent[] = isLost
        ? [{ to: stream.to, name: 'changed', data: { topics: ['*'], by: null } }]
        : resume
          ? // One more than it is told in detail: then everything is stale.
            await readMissedEvents(db, stream.to, resume, now, maxWaiting + 1)
          : []
      for (const event of missed) stream.add(event)
      streams.set(stream.to, (streams.get(stream.to) ?? new Set()).add(stream))
      done()
    } catch (error) {
      failed(error)
    }
  }
  function close(stream: LiveStream) {
    const own = streams.get(stream.to)
    own?.delete(stream)
    if (own?.size === 0) streams.delete(stream.to)
  }

  /** Listens until the stop, and connects again when the connection breaks. */
  async function listen(): Promise<void> {
    const one = new pg.Client({
      connectionString: connection,
      application_name: 'choice events',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    })
    let isLost = false
    const lose = () => {
      if (isLost || stopping.signal.aborted) return
      isLost = true
      void reconnect()
    }
    one.on('error', lose)
    one.on('end', lose)
    one.on('notification', look)
    try {
      await one.connect()
      await one.query('listen live_event')
    } catch (error) {
      isLost = true
      void one.end().catch(() => {})
      throw error
    }
    client = one
  }
  async function reconnect() {
    for (let waitMs = 250; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, maxReconnectMs)) {
      try {
        await listen()
        look()
        return
      } catch {
        await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      }
    }
  }

  function write() {
    writeTimer = undefined
    const events = waiting
    waiting = []
    writing = writing
      .then(() => insertLiveEvents(db, events))
      .catch((error: unknown) => log.warn({ err: error, events: events.length }, 'open pages were not told of changes'))
  }

  return {
    publish(events) {
      if (events.length === 0) return
      waiting.push(...events)
      writeTimer ??= setTimeout(write, publishMs)
    },
    async follow(to, from) {
      await (listening ??= listen().catch((error: unknown) => {
        listening = undefined
        throw error
      }))
      const stream = new LiveStream(to, readPosition, close)
      await new Promise<void>((done, failed) => {
        openings.push({ stream, from, done, failed })
        look()
      })
      return stream
    },
    streams: () => [...streams.values()].reduce((sum, { size }) => sum + size, 0),
    async stop() {
      clearInterval(looks)
      if (writeTimer) {
        clearTimeout(writeTimer)
        write()
      }
      await writing
      stopping.abort()
      for (const { failed } of openings) failed(new Error('the server stops'))
      await working
      await client?.end().catch(() => {})
    },
  }
}
