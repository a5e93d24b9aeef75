import * as z from 'zod/mini'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { LinkChecks } from './checks.ts'
import { mailDigests } from './digest.ts'
import { deleteUnusedHosts } from './queries/checks.ts'

/** Maximum duration of a run in ms. The next run continues. */
const runMs = 45 * 60_000

export const checkLinksJob = defineJob('link-checks-look', z.object({}), { schedule: '*/15 * * * *', timeoutSeconds: 3600, retries: 0 })
export const registerNewLinksJob = defineJob('link-checks-register', z.object({}), { schedule: '20 2 * * *', timeoutSeconds: 1800 })
export const mailDeadLinksJob = defineJob('link-checks-mail', z.object({}), {
  schedule: '10 8 * * *',
  timeoutSeconds: 1800,
  backoffSeconds: 60,
})

/** Schedules a run in a second. Calls before it starts share the run. */
export const scheduleLinkChecks = async (jobs: Pick<Jobs, 'send'>): Promise<void> => {
  await jobs.send(checkLinksJob, {}, { startAfter: 1, singletonKey: 'soon' })
}

export interface JobTools {
  jobs: Pick<Jobs, 'work'>
  db: Db
  mailer: Mailer
  linkChecks: LinkChecks
  config: {
    /** False: links are checked only on request. */
    linkChecks: boolean
  }
}

export function registerLinkChecksJobs({ jobs, db, mailer, linkChecks, config }: JobTools): void {
  const isOn = config.linkChecks
  jobs.work(checkLinksJob, async (_, { signal }) => {
    if (isOn) await linkChecks.checkDueLinks(signal, Date.now() + runMs)
  })
  jobs.work(registerNewLinksJob, async (_, { signal }) => {
    if (!isOn) return
    await linkChecks.registerNew(signal)
    await deleteUnusedHosts(db)
  })
  jobs.work(mailDeadLinksJob, async (_, run) => {
    if (isOn) await mailDigests(db, mailer, run)
  })
}
