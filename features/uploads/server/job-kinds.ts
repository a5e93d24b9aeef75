import * as z from 'zod/mini'
import { defineJob } from '#kit/server/jobs/job.ts'
import { Id } from '#kit/contract/fields.ts'

/** Processes an upload; one at a time. A problem with the file is a result and isn't retried; only our own failures are. */
export const processUploadJob = defineJob('uploads-process', z.object({ id: Id }), {
  retries: 2,
  backoffSeconds: 30,
  timeoutSeconds: 12 * 60 * 60,
  shown: ['id'],
})

/** Deletes unused files, and completes work interrupted by a dead process. */
export const tidyUploadsJob = defineJob('uploads-tidy', z.object({}), { schedule: '*/10 * * * *', timeoutSeconds: 600 })
