import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeChannel, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { status } from '#features/channels/rules.ts'
import { statisticsContract as contract } from '../contract.ts'
import { mailMonthsJob } from './jobs.ts'
import { mailMonths } from './month-mail.ts'
import { turnMonthMailOn } from './queries/mail.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, app, clientFor, guest, services, mailsTo } = server
const run = { signal: new AbortController().signal, isLastAttempt: false }
const send = (now: string) => mailMonths(services.backgroundDb, services.mailer, run, new Date(now))
const dueOf = async (id: string) =>
  (await db.selectFrom('statistics_mail').select('due_at').where('account_id', '=', id).executeTakeFirst())?.due_at?.toISOString()
const turnOn = (id: string, zone: string, now: string) => turnMonthMailOn(db, id, zone, new Date(now))

/** Inserts views of a channel. @param times for each time, a view by another guest */
async function insertViews(channel: string, times: readonly string[]) {
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', channel).executeTakeFirstOrThrow()
  for (const time of times)
    await sql`insert into channel_view_count (playlist_key, quarter, viewers, views) values (${key}, quarter_hour(${time}::timestamptz), 'g', 1)`.execute(
      db,
    )
}
const unsubscribeIn = (mail: string) => /List-Unsubscribe: <http:\/\/choice\.test(\S+)>/.exec(mail.replaceAll(/\r?\n /g, ' '))![1]!
const subjectsOf = async (email: string, count?: number) =>
  (await mailsTo(email, count)).map((mail) => /^Subject: (.*)$/m.exec(mail)![1]!.trim())

test('users who are suspended or requested deletion get no monthly email', async () => {
  const [suspended, leaving, other] = [await createUser(server), await createUser(server), await createUser(server)]
  for (const person of [suspended, leaving, other]) {
    const { id } = await makeChannel(person.client, { status_id: status.public })
    await insertViews(id, ['2025-05-10T12:00Z'])
    await turnOn(person.id, 'Europe/Brussels', '2025-05-20T12:00Z')
  }
  await sql`update account set suspended_until = '2025-07-01', suspended_reason = 'spam' where id = ${suspended.id}`.execute(db)
  await sql`update account set deletion_due_at = '2025-06-10' where id = ${leaving.id}`.execute(db)
  await send('2025-06-01T08:00Z')
  expect(await subjectsOf(other.email, 1)).toEqual(['Your channels in May 2025'])
  for (const { email, id } of [suspended, leaving]) {
    expect(await subjectsOf(email, 0)).toEqual([])
    expect(await dueOf(id)).toBe('2025-07-01T07:00:00.000Z')
  }
})

test('the monthly email is off by default, and stored with the zone of the user who turns it on', async () => {
  const ann = await createUser(server)
  expect(await ann.client(contract.getMonthMail, {})).toEqual({ is_on: false, time_zone: null })
  const inDelhi = clientFor({ token: ann.token, headers: { 'time-zone': 'Asia/Kolkata' } })
  const on = { is_on: true, time_zone: 'Asia/Calcutta' }
  expect(await inDelhi(contract.setMonthMail, { body: { is_on: true } })).toEqual(on)
  expect(await inDelhi(contract.setMonthMail, { body: { is_on: true } })).toEqual(on)
  expect(await ann.client(contract.getMonthMail, {})).toEqual(on)
  expect(await ann.client(contract.setMonthMail, { body: { is_on: true } })).toEqual({ is_on: true, time_zone: 'Europe/Brussels' })
  expect(await ann.client(contract.setMonthMail, { body: { is_on: false } })).toEqual({ is_on: false, time_zone: null })
  expect(await outcome(ann.client(contract.setMonthMail, { body: { is_on: 'often' as never } }))).toBe('422 invalid is_on')
  for (const call of [guest(contract.getMonthMail, {}), guest(contract.setMonthMail, { body: { is_on: true } })])
    expect(await outcome(call)).toBe('401 login_required')
  const team = await makeTeam(db, { members: [ann] })
  expect(await clientFor({ token: ann.token, teamId: team })(contract.getMonthMail, {})).toEqual({ is_on: false, time_zone: null })
})

test.each([
  ['Europe/Brussels', '2025-02-10T10:00Z', '2025-03-01T08:00:00.000Z'],
  ['Europe/Brussels', '2025-03-01T07:59Z', '2025-03-01T08:00:00.000Z'],
  // In 2025, summer time begins on 30 March and ends on 26 October.
  ['Europe/Brussels', '2025-03-01T08:00Z', '2025-04-01T07:00:00.000Z'],
  ['Europe/Brussels', '2025-10-31T12:00Z', '2025-11-01T08:00:00.000Z'],
  ['Europe/Brussels', '2024-01-31T23:30Z', '2024-02-01T08:00:00.000Z'],
  ['Asia/Kathmandu', '2025-12-31T20:00Z', '2026-01-01T03:15:00.000Z'],
  ['America/Santiago', '2025-09-01T12:30Z', '2025-09-01T13:00:00.000Z'],
])('in %s, after %s the email is due at %s', async (zone, now, due) => {
  const { id } = await createUser(server)
  await turnOn(id, zone, now)
  expect(await dueOf(id)).toBe(due)
})

test.each([
  // The views are in the last quarter hour of the month and the first of the next month, in Brussels.
  ['28 days', 'February 2025', '2025-03-01T08:00Z', ['2025-01-31T22:45Z', '2025-01-31T23:00Z', '2025-02-28T22:45Z', '2025-02-28T23:00Z']],
  ['29 days', 'February 2024', '2024-03-01T08:00Z', ['2024-01-31T22:45Z', '2024-01-31T23:00Z', '2024-02-29T22:45Z', '2024-02-29T23:00Z']],
  ['30 days', 'April 2025', '2025-05-01T07:00Z', ['2025-03-31T21:45Z', '2025-03-31T22:00Z', '2025-04-30T21:45Z', '2025-04-30T22:00Z']],
  ['31 days', 'March 2025', '2025-04-01T07:00Z', ['2025-02-28T22:45Z', '2025-02-28T23:00Z', '2025-03-31T21:45Z', '2025-03-31T22:00Z']],
])('the figures cover the whole month: %s', async (_, month, now, times) => {
  const ann = await createUser(server)
  const { id } = await makeChannel(ann.client, { name: 'Night Trains' })
  await insertViews(id, times)
  await turnOn(ann.id, 'Europe/Brussels', new Date(Date.parse(now) - 86_400_000).toISOString())
  await send(new Date(Date.parse(now) - 60_000).toISOString())
  expect(await mailsTo(ann.email, 0)).toEqual([])
  await send(now)
  const [mail = ''] = await mailsTo(ann.email)
  expect(mail).toContain(`Subject: Your channels in ${month}`)
  expect(mail).toContain('Night Trains: 2 views (+1), 2 viewers')
})

test('the email is sent once, also with two workers, a rerun, a delay and a failed attempt', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => createUser(server)))
  for (const person of people) {
    const { id } = await makeChannel(person.client, { name: 'Trams' })
    await insertViews(id, ['2025-06-10T10:00Z'])
    await turnOn(person.id, 'Europe/Brussels', '2025-06-20T00:00Z')
  }
  const failingMailer = { ...services.mailer, send: () => Promise.reject(new Error('down')) }
  await expect(mailMonths(services.backgroundDb, failingMailer, run, new Date('2025-07-01T07:00Z'))).rejects.toThrow('down')
  await Promise.all([send('2025-07-01T07:00Z'), send('2025-07-01T07:00Z')])
  await send('2025-07-01T07:15Z')
  for (const { email } of people) expect(await subjectsOf(email)).toEqual(['Your channels in June 2025'])
  // If the server didn't run for two months, only the latest month is emailed. It had no views, but the month before had.
  const [ann] = people
  await send('2025-09-20T12:00Z')
  expect(await subjectsOf(ann!.email)).toHaveLength(1)
  expect(await dueOf(ann!.id)).toBe('2025-10-01T07:00:00.000Z')
})

test('an email that fails delays no others, and is skipped after the last attempt', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => createUser(server)))
  for (const person of people) {
    const { id } = await makeChannel(person.client, { name: 'Ferries' })
    await insertViews(id, ['2025-06-10T10:00Z'])
    await turnOn(person.id, 'Europe/Brussels', '2025-06-20T00:00Z')
  }
  const [poisoned, ...others] = people.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const mailer: typeof services.mailer = {
    ...services.mailer,
    send: (mail, options) => (mail.to === poisoned!.email ? Promise.reject(new Error('no words')) : services.mailer.send(mail, options)),
  }
  const attempt = (isLastAttempt: boolean) =>
    mailMonths(services.backgroundDb, mailer, { ...run, isLastAttempt }, new Date('2025-07-01T07:00Z'))
  await expect(attempt(false)).rejects.toThrow(`1 emails failed (accounts ${poisoned!.id}): Error: no words`)
  for (const { email } of others) expect(await subjectsOf(email, 1)).toHaveLength(1)
  expect(await dueOf(poisoned!.id)).toBe('2025-07-01T07:00:00.000Z')
  await expect(attempt(true)).rejects.toThrow('1 emails failed, and are not tried again')
  expect(await dueOf(poisoned!.id)).toBe('2025-08-01T07:00:00.000Z')
  await attempt(false)
  for (const { email } of others) expect(await mailsTo(email)).toHaveLength(1)
})

test('a clock that was ahead and is set back sends no email twice, and the next one on time', async () => {
  const ann = await createUser(server)
  const { id } = await makeChannel(ann.client)
  await insertViews(id, ['2025-06-10T10:00Z', '2025-07-10T10:00Z'])
  await turnOn(ann.id, 'Europe/Brussels', '2025-06-20T00:00Z')
  await send('2025-07-01T07:00Z')
  await send('2025-06-30T23:00Z')
  expect(await mailsTo(ann.email)).toHaveLength(1)
  await db
    .updateTable('statistics_mail')
    .set({ due_at: new Date('2031-01-01T08:00Z') })
    .where('account_id', '=', ann.id)
    .execute()
  await send('2025-07-02T07:00Z')
  expect(await mailsTo(ann.email)).toHaveLength(1)
  await send('2025-08-01T07:00Z')
  expect(await subjectsOf(ann.email, 2)).toContain('Your channels in July 2025')
})

test('small numbers of private channels are hidden, others’ channels omitted, and long lists truncated', async () => {
  const [ann, bram] = [await createUser(server), await createUser(server, { language: 'nl' })]
  const hidden = await makeChannel(ann.client, { name: 'Diary', status_id: status.private })
  await insertViews(hidden.id, ['2025-05-02T10:00Z', '2025-05-02T11:00Z'])
  const theirs = await makeChannel(bram.client, { name: 'Fietsen & <b>meer</b>' })
  await insertViews(
    theirs.id,
    Array.from({ length: 6 }, (_, index) => `2025-05-03T1${index}:00Z`),
  )
  for (let index = 0; index < 12; index++)
    await insertViews((await makeChannel(bram.client, { name: `K${index}` })).id, ['2025-05-04T10:00Z'])
  for (const { id } of [ann, bram]) await turnOn(id, 'Europe/Brussels', '2025-05-20T00:00Z')
  await send('2025-06-01T07:00Z')
  const [letter = ''] = await mailsTo(ann.email)
  expect(letter).toContain('Diary: 2 views (+2), fewer than 5 viewers')
  expect(letter).not.toContain('Fietsen')
  const [brief = ''] = await mailsTo(bram.email)
  expect(brief).toContain('Subject: Je kanalen in mei 2025')
  expect(brief).toContain('Fietsen & <b>meer</b>: 6 weergaven (+6), 6 kijkers')
  expect(brief).toContain('En nog 3 kanalen.')
})

test('one click turns the email off, by the header or by a page that asks', async () => {
  const ann = await createUser(server)
  const { id } = await makeChannel(ann.client)
  await insertViews(id, ['2025-05-02T10:00Z'])
  await turnOn(ann.id, 'Europe/Brussels', '2025-05-20T00:00Z')
  await send('2025-06-01T07:00Z')
  const [letter = ''] = await mailsTo(ann.email)
  expect(letter).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const path = unsubscribeIn(letter)
  expect(letter).toContain(`\nhttp://choice.test${path}\n`)
  const stopPage = await app.inject({ url: path })
  expect([stopPage.statusCode, stopPage.headers['cache-control'], stopPage.headers['referrer-policy']]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect(stopPage.body).toContain('Stop the monthly email?')
  expect(await ann.client(contract.getMonthMail, {})).toMatchObject({ is_on: true })
  const post = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  for (const url of [`/unsubscribe/statistics/${'0'.repeat(32)}`, '/unsubscribe/statistics/%00', `/unsubscribe/statistics/x`]) {
    expect((await post(url)).body).not.toContain('You’re unsubscribed')
    expect((await post(url)).statusCode).toBeLessThan(500)
  }
  expect((await post(path)).body).toContain('You’re unsubscribed')
  expect((await post(path)).statusCode).toBe(200)
  expect(await ann.client(contract.getMonthMail, {})).toMatchObject({ is_on: false })
  await send('2025-07-01T07:00Z')
  expect(await mailsTo(ann.email)).toHaveLength(1)
})

test('a deleted account gets no email, and the job runs each quarter of an hour', async () => {
  const ann = await createUser(server)
  await turnOn(ann.id, 'Europe/Brussels', '2025-05-20T00:00Z')
  await db.deleteFrom('account').where('id', '=', ann.id).execute()
  expect(await dueOf(ann.id)).toBeUndefined()
  await turnOn(ann.id, 'Europe/Brussels', '2025-05-20T00:00Z')
  expect(await dueOf(ann.id)).toBeUndefined()
  expect(mailMonthsJob.schedule).toBe('*/15 * * * *')
})
