import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type PgBoss from 'pg-boss'
import type { Schema } from '#kit/contract/endpoint.ts'
import { type Db, isDatabaseAway } from './db.ts'
import { GiveUp, type Job, type JobHandler } from './job.ts'
import { describeError, type Log } from './log.ts'

/** Runs the jobs of one queue in this process. */
export interface Lane {
  readonly job: Job
  start(boss: PgBoss): void
  /** Takes as many waiting jobs as there is room for. */
  fill(): void
  /** A job was sent within a transaction, and can be seen only when that is committed: looks for it several times, soon. */
  hurry(): void
  /** Resolves when nothing runs, at the latest when `patience` does: what runs then is handed back. */
  stop(patience: Promise<void>): Promise<void>
}

export interface LaneOptions {
  job: Job
  handler: JobHandler<Schema>
  db: Db
  log: Log
}

type Row = PgBoss.JobWithMetadata
interface Running {
  row: Row
  ending: AbortController
  done: Promise<void>
}

/** Milliseconds: most transactions are committed a moment after their last statement. */
const afterSending = [5, 25, 100, 400] as const

/** Why a run ended before its time. */
class Overdue extends Error {
  override readonly name = 'Overdue'
}
class Stopping extends Error {
  override readonly name = 'Stopping'
}

export function createLane({ job, handler, db, log }: LaneOptions): Lane {
  const running = new Map<string, Running>()
  let boss: PgBoss | undefined
  let stopping = false
  let filling: Promise<void> | undefined
  let again = false
  let waits: number[] = []
  let timer: NodeJS.Timeout | undefined
  let firesAt = 0

  /** Asked again while it runs, it looks once more: a job just sent is never missed. */
  function fill() {
    if (!boss || stopping) return
    again = true
    filling ??= takeWaiting()
      .catch((error: unknown) => log.warn({ job: job.name, err: error }, 'jobs could not be taken'))
      .finally(() => (filling = undefined))
  }
  function hurry() {
    waits = [...afterSending]
    if (timer && firesAt <= Date.now() + afterSending[0]) return
    clearTimeout(timer)
    lookLater()
  }
  function lookLater() {
    const wait = waits.shift()
    timer = undefined
    if (!boss || stopping || wait === undefined) return
    firesAt = Date.now() + wait
    timer = setTimeout(() => {
      fill()
      lookLater()
    }, wait)
  }

  async function takeWaiting() {
    while (again && !stopping) {
      again = false
      const room = job.concurrency - running.size
      if (room < 1) return
      const rows = await boss!.fetch<object>(job.name, { batchSize: room, includeMetadata: true })
      for (const row of rows) {
        const ending = new AbortController()
        if (stopping) ending.abort(new Stopping())
        const one: Running = { row, ending, done: perform(row, ending).finally(() => leave(row.id)) }
        running.set(row.id, one)
      }
    }
  }
  function leave(id: string) {
    running.delete(id)
    fill()
  }

  async function perform(row: Row, ending: AbortController) {
    const attempt = row.retryCount + 1
    const about = { job: job.name, id: row.id, attempt }
    try {
      await handle(row, ending, attempt)
      await settle(row, () => boss!.deleteJob(job.name, row.id))
    } catch (error) {
      if (ending.signal.reason instanceof Stopping) return settle(row, () => handBack(db, row))
      const isLast = error instanceof GiveUp || row.retryCount >= row.retryLimit
      if (isLast) log.error({ ...about, err: error }, 'a job failed for good')
      else log.warn({ ...about, err: error }, 'a job failed and is tried again')
      await settle(row, async () => {
        if (isLast) await giveUp(db, row)
        await boss!.fail(job.name, row.id, { message: storable(error) })
      })
    }
  }

  function handle(row: Row, ending: AbortController, attempt: number): Promise<void> {
    const { signal } = ending
    signal.throwIfAborted()
    const parsed = job.schema.safeParse(row.data)
    if (!parsed.success) throw new GiveUp('its payload is not what this release expects')
    const clock = setTimeout(() => ending.abort(new Overdue(`took longer than ${job.timeoutSeconds} s`)), job.timeoutSeconds * 1000)
    return new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => signal.reason instanceof Overdue && reject(signal.reason), { once: true })
      handler(parsed.data, { id: row.id, attempt, signal }).then(resolve, reject)
    }).finally(() => clearTimeout(clock))
  }

  /** Writes the outcome down, however long the database is away. What can't be written, the upkeep finds overdue and tries again. */
  async function settle(row: Row, write: () => Promise<unknown>) {
    for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
      try {
        await write()
        return
      } catch (error) {
        if (stopping) return
        if (wait === 100) log.warn({ job: job.name, id: row.id, err: error }, 'the outcome of a job could not be written yet')
        if (!isDatabaseAway(error)) return
        await sleep(wait)
      }
    }
  }

  return {
    job,
    start: (started) => (boss = started),
    fill,
    hurry,
    async stop(patience) {
      stopping = true
      clearTimeout(timer)
      for (const { ending } of running.values()) ending.abort(new Stopping())
      await Promise.race([filling, patience])
      await Promise.race([Promise.all([...running.values()].map(({ done }) => done)), patience])
      const handedBack = Promise.allSettled([...running.values()].map(({ row }) => handBack(db, row)))
      // With the database away this fails late; the upkeep of another instance then finds them.
      await Promise.race([handedBack, sleep(500, undefined, { ref: false })])
    },
  }
}

/** What went wrong, without secrets and without what PostgreSQL can't keep. */
const storable = (error: unknown) => String(describeError(error)['message']).replaceAll('\0', '').toWellFormed().slice(0, 2000)

/** As if it had not been started. */
const handBack = (db: Db, { name, id }: Row) =>
  sql`update pgboss.job set state = 'retry', started_on = null, start_after = now() where name = ${name} and id = ${id} and state = 'active'`.execute(
    db,
  )

const giveUp = (db: Db, { name, id }: Row) =>
  sql`update pgboss.job set retry_limit = retry_count where name = ${name} and id = ${id}`.execute(db)
