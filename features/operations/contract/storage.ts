import * as z from 'zod/mini'
import { byOperator } from '#kit/contract/access.ts'
import type { Contract } from '#kit/contract/endpoint.ts'
import { Id, page, paging, text, Time } from '#kit/contract/fields.ts'
import { cleanableKinds, storageKinds } from '../rules.ts'

const Storage = z.object({
  place: z.object({
    type: z.enum(['disk', 's3']),
    /** `low`: less than a tenth of the disk is free; `away`: storage doesn't respond. */
    state: z.enum(['ok', 'low', 'full', 'away']),
    /** Null if files are in a bucket. */
    free_bytes: z.nullable(z.int()),
    total_bytes: z.nullable(z.int()),
  }),
  /** Time at which the figures below were counted; null: not yet. */
  counted_at: z.nullable(Time),
  kinds: z.array(z.object({ kind: z.enum(storageKinds), bytes: z.int(), files: z.int() })),
  /** Files that can be deleted. They are part of the figures above. */
  cleanable: z.array(z.object({ what: z.enum(cleanableKinds), bytes: z.int(), files: z.int(), people: z.int() })),
  /** All bytes at the end of each day. */
  days: z.array(z.object({ date: z.iso.date(), bytes: z.int() })),
  /** Quota of each user who may upload, unless they have their own. */
  quota_bytes: z.int(),
})
export type StorageOverview = z.output<typeof Storage>

const StorageUser = z.object({
  id: Id,
  nickname: z.nullable(z.string()),
  email: z.string(),
  bytes: z.int(),
  files: z.int(),
  quota_bytes: z.int(),
  has_own_quota: z.boolean(),
})
export type StorageUser = z.output<typeof StorageUser>

const StartedJob = z.object({
  /** Id of the job, whose progress is at `GET /api/operator/jobs/{id}`. Null: a job that does the same is already waiting. */
  job_id: z.nullable(z.string()),
})

export const storageEndpoints = {
  getStorage: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/storage',
    summary: 'Get used storage and its growth',
    output: Storage,
    reads: ['operated-storage'],
  },
  listStorageUsers: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/storage/people',
    summary: 'List users by used storage, largest first',
    query: paging(100),
    output: page(StorageUser),
    reads: ['operated-storage'],
  },
  countStorage: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/storage/count',
    summary: 'Recount used storage',
    output: StartedJob,
    changes: ['operated-storage'],
  },
  cleanStorage: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/storage/clean',
    summary: 'Delete unused files',
    description: 'Starts a job that deletes all unused files of the given kind, then recounts the used storage.',
    body: z.object({ what: z.enum(cleanableKinds), reason: z.optional(text(1000)) }),
    example: { body: { what: 'unused_pictures' } },
    output: StartedJob,
    changes: ['operated-storage', 'operated-jobs', 'audit'],
  },
} as const satisfies Contract
