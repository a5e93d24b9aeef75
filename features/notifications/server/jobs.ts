import type { Jobs } from '#kit/server/jobs.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { mailDigests } from './digest.ts'
import { cleanNotifications, mailNotifications, pushNotifications, tellOfNews } from './job-kinds.ts'
import { tellNews } from './news.ts'
import { pushDue, type PushTools } from './push.ts'
import { deleteOldNotifications } from './queries/due.ts'

/** Rows of one statement. */
const cleaned = 5000

export interface JobTools extends Omit<PushTools, 'subject' | 'allowed'> {
  jobs: Pick<Jobs, 'work'>
  mailer: Mailer
  config: {
    webPush: boolean
    outboundAllow: readonly string[]
    /** The operator's mail address; else `mailFrom` stands for it. */
    contact: string | undefined
    mailFrom: string
  }
}

/** Every minute followers are told what is new, every morning mails are sent, every night what nobody needs is deleted. */
export function registerNotificationsJobs({ jobs, mailer, config, ...tools }: JobTools): void {
  const { db } = tools
  const subject = `mailto:${config.contact ?? /<(.+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
  const push: PushTools = { ...tools, subject, allowed: config.outboundAllow }
  jobs.work(tellOfNews, (_, { signal }) => tellNews(db, signal))
  jobs.work(mailNotifications, (_, { signal }) => mailDigests(db, mailer, signal))
  jobs.work(pushNotifications, async (_, { signal }) => {
    if (config.webPush) await pushDue(push, signal)
  })
  jobs.work(cleanNotifications, async (_, { signal }) => {
    while (!signal.aborted && (await deleteOldNotifications(db, cleaned)) === cleaned);
  })
}
