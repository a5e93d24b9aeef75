import { defineFeature } from '#kit/server/feature.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { notificationsContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { notificationsPersonalData } from './queries/personal-data.ts'
import { notificationsRoutes } from './routes.ts'
import { mailDigests } from './digest.ts'
import { cleanNotificationsJob, mailNotificationsJob, notifyFollowersJob, pushNotificationsJob } from './job-kinds.ts'
import { notifyFollowers } from './notify-followers.ts'
import { type PushTools, sendDuePushes } from './push.ts'
import { deleteOldNotifications } from './queries/due.ts'

/** Rows deleted per statement. */
const cleanBatchSize = 5000

export interface JobTools extends Omit<PushTools, 'subject' | 'allowed'> {
  jobs: Pick<Jobs, 'work'>
  mailer: Mailer
  config: {
    webPush: boolean
    outboundAllow: readonly string[]
    /** The operator's email address; default: `mailFrom`. */
    contact: string | undefined
    mailFrom: string
  }
}

/** Registers jobs that notify followers, send daily emails and pushes, and delete old notifications. */
function registerNotificationsJobs({ jobs, mailer, config, ...tools }: JobTools): void {
  const { db } = tools
  const subject = `mailto:${config.contact ?? /<(.+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
  const push: PushTools = { ...tools, subject, allowed: config.outboundAllow }
  jobs.work(notifyFollowersJob, (_, { signal }) => notifyFollowers(db, signal))
  jobs.work(mailNotificationsJob, (_, run) => mailDigests(db, mailer, run))
  jobs.work(pushNotificationsJob, async (_, { signal }) => {
    if (config.webPush) await sendDuePushes(push, signal)
  })
  jobs.work(cleanNotificationsJob, async (_, { signal }) => {
    while (!signal.aborted && (await deleteOldNotifications(db, cleanBatchSize)) === cleanBatchSize);
  })
}

export const notificationsFeature = defineFeature({
  name: 'notifications',
  summary: 'Notifications, live events and push subscriptions',
  contract: notificationsContract,
  routes: notificationsRoutes,
  registerJobs: registerNotificationsJobs,
  personalData: notificationsPersonalData,
  texts: { en, nl },
})
