import * as z from 'zod/mini'
import { defineJob } from '#kit/server/job.ts'

export const pushNotifications = defineJob('notifications-push', z.object({}), { schedule: '*/5 * * * *', timeoutSeconds: 600, retries: 0 })
