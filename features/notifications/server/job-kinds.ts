import * as z from 'zod/mini'
import { defineJob } from '#kit/server/jobs/job.ts'

export const notifyFollowersJob = defineJob('notifications-news', z.object({}), { schedule: '* * * * *', timeoutSeconds: 900, retries: 0 })
export const mailNotificationsJob = defineJob('notifications-mail', z.object({}), {
  schedule: '40 6 * * *',
  timeoutSeconds: 1800,
  backoffSeconds: 60,
})
export const cleanNotificationsJob = defineJob('notifications-cleaning', z.object({}), { schedule: '30 1 * * *', timeoutSeconds: 1800 })
export const pushNotificationsJob = defineJob('notifications-push', z.object({}), {
  schedule: '*/5 * * * *',
  timeoutSeconds: 600,
  retries: 0,
})
