import * as z from 'zod/mini'
import { byOperator } from '#kit/contract/access.ts'
import type { Contract } from '#kit/contract/endpoint.ts'
import { Empty, Flag, Id, page, paging, text, Time } from '#kit/contract/fields.ts'
import { operationsErrors } from '../errors.ts'
import { jobStates, limits } from '../rules.ts'

const JobId = z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/))
const KindName = z.string().check(z.regex(/^[\dA-Za-z][\w-]{0,60}$/))
const byJob = z.object({ id: JobId })
const byKind = z.object({ kind: KindName })

const JobKind = z.object({
  /** Name of the kind, as in the log. */
  kind: z.string(),
  title: z.string(),
  /** Counts up to 1,000, like the other counts. */
  waiting: z.int(),
  active: z.int(),
  dead: z.int(),
  /** Time since which the oldest due job has waited. */
  due_since: z.nullable(Time),
  /** Five fields of cron, in UTC. */
  schedule: z.nullable(z.string()),
  next_at: z.nullable(Time),
  /** Null: not paused. */
  paused_at: z.nullable(Time),
})
export type JobKind = z.output<typeof JobKind>

const OperatorJob = z.object({
  id: JobId,
  kind: z.string(),
  title: z.string(),
  state: z.enum(jobStates),
  attempts: z.int(),
  max_attempts: z.int(),
  /** 0 to 100; null if not reported. */
  percent: z.nullable(z.int()),
  /** Why the last attempt failed. */
  error: z.nullable(z.string()),
  created_at: Time,
  /** Time of the earliest start, or of the next attempt. */
  run_after: Time,
  started_at: z.nullable(Time),
  finished_at: z.nullable(Time),
  /** Whether the job's process has stopped sending heartbeats. The job is then started again within a minute. */
  is_silent: z.boolean(),
  /** Whether the job still runs after it was cancelled. */
  is_cancelling: z.boolean(),
  /** Whether its kind is paused: the job waits until the kind is resumed. */
  is_paused: z.boolean(),
  owner: z.nullable(z.object({ id: Id, nickname: z.nullable(z.string()) })),
  /** Fields of the payload that jobs of this kind show. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type OperatorJob = z.output<typeof OperatorJob>

export const jobExamples = { job: '7f3c1a52-9d0e-4b61-8c2f-5a6b7c8d9e0f' } as const
const exampleKind = 'operations-figures'

export const jobEndpoints = {
  listJobKinds: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/job-kinds',
    summary: 'List kinds of background jobs',
    output: z.array(JobKind),
    reads: ['operated-jobs'],
  },
  updateJobKind: {
    ...byOperator,
    method: 'PATCH',
    path: '/api/operator/job-kinds/:kind',
    summary: 'Pause or resume a job kind',
    description: 'While a kind is paused, its running jobs continue and new jobs wait, also after a restart.',
    params: byKind,
    body: z.object({ is_paused: Flag, reason: z.optional(text(1000)) }),
    example: { params: { kind: exampleKind }, body: { is_paused: true, reason: 'The database moves tonight' } },
    output: JobKind,
    changes: ['operated-jobs', 'audit'],
  },
  retryJobKind: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/job-kinds/:kind/retry',
    summary: 'Retry the failed jobs of a kind',
    description: 'Retries at most 1,000 jobs per call, latest first.',
    params: byKind,
    example: { params: { kind: exampleKind } },
    output: z.object({ count: z.int().check(z.maximum(limits.retry)) }),
    changes: ['operated-jobs', 'audit'],
  },
  listJobs: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/jobs',
    summary: 'List background jobs, latest first',
    query: z.extend(paging(100), { kind: z.optional(KindName), state: z.optional(z.enum(jobStates)) }),
    output: page(OperatorJob),
    reads: ['operated-jobs'],
  },
  getJob: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/jobs/:id',
    summary: 'Get a background job',
    params: byJob,
    example: { params: { id: jobExamples.job } },
    output: OperatorJob,
    reads: ['operated-jobs'],
  },
  retryJob: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/jobs/:id/retry',
    summary: 'Retry a failed job',
    description: 'The job starts again and gets all its attempts back. A job that was already retried is returned unchanged.',
    params: byJob,
    example: { params: { id: jobExamples.job } },
    output: OperatorJob,
    refusals: [operationsErrors.not_failed],
    changes: ['operated-jobs', 'audit'],
  },
  cancelJob: {
    ...byOperator,
    method: 'DELETE',
    path: '/api/operator/jobs/:id',
    summary: 'Cancel or discard a job',
    description: 'Cancels a waiting job, stops a running one within seconds, and discards a failed one.',
    params: byJob,
    example: { params: { id: jobExamples.job } },
    output: Empty,
    refusals: [operationsErrors.not_cancellable],
    changes: ['operated-jobs', 'audit'],
  },
} as const satisfies Contract
