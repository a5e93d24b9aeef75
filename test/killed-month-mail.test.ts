// @module-tag slow
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailMonthsJob } from '#features/statistics/server/jobs.ts'
import { makeChannel } from './channels.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'

const { db, start } = await createServerProcesses()
const users = 12

const sendJob = () => sql`insert into job (name, payload, max_attempts) values (${mailMonthsJob.name}, '{}', 1)`.execute(db)
/** Counts transactions that have claimed users and wait to read their figures. */
const countReading = async () =>
  (await sql`select pid from pg_locks where relation = 'channel_view_count'::regclass and not granted`.execute(db)).rows.length

test('each user gets one email about the month, even if a process is killed while it writes them', async () => {
  const [first, second] = await Promise.all(['one', 'two'].map((name) => start(name, { RATE_LIMITS: 'off' })))
  const emails: string[] = []
  // Emails are due at nine on the first of a month. Until then, the latest month is the one before.
  for (let index = 0; index < users; index++) {
    const owner = await createUser({ db, clientFor: first!.clientFor })
    const { id } = await makeChannel(owner.client)
    await sql`
      insert into channel_view_count (playlist_key, quarter, viewers, views)
      select key, quarter_hour(date_trunc('month', now() - interval '9 hours') - interval '5 days'), 'g', 1 from playlist where id = ${id}`.execute(
      db,
    )
    await sql`insert into statistics_mail (account_id, time_zone, due_at) values (${owner.id}, 'UTC', now() - interval '1 hour')`.execute(
      db,
    )
    emails.push(owner.email)
  }
  await db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`lock table channel_view_count`.execute(tx)
    await sendJob()
    await expect.poll(countReading, { timeout: 60_000 }).toBeGreaterThan(0)
    // Finds out which of the processes has claimed the users.
    const { rows } = await sql<{
      taken: number
    }>`select count(*)::int as taken from pg_locks where relation = 'statistics_mail'::regclass`.execute(tx)
    expect(rows[0]!.taken).toBeGreaterThan(0)
    for (const { child } of [first!, second!]) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })
  const others = await Promise.all(['three', 'four'].map((name) => start(name, { RATE_LIMITS: 'off' })))
  await sendJob()
  await sendJob()
  const unfinished = () =>
    db
      .selectFrom('job')
      .select('id')
      .where('name', 'in', [mailMonthsJob.name, 'mail'])
      .where('state', 'in', ['waiting', 'active'])
      .execute()
  await expect.poll(unfinished, { timeout: 120_000, interval: 500 }).toEqual([])
  const mails = [first!, second!, ...others].flatMap(({ outbox }) =>
    existsSync(outbox) ? readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8')) : [],
  )
  const recipients = mails.filter((mail) => mail.includes('Your channels in')).map((mail) => /^To: (.*)$/m.exec(mail)![1]!.trim())
  expect(recipients.toSorted()).toEqual(emails.toSorted())
}, 240_000)
