import type * as z from 'zod/mini'
import type { Schema } from '#kit/contract/endpoint.ts'
import { databaseTimeouts } from '../db/database-timeouts.ts'
import { type Db, withStatementTimeout } from '../db/db.ts'
import { listKinds, startSchedules } from './job-schedule.ts'
import * as store from './job-store.ts'
import type { ActiveJob, DeadJob, Job, JobFigures, JobHandler, JobKind, JobProgress, SendOptions, WorkerMode } from './job.ts'
import type { Log } from '../log.ts'
import { createPollLoop } from './poll-loop.ts'
import { createQueueWorker, type QueueWorker } from './queue-worker.ts'

export interface Jobs {
  /** Registers the handler of a kind of job. Call it before the start, in every process that sends such jobs. */
  work<S extends Schema>(job: Job<S>, handler: JobHandler<S>): void
  start(): Promise<void>
  /** Takes no new jobs, waits for running ones, and hands back jobs that don't end within 4 s. */
  stop(): Promise<void>
  /** @returns the job's id; null if a job with the same `singletonKey` is already waiting */
  send<S extends Schema>(job: Job<S>, payload: z.input<S>, options?: SendOptions): Promise<string | null>
  /** Returns the progress of this owner's job; undefined if there is no such job, or if the job ended more than a day ago. */
  findProgress(id: string, ownerId: string): Promise<JobProgress | undefined>
  /**
   * Cancels a waiting job, and aborts a running job: within a heartbeat if another process runs it.
   * @param ownerId if given, cancels only a job of this owner; if missing, also discards failed jobs
   * @returns false if there is no such job
   */
  cancel(id: string, ownerId?: string): Promise<boolean>
  /** The registered kinds, by name. */
  kinds(): Promise<JobKind[]>
  /** Longest running first. */
  listActive(): Promise<ActiveJob[]>
  /** Latest first. */
  listDead(limit?: number): Promise<DeadJob[]>
  /** Resets the attempts of dead jobs. @returns the number of jobs found */
  retryDead(ids: readonly string[]): Promise<number>
  /** Counts the waiting, running and dead jobs of each kind that has any. */
  figures(): Promise<JobFigures[]>
  /** Returns for how long the oldest due job has waited. */
  oldestDueSeconds(): Promise<number>
}

export interface JobsOptions {
  /**
   * The queue's own database, separate from the handlers' database: heartbeats must be written even if handlers use up
   * their connections.
   */
  db: Db
  log: Log
  worker?: WorkerMode
  /** Interval of heartbeats; after four missed ones, jobs are retried elsewhere. Default: 10. */
  heartbeatSeconds?: number
  /** Milliseconds that sending a job may wait for the database. */
  sendWaitMs?: number
}

const stopMs = 4000

/**
 * Background work in the table `job`. Each process takes waiting jobs with `for update skip locked`, and sends
 * heartbeats for the jobs that it runs.
 */
export function createJobs({
  db,
  log,
  worker = 'in',
  heartbeatSeconds = 10,
  sendWaitMs = databaseTimeouts.request.waitMs,
}: JobsOptions): Jobs {
  const workers = new Map<string, QueueWorker>()
  // A short limit, because a user may wait for the sender.
  const sendingDb = withStatementTimeout(db, sendWaitMs)
  const pollLoop = createPollLoop({ db, log, workers, heartbeatSeconds })
  let started = false

  const workerOf = (job: Job) => {
    const worker = workers.get(job.name)
    if (!worker) throw new Error(`Nothing runs the job "${job.name}": call jobs.work() for it`)
    return worker
  }

  async function start() {
    started = true
    if (worker === 'off') return
    const jobs = [...workers.values()].map(({ job }) => job)
    const schedules = await startSchedules(db, jobs, (job, tx) => send(job, {}, { db: tx, singletonKey: 'schedule' }))
    for (const queueWorker of workers.values()) queueWorker.start()
    pollLoop.start(schedules)
  }

  async function end() {
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, stopMs).unref())
    await Promise.race([pollLoop.stop(), deadline])
    await Promise.all([...workers.values()].map((queueWorker) => queueWorker.stop(deadline)))
  }
  let ended: Promise<void> | undefined
  const stop = () => (ended ??= end())

  async function send<S extends Schema>(job: Job<S>, payload: z.input<S>, options: SendOptions = {}) {
    const { db: tx, startAfter, singletonKey, ownerId } = options
    const queueWorker = workerOf(job)
    job.schema.parse(payload)
    const id = await store.insertJob(tx ?? sendingDb, {
      name: job.name,
      payload: payload as object,
      maxAttempts: job.retries + 1,
      startAfter: startAfter ?? 0,
      singletonKey,
      ownerId,
    })
    if (startAfter !== undefined) return id
    if (tx?.isTransaction) queueWorker.pollSoon()
    else queueWorker.startWaitingJobs()
    return id
  }

  return {
    work(job, handler) {
      if (started) throw new Error(`The job "${job.name}" came after the start`)
      if (workers.has(job.name)) throw new Error(`Two handlers for the job "${job.name}"`)
      workers.set(job.name, createQueueWorker({ job, handler, db, log }))
    },
    start,
    stop,
    send,
    findProgress: (id, ownerId) => store.findProgress(sendingDb, id, ownerId),
    async cancel(id, ownerId) {
      const isCancelled = await store.cancelJob(sendingDb, id, ownerId)
      if (isCancelled) for (const queueWorker of workers.values()) queueWorker.cancel(id)
      return isCancelled
    },
    kinds: () => listKinds([...workers.values()].map(({ job }) => job)),
    listActive: () => store.listActiveJobs(db),
    listDead: (limit = 100) => store.listDeadJobs(db, limit),
    async retryDead(ids) {
      const names = await store.reviveJobs(db, ids)
      for (const name of names) workers.get(name)?.startWaitingJobs()
      return names.length
    },
    figures: () => store.countJobs(db),
    oldestDueSeconds: () => store.findOldestDueSeconds(db),
  }
}
