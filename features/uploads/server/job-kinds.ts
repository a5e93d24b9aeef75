import * as z from 'zod/mini'
import { defineJob } from '#kit/server/job.ts'
import { Id } from '#kit/contract/fields.ts'

/**
 * Makes of an upload what players take; one at a time. What is wrong with the file is its outcome and is not tried again: it is tried again
 * only when something of ours failed.
 */
export const processUploadJob = defineJob('uploads-process', z.object({ id: Id }), {
  retries: 2,
  backoffSeconds: 30,
  timeoutSeconds: 12 * 60 * 60,
})

/** Deletes what is no longer needed, and finishes what a process that ended left half done. */
export const tidyUploadsJob = defineJob('uploads-tidy', z.object({}), { schedule: '*/10 * * * *', timeoutSeconds: 600 })
