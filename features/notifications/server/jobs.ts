import type { Jobs } from '#kit/server/jobs.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { mailDigests } from './digest.ts'
import { cleanNotifications, mailNotifications, pushNotifications, tellOfNews } from './job-kinds.ts'
import { tellNews } from './news.ts'
import { pushDue, type PushTools } from './push.ts'
import { deleteOldNotifications } from './queries/due.ts'

/** Rows of one statement. */
const cleaned = 5000

interface JobTools extends PushTools {
  jobs: Pick<Jobs, 'work'>
  isPushOn: boolean
  mailer: Mailer
}

/** Every minute followers are told what is new, every morning mails are sent, every night what nobody needs is deleted. */
export function workNotifications({ jobs, mailer, isPushOn, ...push }: JobTools): void {
  const { db } = push
  jobs.work(tellOfNews, (_, { signal }) => tellNews(db, signal))
  jobs.work(mailNotifications, (_, { signal }) => mailDigests(db, mailer, signal))
  jobs.work(pushNotifications, async (_, { signal }) => {
    if (isPushOn) await pushDue(push, signal)
  })
  jobs.work(cleanNotifications, async (_, { signal }) => {
    while (!signal.aborted && (await deleteOldNotifications(db, cleaned)) === cleaned);
  })
}
