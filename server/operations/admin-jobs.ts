import { brand } from '#kit/contract/brand.ts'
import type { Db } from '#kit/server/db/db.ts'
import { createJobs } from '#kit/server/jobs/jobs.ts'
import * as store from '#kit/server/jobs/job-store.ts'
import { createLog } from '#kit/server/log.ts'
import { sendMailNow } from '#kit/server/mail/mailer.ts'
import { messageOf, SetupError } from '#kit/server/setup-error.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { isEmail } from '#features/accounts/rules.ts'
import type { Config } from '../config.ts'

/** Never started, because these commands only read the jobs of other processes. */
const jobsOf = (db: Db) => createJobs({ db, log: createLog({ level: 'silent' }), worker: 'off' })

const minuteOf = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ')

export async function listDeadJobs(db: Db): Promise<string> {
  const deadJobs = await jobsOf(db).listDead()
  if (!deadJobs.length) return 'No job has failed permanently.'
  const rows = deadJobs.map(({ id, job, attempts, diedAt, error }) => `${id}  ${minuteOf(diedAt)}  ${job}, ${attempts} attempts: ${error}`)
  return [...rows, 'Retry: npm run admin -- jobs retry ID… (or all)'].join('\n')
}

export async function listActiveJobs(db: Db): Promise<string> {
  const active = await jobsOf(db).listActive()
  if (!active.length) return 'No job is running.'
  const rows = active.map(({ id, job, attempt, startedAt, percent }) => {
    const progress = percent === null ? '' : `, ${percent} %`
    return `${id}  since ${minuteOf(startedAt)}  ${job}, attempt ${attempt}${progress}`
  })
  return [...rows, 'Stop one: npm run admin -- jobs cancel ID'].join('\n')
}

export async function cancelJob(db: Db, id: string): Promise<string> {
  if (!isId(id)) throw new SetupError(`"${id}" isn't the id of a job: npm run admin -- jobs active shows them.`)
  const isCancelled = await db.transaction().execute(async (tx) => {
    if (!(await store.cancelJob(tx, id))) return false
    await writeAudit(tx, null, { act: 'job.cancelled', thing: { type: 'job', id, name: '' } })
    return true
  })
  if (!isCancelled) throw new SetupError(`No job ${id} is waiting or running.`)
  return 'The job is cancelled. If it is running, it stops within seconds.'
}

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export async function retryDeadJobs(db: Db, ids: readonly string[]): Promise<string> {
  const jobs = jobsOf(db)
  const invalidId = ids.find((id) => !isId(id) && id !== 'all')
  if (invalidId !== undefined) throw new SetupError(`"${invalidId}" isn't the id of a job: npm run admin -- jobs shows them.`)
  const jobIds = ids.includes('all') ? (await jobs.listDead(10_000)).map(({ id }) => id) : ids
  const count = await db.transaction().execute(async (tx) => {
    const { length } = await store.reviveJobs(tx, jobIds)
    const id = jobIds.length === 1 ? jobIds[0]! : null
    if (length > 0) await writeAudit(tx, null, { act: 'job.retried', thing: { type: 'job', id, name: '' }, after: { count: length } })
    return length
  })
  return count === 1 ? 'One job will be retried.' : `${count} jobs will be retried.`
}

/** Sends directly instead of by a job, so that the operator sees the mail server's response. */
export async function sendTestMail({ smtpUrl, outboxDir, mailFrom, publicUrl, contact }: Config, to: string): Promise<string> {
  if (!isEmail(to)) throw new SetupError(`"${to}" isn't an email address.`)
  try {
    await sendMailNow(
      {
        to,
        language: 'en',
        subject: `${brand}: test email`,
        heading: 'Emails arrive',
        paragraphs: [`The operator of ${publicUrl} sent this email to test whether emails arrive.`],
      },
      { smtpUrl, outboxDir, from: mailFrom, brand, publicUrl, contact },
    )
  } catch (error) {
    throw new SetupError(`The email could not be sent: ${messageOf(error)}`, { cause: error })
  }
  return smtpUrl
    ? `${new URL(smtpUrl).host} accepted the email to ${to}. If it does not arrive, check that server's log, SPF, DKIM and the reverse DNS of its address.`
    : `SMTP_URL is not set: the email is in ${outboxDir}.`
}
