import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type PgBoss from 'pg-boss'
import type * as z from 'zod/mini'
import type { Schema } from '#kit/contract/endpoint.ts'
import { databaseTimeouts } from './database-timeouts.ts'
import { type Db, limitWait } from './db.ts'
import { createLane, type Lane } from './job-lane.ts'
import { mendFutureJobs, startSchedules, type Schedules } from './job-schedule.ts'
import type { DeadJob, Job, JobFigures, JobHandler, SendOptions, WorkerMode } from './job.ts'
import type { Log } from './log.ts'
import { schemaLock } from './migrate.ts'

export interface Jobs {
  /** Says what runs a kind of job. In every process and before the start: it also makes the queue. */
  work<S extends Schema>(job: Job<S>, handler: JobHandler<S>): void
  start(): Promise<void>
  /** Takes no new job, lets running ones end, and hands back those that don't within 4 s. */
  stop(): Promise<void>
  /** @returns the job's id; null when one with the same `singletonKey` waits already */
  send<S extends Schema>(job: Job<S>, payload: z.input<S>, options?: SendOptions): Promise<string | null>
  /** The latest first. */
  listDead(limit?: number): Promise<DeadJob[]>
  /** Gives dead jobs all their attempts again. @returns how many were there */
  retryDead(ids: readonly string[]): Promise<number>
  /** What waits, runs and is dead, of each kind that has any. */
  figures(): Promise<JobFigures[]>
}

export interface JobsOptions {
  db: Db
  log: Log
  worker?: WorkerMode
  /** How often jobs of dead instances are looked for. Default: 30. */
  upkeepSeconds?: number
}

const daysDead = 30
const pollMs = 1000
const stopMs = 4000

/** pg-boss speaks through our pool, which ends the transaction of several statements of which one failed half-way. */
const connectionOf = (db: Db): PgBoss.Db => ({
  executeSql: (text, values) => db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values)),
})

/**
 * Background work on PostgreSQL. pg-boss keeps the queues; running them is ours, because its own workers write a job's outcome
 * unattended (the process ends when the database is away at that moment) and ask once a second for each queue.
 */
export function createJobs({ db, log, worker = 'in', upkeepSeconds = 30 }: JobsOptions): Jobs {
  const lanes = new Map<string, Lane>()
  // Who sends a job may have somebody who waits.
  const quick = limitWait(db, databaseTimeouts.request.waitMs)
  let boss: PgBoss | undefined
  let schedules: Schedules | undefined
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let polling = Promise.resolve()
  let away = false
  let mendAt = 0

  const laneOf = (job: Job) => {
    const lane = lanes.get(job.name)
    if (!lane) throw new Error(`Nothing runs the job "${job.name}": call jobs.work() for it before the start`)
    return lane
  }

  async function start() {
    const { default: Boss } = await import('pg-boss')
    const starting = new Boss({
      db: connectionOf(db),
      supervise: worker !== 'off',
      maintenanceIntervalSeconds: upkeepSeconds,
      schedule: false,
      // Done jobs are deleted, so that codes and links don't stay; what is archived are dead ones.
      archiveFailedAfterSeconds: daysDead * 86_400,
      deleteAfterHours: 1,
    })
    starting.on('error', (error) => log.warn({ err: error }, 'the upkeep of jobs failed'))
    boss = await db.transaction().execute(async (tx) => {
      // Each queue is a table of its own: instances that start together and make them at once would deadlock.
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(${schemaLock})`.execute(tx)
      const started = await starting.start()
      const made = new Set((await started.getQueues()).map(({ name }) => name))
      for (const name of lanes.keys()) if (!made.has(name)) await started.createQueue(name, { name, policy: 'short' })
      return started
    })
    if (worker === 'off') return
    const all = [...lanes.values()].map(({ job }) => job)
    schedules = await startSchedules(db, all, (job, tx) => send(job, {}, { db: tx }))
    for (const lane of lanes.values()) lane.start(boss)
    void poll()
  }

  /** One statement a second finds out which queues have something to do. */
  async function look() {
    try {
      if (performance.now() >= mendAt) {
        await mendFutureJobs(db)
        mendAt = performance.now() + upkeepSeconds * 1000
      }
      await schedules?.run()
      const { rows } = await sql<{ name: string }>`
        select queue.name from unnest(${[...lanes.keys()]}::text[]) as queue (name),
          lateral (select from pgboss.job where job.name = queue.name and state < 'active' and start_after < now() limit 1) as due`.execute(
        db,
      )
      for (const { name } of rows) lanes.get(name)?.fill()
      if (away) log.info('jobs run again')
      away = false
    } catch (error) {
      if (!away) log.warn({ err: error }, 'jobs wait for the database')
      away = true
    }
  }
  async function poll() {
    await (polling = look())
    if (!stopping) timer = setTimeout(() => void poll(), pollMs)
  }

  async function end() {
    stopping = true
    clearTimeout(timer)
    const patience = new Promise<void>((resolve) => setTimeout(resolve, stopMs).unref())
    await Promise.race([polling, patience])
    await Promise.all([...lanes.values()].map((lane) => lane.stop(patience)))
    await boss?.stop({ graceful: false, close: false })
  }
  let ended: Promise<void> | undefined
  const stop = () => (ended ??= end())

  async function send<S extends Schema>(job: Job<S>, payload: z.input<S>, { db: tx, startAfter, singletonKey }: SendOptions = {}) {
    const lane = laneOf(job)
    if (!boss) throw new Error('Jobs are sent after jobs.start()')
    job.schema.parse(payload)
    const id = await boss.send(job.name, payload as object, {
      db: connectionOf(tx ?? quick),
      retryLimit: job.retries,
      retryDelay: job.backoffSeconds,
      retryBackoff: true,
      // Jobs that take too long are failed here; the upkeep fails those whose instance died.
      expireInSeconds: job.timeoutSeconds + 10,
      // Without a key of its own it must not be taken for another.
      singletonKey: singletonKey ?? randomUUID(),
      ...(startAfter !== undefined && { startAfter }),
    })
    if (startAfter !== undefined) return id
    if (tx?.isTransaction) lane.hurry()
    else lane.fill()
    return id
  }

  return {
    work(job, handler) {
      if (boss) throw new Error(`The job "${job.name}" came after the start`)
      if (lanes.has(job.name)) throw new Error(`Two handlers for the job "${job.name}"`)
      lanes.set(job.name, createLane({ job, handler, db, log }))
    },
    start,
    stop,
    send,
    async listDead(limit = 100) {
      const { rows } = await sql<DeadJob>`
        select id, name as job, coalesce(output ->> 'message', '') as error, retry_count + 1 as attempts, created_on as "sentAt", completed_on as "diedAt"
        from pgboss.job where state = 'failed' order by completed_on desc, id limit ${limit}`.execute(db)
      return rows
    },
    async retryDead(ids) {
      const { rows } = await sql<{ name: string }>`
        update pgboss.job set state = 'retry', retry_count = 0, started_on = null, completed_on = null, output = null,
          start_after = now(), keep_until = now() + interval '14 days'
        where state = 'failed' and id = any(${[...ids]}::uuid[]) returning name`.execute(db)
      for (const { name } of rows) lanes.get(name)?.fill()
      return rows.length
    },
    async figures() {
      const { rows } = await sql<JobFigures>`
        select name as job, count(*) filter (where state < 'active')::int as waiting, count(*) filter (where state = 'active')::int as active,
          count(*) filter (where state = 'failed')::int as dead
        from pgboss.job group by name order by name`.execute(db)
      return rows
    },
  }
}
