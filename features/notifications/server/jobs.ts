import type { Jobs } from '#kit/server/jobs.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { mailDigests } from './digest.ts'
import { cleanNotifications, mailNotifications, pushNotifications, notifyFollowersJob } from './job-kinds.ts'
import { notifyFollowers } from './news.ts'
import { pushDue, type PushTools } from './push.ts'
import { deleteOldNotifications } from './queries/due.ts'

/** Rows per statement. */
const cleaned = 5000

export interface JobTools extends Omit<PushTools, 'subject' | 'allowed'> {
  jobs: Pick<Jobs, 'work'>
  mailer: Mailer
  config: {
    webPush: boolean
    outboundAllow: readonly string[]
    /** The operator's email address; `mailFrom` by default. */
    contact: string | undefined
    mailFrom: string
  }
}

/** Notifies followers every minute, sends emails every morning, and cleans up every night. */
export function registerNotificationsJobs({ jobs, mailer, config, ...tools }: JobTools): void {
  const { db } = tools
  const subject = `mailto:${config.contact ?? /<(.+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
  const push: PushTools = { ...tools, subject, allowed: config.outboundAllow }
  jobs.work(notifyFollowersJob, (_, { signal }) => notifyFollowers(db, signal))
  jobs.work(mailNotifications, (_, { signal }) => mailDigests(db, mailer, signal))
  jobs.work(pushNotifications, async (_, { signal }) => {
    if (config.webPush) await pushDue(push, signal)
  })
  jobs.work(cleanNotifications, async (_, { signal }) => {
    while (!signal.aborted && (await deleteOldNotifications(db, cleaned)) === cleaned);
  })
}
