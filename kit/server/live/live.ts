import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/db.ts'
import type { EventFeed } from '../http/events.ts'
import type { Log } from '../log.ts'
import { formatEventId, parseEventId } from './event-id.ts'
import { createEventWriter } from './event-writer.ts'
import { createListener } from './listener.ts'
import { type LiveEvent, type TransactionSnapshot, readLiveEvents, readMissedEvents, type ResumePoint } from './live-events.ts'
import { type LiveData, LiveStream, maxWaiting } from './live-stream.ts'

export interface Live {
  /** Publishes events soon, batched. Events that belong to a transaction go through `insertLiveEvents`. */
  publish(events: readonly LiveEvent[]): void
  /** Opens the feed of a user's page, from now on or from its last position. */
  follow(to: string, from: { lastEventId?: string | undefined; seconds?: number | undefined }): Promise<EventFeed<LiveData>>
  /** Number of open streams in this process. */
  streams(): number
  stop(): Promise<void>
}

export interface LiveOptions {
  /** Connection string for the dedicated connection that listens. */
  connection: string
  db: Db
  /** Stores events. */
  writeDb: Db
  log: Log
}

/** How long after a notification the table is read, so that concurrent notifications cause a single read. */
const batchDelayMs = 20
/** Interval of reads without a notification, in case the listening connection broke without an error. */
const pollMs = 30_000
/** Number of streams that get their events before other work gets a turn. */
const streamsPerTurn = 100
/** Delay after a failed database call. */
const retryMs = 1000

interface PendingStream {
  stream: LiveStream
  from: { lastEventId?: string | undefined; seconds?: number | undefined }
  done: () => void
  failed: (error: unknown) => void
}

/**
 * Sends events to the pages connected to this process. PostgreSQL's NOTIFY signals new events. The events themselves are read from a table,
 * from the last read moment on, so a broken connection loses no events.
 */
export function createLive({ connection, db, writeDb, log }: LiveOptions): Live {
  const streams = new Map<string, Set<LiveStream>>()
  const stopping = new AbortController()
  let moment: TransactionSnapshot | undefined
  /** The position of a page that has received all events. */
  let position = ''
  const readPosition = () => position
  let openings: PendingStream[] = []
  let working: Promise<void> | undefined
  let hasRequestedRead = false
  const writer = createEventWriter({ db: writeDb, log })
  const listener = createListener(connection, readEvents, stopping.signal)
  const pollTimer = setInterval(() => streams.size > 0 && readEvents(), pollMs).unref()

  /** Reads new events; reads again if another notification arrives during the read. */
  function readEvents(): void {
    hasRequestedRead = true
    working ??= work().finally(() => (working = undefined))
  }
  async function work() {
    while (hasRequestedRead && !stopping.signal.aborted) {
      if (openings.length === 0) await sleep(batchDelayMs)
      hasRequestedRead = false
      const opened = openings
      openings = []
      try {
        await readNewEvents()
        await Promise.all(opened.map((opening) => open(opening)))
      } catch (error) {
        for (const { failed } of opened) failed(error)
        if (streams.size === 0 || stopping.signal.aborted) continue
        log.warn({ err: error }, 'open pages are told later: the database did not answer')
        await sleep(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
        hasRequestedRead = true
      }
    }
  }
  async function readNewEvents() {
    const { at, events } = await readLiveEvents(db, moment, [...streams.keys()])
    moment = at
    position = formatEventId(at)
    const receivers = new Set<LiveStream>()
    // Adds all events before any stream takes its events, because taking advances the position.
    for (const event of events) for (const stream of streams.get(event.to) ?? []) receivers.add(stream.add(event))
    let count = 0
    for (const stream of receivers) {
      stream.listener?.ready()
      if (++count % streamsPerTurn === 0) await setImmediate()
    }
  }
  /**
   * Sends the missed events to a new stream. Runs between two reads, so that the missed events end where the new ones begin: at the last
   * read moment.
   */
  async function open({ stream, from, done, failed }: PendingStream) {
    try {
      const now = moment!
      const since = from.lastEventId === undefined ? undefined : parseEventId(from.lastEventId, now)
      const resume: ResumePoint | undefined = since !== undefined ? { since } : from.seconds ? { seconds: from.seconds } : undefined
      const isLost = from.lastEventId !== undefined && since === undefined
      const missed: LiveEvent[] = isLost
        ? [{ to: stream.to, name: 'changed', data: { topics: ['*'], by: null } }]
        : resume
          ? // With more than `maxWaiting` events, the page gets one event for everything instead.
            await readMissedEvents(db, stream.to, { from: resume, until: now, limit: maxWaiting + 1 })
          : []
      for (const event of missed) stream.add(event)
      streams.set(stream.to, (streams.get(stream.to) ?? new Set()).add(stream))
      done()
    } catch (error) {
      failed(error)
    }
  }
  function close(stream: LiveStream) {
    const ownStreams = streams.get(stream.to)
    ownStreams?.delete(stream)
    if (ownStreams?.size === 0) streams.delete(stream.to)
  }

  return {
    publish: (events) => writer.add(events),
    async follow(to, from) {
      await listener.start()
      const stream = new LiveStream(to, readPosition, close)
      await new Promise<void>((done, failed) => {
        openings.push({ stream, from, done, failed })
        readEvents()
      })
      return stream
    },
    streams: () => [...streams.values()].reduce((sum, { size }) => sum + size, 0),
    async stop() {
      clearInterval(pollTimer)
      await writer.flush()
      stopping.abort()
      for (const { failed } of openings) failed(new Error('the server stops'))
      await working
      await listener.end()
    },
  }
}
