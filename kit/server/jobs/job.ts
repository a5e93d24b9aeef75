import type * as z from 'zod/mini'
import type { Schema } from '#kit/contract/endpoint.ts'
import type { Db } from '../db/db.ts'

/** A kind of background work that is retried after failures. Created by {@link defineJob}. */
export interface Job<S extends Schema = Schema> {
  readonly name: string
  readonly schema: S
  readonly retries: number
  readonly backoffSeconds: number
  readonly concurrency: number
  readonly timeoutSeconds: number
  readonly schedule: string | undefined
  readonly shown: readonly string[]
}

export interface JobOptions {
  /** Maximum retries after the first failure. Default: 5. */
  retries?: number
  /**
   * Minimum delay before the first retry; a random part of up to the same length is added. The delay doubles each time, up to a day.
   * Default: 10.
   */
  backoffSeconds?: number
  /** Maximum concurrent runs of this kind in an instance. Default: 1. */
  concurrency?: number
  /** A longer run counts as failed. Default: 60. */
  timeoutSeconds?: number
  /** The job runs with the payload `{}` at these times: the five fields of cron, in UTC. */
  schedule?: string
  /** Fields of the payload that operators see: never codes, links or addresses. Default: none. */
  shown?: readonly string[]
}

/** `defineJob('channels-fetch', z.object({ id: z.string() }), { retries: 3 })`: the name is unique in the product. */
export const defineJob = <S extends Schema>(name: string, schema: S, options: JobOptions = {}): Job<S> => ({
  name,
  schema,
  retries: 5,
  backoffSeconds: 10,
  concurrency: 1,
  timeoutSeconds: 60,
  schedule: undefined,
  shown: [],
  ...options,
})

/** Thrown by a handler if retries are useless: the job becomes dead immediately. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError'
}

export interface JobRun {
  id: string
  /** 1 for the first attempt. */
  attempt: number
  /** Whether the job is dead if this attempt fails. */
  isLastAttempt: boolean
  /**
   * Aborts if the job exceeds its time or is cancelled, or if the server stops: the job then runs again later. Also aborts if this process
   * sent no heartbeats and another process took the job, because both would do the same work.
   */
  signal: AbortSignal
  /** Reports the progress in percent, and the key of a text about the current step (`items:importing`). Written about once a second. */
  report: (percent: number, textKey?: string) => void
}
/** Runs at least once, and again if the server crashed during the run. Make it idempotent. */
export type JobHandler<S extends Schema> = (payload: z.output<S>, run: JobRun) => Promise<void>

export interface SendOptions {
  /** The transaction that sends the job. The job starts after the commit, and a rollback discards it. */
  db?: Db | undefined
  /** Earliest start: a time, or seconds from now. */
  startAfter?: Date | number
  /** At most one job with this key waits for its first start. */
  singletonKey?: string
  /** The account that may read the job's progress and cancel it, until a day after the job's end. */
  ownerId?: string
}

export type JobState = 'waiting' | 'active' | 'done' | 'cancelled' | 'dead'

/** A registered kind of job. */
export interface JobKind {
  name: string
  schedule: string | undefined
  /** The next time of the schedule. */
  nextAt: Date | undefined
  shown: readonly string[]
}

/** The progress of a job. */
export interface JobProgress {
  state: JobState
  /** 0 to 100; null if not reported. */
  percent: number | null
  /** Key of the text about the current step. */
  textKey: string | null
}

/** A running job. */
export interface ActiveJob extends Omit<JobProgress, 'state'> {
  id: string
  job: string
  attempt: number
  startedAt: Date
}

/** A job that failed its last attempt; kept for 30 days. Its payload is not shown, as it may contain codes and links. */
export interface DeadJob {
  id: string
  job: string
  error: string
  attempts: number
  sentAt: Date
  diedAt: Date
}

export interface JobFigures {
  job: string
  waiting: number
  active: number
  dead: number
}

/**
 * `in`: this process also runs jobs. `only`: this process only runs jobs. `off`: this process only sends jobs, and other processes run
 * them.
 */
export type WorkerMode = 'in' | 'only' | 'off'
