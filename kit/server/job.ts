import type * as z from 'zod/mini'
import type { Schema } from '#kit/contract/endpoint.ts'
import type { Db } from './db.ts'

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
  /** The wait before the first retry, 1 to 2 times this; it doubles each time. Default: 10. */
  backoffSeconds?: number
  /** How many an instance runs at once. Default: 1. */
  concurrency?: number
  /** Longer than this counts as failed. Also: how long after the death of an instance its jobs are tried again. Default: 60. */
  timeoutSeconds?: number
  /** When it runs by itself, with the payload `{}`: cron's five fields, UTC. */
  schedule?: string
}

/** `defineJob('curation-fetch', z.object({ id: z.string() }), { retries: 3 })`: its name is also the queue's, unique in the product. */
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
  /** Ends when the job takes too long or the server stops; work that heeds it in the latter case runs again later. */
  signal: AbortSignal
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
