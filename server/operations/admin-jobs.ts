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
  if (!deadJobs.length) return 'No background work has failed for good.'
  const rows = deadJobs.map(({ id, job, attempts, diedAt, error }) => `${id}  ${minuteOf(diedAt)}  ${job}, ${attempts} attempts: ${error}`)
  return [...rows, 'Try it again: npm run admin -- jobs retry ID… (or all)'].join('\n')
}

export async function listActiveJobs(db: Db): Promise<string> {
  const active = await jobsOf(db).listActive()
  if (!active.length) return 'No background work is under way.'
  const rows = active.map(({ id, job, attempt, startedAt, percent }) => {
    const progress = percent === null ? '' : `, ${percent} %`
    return `${id}  since ${minuteOf(startedAt)}  ${job}, attempt ${attempt}${progress}`
  })
  return [...rows, 'End it: npm run admin -- jobs cancel ID'].join('\n')
}

export async function cancelJob(db: Db, id: string): Promise<string> {
  if (!isId(id)) throw new SetupError(`"${id}" is no id of a job: npm run admin -- jobs active shows them.`)
  const isCancelled = await db.transaction().execute(async (tx) => {
    if (!(await store.cancelJob(tx, id))) return false
    await writeAudit(tx, null, { act: 'job.cancelled', thing: { type: 'job', id, name: '' } })
    return true
  })
  if (!isCancelled) throw new SetupError(`No job ${id} waits or is under way.`)
  return 'It will not begin, or ends within some seconds.'
}

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export async function retryDeadJobs(db: Db, ids: readonly string[]): Promise<string> {
  const jobs = jobsOf(db)
  const invalidId = ids.find((id) => !isId(id) && id !== 'all')
  if (invalidId !== undefined) throw new SetupError(`"${invalidId}" is no id of a job: npm run admin -- jobs shows them.`)
  const jobIds = ids.includes('all') ? (await jobs.listDead(10_000)).map(({ id }) => id) : ids
  const count = await db.transaction().execute(async (tx) => {
    const { length } = await store.reviveJobs(tx, jobIds)
    const id = jobIds.length === 1 ? jobIds[0]! : null
    if (length > 0) await writeAudit(tx, null, { act: 'job.retried', thing: { type: 'job', id, name: '' }, after: { count: length } })
    return length
  })
  return count === 1 ? 'One job will be tried again.' : `${count} jobs will be tried again.`
}

/** Sends directly instead of by a job, so that the operator sees the mail server's response. */
export async function sendTestMail({ smtpUrl, outboxDir, mailFrom, publicUrl, contact }: Config, to: string): Promise<string> {
  if (!isEmail(to)) throw new SetupError(`"${to}" is no e-mail address.`)
  try {
    await sendMailNow(
      {
        to,
        language: 'en',
        subject: `${brand}: a test mail`,
        heading: 'Mails arrive',
        paragraphs: [`This mail was sent by the operator of ${publicUrl} to see whether mails arrive.`],
      },
      { smtpUrl, outboxDir, from: mailFrom, brand, publicUrl, contact },
    )
  } catch (error) {
    throw new SetupError(`The mail could not be sent: ${messageOf(error)}`, { cause: error })
  }
  return smtpUrl
    ? `${new URL(smtpUrl).host} took the mail to ${to}. If it does not arrive, look at its log, and at SPF, DKIM and the reverse name of its address.`
    : `SMTP_URL is not set: the mail lies in ${outboxDir}.`
}
