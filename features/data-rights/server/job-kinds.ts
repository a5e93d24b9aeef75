import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { defineJob } from '#kit/server/jobs/job.ts'

const maxRetries = 3
/** Attempts per archive. */
export const exportAttempts = maxRetries + 1
export const exportJob = defineJob('data-rights-export', z.object({ id: Id }), { retries: maxRetries, timeoutSeconds: 3600, shown: ['id'] })
/** Attempts per batch of pictures. */
export const pictureAttempts = maxRetries + 1
export const importPicturesJob = defineJob('data-rights-import-pictures', z.object({ id: Id }), {
  retries: maxRetries,
  timeoutSeconds: 600,
  shown: ['id'],
})
export const deleteAccountsJob = defineJob('data-rights-deletions', z.object({}), { schedule: '*/10 * * * *', timeoutSeconds: 3600 })
export const cleanFilesJob = defineJob('data-rights-cleaning', z.object({}), { schedule: '25 * * * *', timeoutSeconds: 600 })
/** Deletes data past its retention limit. */
export const deleteExpiredDataJob = defineJob('data-rights-expiring', z.object({}), { schedule: '10 4 * * *', timeoutSeconds: 3600 })
