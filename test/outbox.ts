import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterEach, expect, vi } from 'vitest'
import { cleanUp } from './clean-up.ts'
import { createFreshDatabase } from './fresh-database.ts'
import { createJobs, type Jobs } from '#kit/server/jobs/jobs.ts'
import { createLog } from '#kit/server/log.ts'
import { type Mail } from '#kit/server/mail/mail.ts'
import { createMailer, type MailerOptions } from '#kit/server/mail/mailer.ts'

/** Returns mailers with an outbox each, and an email for them. */
export async function createOutboxes() {
  const database = await createFreshDatabase()
  const db = database.connect()
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  cleanUp(() => rm(folder, { recursive: true }))
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
    await sql`delete from job`.execute(db)
  })
  let boxes = 0
  async function open({ outboxDir = join(folder, `${++boxes}`, 'outbox'), ...options }: Partial<MailerOptions> = {}) {
    const jobs: Jobs = createJobs({ db, log: createLog({ level: 'silent' }) })
    const mailer = createMailer({
      jobs,
      outboxDir,
      from: 'Choice <no-reply@choice.example>',
      publicUrl: 'https://choice.example',
      brand: 'Choice',
      ...options,
    })
    await jobs.start()
    closing.push(() => jobs.stop())
    return { jobs, mailer, outboxDir }
  }
  const filesIn = (dir: string) => readdir(dir).catch(() => [])
  const until = <T>(check: () => T | Promise<T>, timeout = 4000) => vi.waitFor(check, { timeout, interval: 10 })
  /** Makes a failed email due again at once. */
  const tryAgain = () =>
    until(async () => {
      const { rows } =
        await sql`update job set run_after = now() where state = 'waiting' and attempts > 0 and run_after > now() returning id`.execute(db)
      expect(rows).toHaveLength(1)
    })
  /** Reads the only email in an outbox. Returns its raw text, and what a mail program shows. */
  async function readOnly(outboxDir: string) {
    const names = await until(async () => {
      const found = await filesIn(outboxDir)
      expect(found).toHaveLength(1)
      return found
    })
    const raw = await readFile(join(outboxDir, names[0]!), 'utf8')
    return { name: names[0]!, raw, mail: await PostalMime.parse(raw) }
  }
  const url = `https://choice.example/en/register?email=someone%40mail.example&token=${'aB3_'.repeat(60)}`
  const hello: Mail = {
    to: 'someone@mail.example',
    language: 'en',
    subject: 'Confirm your email',
    heading: 'Almost there',
    paragraphs: ['Welcome to the club. '.repeat(20), 'Second & last.'],
    action: { label: 'Finish your account', url },
    footer: 'Nobody asked? Then do nothing.',
  }
  return { db, folder, closing, open, filesIn, until, tryAgain, readOnly, url, hello }
}
