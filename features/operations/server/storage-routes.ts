import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import type { storageEndpoints } from '../contract/storage.ts'
import { type CleanableKind, cleanableKinds, type StorageKind, storageKinds } from '../rules.ts'
import { type StorageStateOptions, readStorageState } from './storage-state.ts'
import { listStorageDays, listLatestStorageCounts, listUserStorage } from './queries/storage.ts'
import { cleanStorageJob, countStorageJob } from './storage-jobs.ts'

export interface StorageServices extends StorageStateOptions {
  jobs: Pick<Jobs, 'send'>
  /** Quota in bytes of users without a quota of their own. */
  uploads: { readQuota: () => Promise<number> }
}

const defaultLimit = 50
const UserKey = z.tuple([z.int(), Id])

const isStored = (kind: string): kind is StorageKind => storageKinds.some((storageKind) => storageKind === kind)
const isCleanable = (kind: string): kind is CleanableKind => cleanableKinds.some((cleanable) => cleanable === kind)

export function storageRoutes({ jobs, storage, config, uploads }: StorageServices): Handlers<typeof storageEndpoints> {
  return {
    async getStorage(_, { db }) {
      const reads = [readStorageState({ storage, config }), listLatestStorageCounts(db), listStorageDays(db), uploads.readQuota()] as const
      const [place, counts, days, quota] = await Promise.all(reads)
      return {
        place,
        counted_at: counts[0]?.counted_at ?? null,
        kinds: counts.flatMap(({ kind, bytes, files }) => (isStored(kind) ? [{ kind, bytes, files }] : [])),
        cleanable: counts.flatMap(({ kind, bytes, files, people }) => (isCleanable(kind) ? [{ what: kind, bytes, files, people }] : [])),
        days,
        quota_bytes: quota,
      }
    },

    async listStorageUsers({ query: { limit = defaultLimit, cursor } }, { db }) {
      const [bytes, id] = parseCursor(UserKey, cursor) ?? []
      const after = bytes === undefined || id === undefined ? undefined : { bytes, id }
      const [rows, quota] = await Promise.all([listUserStorage(db, { after, limit: limit + 1 }), uploads.readQuota()])
      return pageOf(
        rows,
        limit,
        (row) => [row.bytes, row.id],
        ({ own_quota: ownQuota, ...row }) => ({ ...row, quota_bytes: ownQuota ?? quota, has_own_quota: ownQuota !== null }),
      )
    },

    // The job is kept for a day after its end, so that its result can be read.
    countStorage: async (_, { reader }) => ({
      job_id: await jobs.send(countStorageJob, {}, { singletonKey: 'asked', ownerId: reader.user.id }),
    }),

    cleanStorage: ({ body: { what, reason } }, { db, reader }) =>
      db.transaction().execute(async (tx) => {
        const jobId = await jobs.send(cleanStorageJob, { what }, { db: tx, singletonKey: what, ownerId: reader.user.id })
        const counted = (await listLatestStorageCounts(tx)).find(({ kind }) => kind === what)
        if (jobId !== null)
          await writeAudit(tx, reader.user, {
            act: 'storage.cleaned',
            thing: { type: 'storage', id: what, name: what },
            ...(counted && { before: { files: counted.files, bytes: counted.bytes } }),
            reason,
          })
        return { job_id: jobId }
      }),
  }
}
