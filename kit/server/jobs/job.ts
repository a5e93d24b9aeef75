import type * as z from 'zod/mini'
import type { Schema } from '#kit/contract/endpoint.ts'
import type { Db } from '../db/db.ts'

/** A kind of work that is done later, and again when it fails. Made by {@link defineJob}. */
export interface Job<S extends Schema = Schema> {
  readonly name: string
  readonly schema: S
  readonly retries: number
  readonly backoffSeconds: number
  readonly concurrency: number
  readonly timeoutSeconds: number
  readonly schedule: string | undefined
}

export interface JobOptions {
  /** How often it is tried again after the first failure. Default: 5. */
  retries?: number
  /** The wait before the first retry, 1 to 2 times this; it doubles each time, up to a day. Default: 10. */
  backoffSeconds?: number
  /** How many an instance runs at once. Kinds do not wait for each other. Default: 1. */
  concurrency?: number
  /** A run that takes longer than this counts as failed. Default: 60. */
  timeoutSeconds?: number
  /** When it runs by itself, with the payload `{}`: cron's five fields, UTC. */
  schedule?: string
}

/** `defineJob('curation-fetch', z.object({ id: z.string() }), { retries: 3 })`: its name is unique in the product. */
export const defineJob = <S extends Schema>(name: string, schema: S, options: JobOptions = {}): Job<S> => ({
  name,
  schema,
  retries: 5,
  backoffSeconds: 10,
  concurrency: 1,
  timeoutSeconds: 60,
  schedule: undefined,
  ...options,
})

/** Thrown by a handler: trying again is in vain, the job goes to the dead ones at once. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp'
}

interface JobRun {
  id: string
  /** 1 for the first time. */
  attempt: number
  /**
   * Ends when the job takes too long, was cancelled, or the server stops; work that heeds it in the last case runs again later. Also
   * when this process was silent for so long that the job was given to another one: what is done from then on, is done twice.
   */
  signal: AbortSignal
  /** Says how far the work is, in percent, and by a text's key what is being done (`items:importing`). Written about once a second. */
  report: (percent: number, textKey?: string) => void
}
/** Runs at least once: also again when the server died at the wrong moment. Make it repeatable. */
export type JobHandler<S extends Schema> = (payload: z.output<S>, run: JobRun) => Promise<void>

export interface SendOptions {
  /** The transaction that the job belongs to: undone with it, started after it. */
  db?: Db | undefined
  /** Not before: a moment, or seconds from now. */
  startAfter?: Date | number
  /** At most one job with this key waits for its first start. */
  singletonKey?: string
  /** The account that may read its progress and cancel it; for a day after its end, too. */
  ownerId?: string
}

export type JobState = 'waiting' | 'active' | 'done' | 'cancelled' | 'dead'

/** How far a job is. */
export interface JobProgress {
  state: JobState
  /** 0 to 100; null: it does not say. */
  percent: number | null
  /** Key of the text that says what is being done. */
  textKey: string | null
}

/** A job that is under way. */
export interface ActiveJob extends Omit<JobProgress, 'state'> {
  id: string
  job: string
  attempt: number
  startedAt: Date
}

/** A job that failed for good; kept for 30 days. What it was about is not shown: it may hold codes and links. */
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

/** `in`: jobs run in this process; `only`: it does nothing else; `off`: it only sends, and others run them. */
export type WorkerMode = 'in' | 'only' | 'off'
