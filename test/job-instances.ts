import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterEach, vi } from 'vitest'
import { createFreshDatabase } from './fresh-database.ts'
import { defineJob, type Job, type JobHandler, type JobOptions } from '#kit/server/jobs/job.ts'
import { createJobs, type Jobs, type JobsOptions } from '#kit/server/jobs/jobs.ts'
import { createLog } from '#kit/server/log.ts'

const payload = z.object({ n: z.number() })
export type TestJob = Job<typeof payload>

/** Makes a database, and instances of the server that run jobs of one kind. They stop after each test. */
export async function createJobInstances() {
  const database = await createFreshDatabase()
  const db = database.connect()
  const log = createLog({ level: 'silent' })

  const started: Jobs[] = []
  afterEach(async () => {
    await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
  })

  let count = 0
  const newJob = (options: JobOptions = {}) => defineJob(`job-${++count}`, payload, options)

  /** Starts an instance of the server that runs one kind of job. */
  async function instance(job: TestJob, handler: JobHandler<typeof payload>, options: Partial<JobsOptions> = {}) {
    const jobs = createJobs({ db: database.connect(), log, ...options })
    jobs.work(job, handler)
    await jobs.start()
    started.push(jobs)
    return jobs
  }
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  /** Waits long by default, because the machine may be busy. Tests of speed pass their own time. */
  const waitUntil = (check: () => void | Promise<void>, timeout = 20_000) => vi.waitFor(check, { timeout, interval: 5 })
  const rowsOf = async (job: TestJob) =>
    (
      await sql<{
        state: string
        wait: number
        attempts: number
      }>`select state, extract(epoch from run_after - now())::float8 as wait, attempts from job where name = ${job.name}`.execute(db)
    ).rows
  const never = () => new Promise<void>(() => undefined)
  const untilAborted = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const untilEnded: JobHandler<typeof payload> = (_, { signal }) => untilAborted(signal)
  return { database, db, log, started, payload, newJob, instance, sleep, until: waitUntil, rowsOf, never, untilAborted, untilEnded }
}
