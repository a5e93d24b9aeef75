import * as z from 'zod/mini'
import { defineJob } from '#kit/server/jobs/job.ts'
import { Id } from '#kit/contract/fields.ts'

/** Processes one upload at a time. A problem of the file is a result; only our own failures are retried. */
export const processUploadJob = defineJob('uploads-process', z.object({ id: Id }), {
  retries: 2,
  backoffSeconds: 30,
  timeoutSeconds: 12 * 60 * 60,
  shown: ['id'],
})

/** Deletes unused files, and completes the work of processes that died. */
export const cleanUpUploadsJob = defineJob('uploads-tidy', z.object({}), { schedule: '*/10 * * * *', timeoutSeconds: 600 })
