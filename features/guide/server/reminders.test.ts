import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { password, type Person, createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { addProgrammes, makeTvChannel, fixReferenceMinute, minuteFromNow } from '#test/television.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { guideContract as contract } from '../contract.ts'
import { maxReminders } from '../viewing-rules.ts'
import { guidePersonalData } from './queries/personal-data.ts'
import { deleteStaleRemovals, setProgrammeRemoved } from '#features/tv-sources/server/queries/removals.ts'
import { sendReminders } from './reminders.ts'

fixReferenceMinute()
const server = await startTestServer({ RATE_LIMITS: 'off', WORKER: 'off' })
const { db, guest, app } = server
const neverAborted = new AbortController().signal
const run = () => sendReminders(db, neverAborted)

const tv = await makeTvChannel(db, { name: 'Canvas' }, [
  ['On now', -10, 12],
  ['Soon', 4, 30],
  ['Later; with, signs', 100, 30],
])
const [onNow, soon, later] = tv.programmes as [string, string, string]
const remind = (client: Client, epg_id: string) => client(contract.createReminder, { body: { epg_id } })
const list = (client: Client) => client(contract.listReminders, {})
const notificationsOf = async ({ client }: Person) => (await client(notificationsContract.listNotifications, { query: {} })).data

test('a reminder is created once, listed, and deleted', async () => {
  const ann = await createUser(server)
  const reminder = await remind(ann.client, later)
  expect(reminder).toMatchObject({
    epg_id: later,
    channel_id: tv.id,
    channel_name: 'Canvas',
    title: 'Later; with, signs',
    state: 'waiting',
  })
  expect(reminder.startTime).toBe(minuteFromNow(100).toISOString())
  expect(await remind(ann.client, later)).toEqual(reminder)
  expect(await list(ann.client)).toEqual([reminder])
  expect((await ann.client(contract.getEpgItem, { params: { id: later }, query: {} })).is_reminded).toBe(true)
  const drop = () => ann.client(contract.deleteReminder, { params: { epg_id: later } })
  await drop()
  await drop()
  expect(await list(ann.client)).toEqual([])
})

test('reminders of restricted or past programmes are refused', async () => {
  const ann = await createUser(server)
  const adult = await makeTvChannel(db, { adult: true }, [['Late', 60, 30]])
  for (const call of [() => remind(guest, later), () => list(guest), () => guest(contract.deleteReminder, { params: { epg_id: later } })])
    expect(await outcome(call())).toBe('401 login_required')
  expect(await outcome(remind(ann.client, onNow))).toBe('422 began_already epg_id')
  expect(await outcome(remind(ann.client, 'AAAAAAAAAAA'))).toBe('404 not_found')
  expect(await outcome(remind(ann.client, 'x'))).toBe('422 invalid epg_id')
  expect(await outcome(remind(ann.client, adult.programmes[0]!))).toBe('403 adult_only')
})

test("a user can't exceed the maximum, also with concurrent calls", async () => {
  const ann = await createUser(server)
  const many = await makeTvChannel(
    db,
    {},
    Array.from({ length: maxReminders + 4 }, (_, index) => [`P${index}`, 60 + index * 2, 2] as const),
  )
  const rows = many.programmes.slice(0, maxReminders - 2).map((programme_id, index) => ({
    user_id: ann.id,
    programme_id,
    tv_channel_id: many.id,
    title: `P${index}`,
    starts_at: minuteFromNow(60 + index * 2),
  }))
  await db.insertInto('reminder').values(rows).execute()
  const outcomes = await Promise.all(many.programmes.slice(-6).map((id) => outcome(remind(ann.client, id))))
  expect(outcomes.toSorted()).toEqual([...Array<string>(4).fill('422 reminder_limit epg_id'), 'done', 'done'])
})

test('all users are notified once, five minutes before the start, also by two concurrent processes', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => createUser(server)))
  for (const { client } of people) await remind(client, soon)
  await remind(people[0]!.client, later)
  await Promise.all([run(), run(), run()])
  await run()
  for (const person of people) {
    expect((await notificationsOf(person)).map(({ kind, text, url }) => [kind, text, url])).toEqual([
      ['reminder', '“Soon” is about to begin', `/en/tiers?channel=${tv.id}&epgId=${soon}`],
    ])
    expect((await list(person.client))[0]).toMatchObject({ epg_id: soon, state: 'told' })
  }
  expect((await list(people[0]!.client)).map(({ state }) => state)).toEqual(['told', 'waiting'])
})

test('reminders follow a moved programme; users of a vanished one are notified', async () => {
  const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
  const moving = await makeTvChannel(db, { name: 'Moving' }, [
    ['Film', 60, 30],
    ['Talk', 120, 30],
    ['Talk', 150, 30],
  ])
  const [film, talk, again] = moving.programmes as [string, string, string]
  for (const { client } of [ann, bob]) await remind(client, film)
  await remind(ann.client, talk)
  await remind(ann.client, again)
  await db.deleteFrom('programme').where('id', 'in', [film, talk]).execute()
  const [programmeId] = await addProgrammes(db, moving.guideChannelId, [['Film', 3, 30]])
  await Promise.all([run(), run()])
  expect((await list(bob.client)).map(({ epg_id, state, startTime }) => [epg_id, state, startTime])).toEqual([
    [programmeId, 'told', minuteFromNow(3).toISOString()],
  ])
  // If only one broadcast of a title remains, its two reminders are merged.
  expect((await list(ann.client)).map(({ epg_id }) => epg_id)).toEqual([programmeId, again])
  expect((await notificationsOf(bob)).map(({ text }) => text)).toEqual(['“Film” is about to begin'])
  await db.deleteFrom('programme').where('id', '=', again).execute()
  await run()
  await run()
  expect((await notificationsOf(ann)).map(({ text }) => text)).toEqual(['“Talk” is no longer in the guide', '“Film” is about to begin'])
  expect((await list(ann.client)).find(({ epg_id }) => epg_id === again)).toMatchObject({ state: 'gone', stopTime: null })
})

test('a programme removed by operators is hidden in lists, bell, calendar and export, and returns when restored', async () => {
  const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
  const bad = await makeTvChannel(db, { name: 'Reported' }, [
    ['Slander', 60, 30],
    ['Insult', 4, 30],
  ])
  const [removedFirst, removedSecond] = bad.programmes as [string, string]
  await remind(ann.client, removedFirst)
  await remind(bob.client, removedSecond)
  await run()
  const { url } = await ann.client(contract.makeReminderCalendar, {})
  const readMentions = async () => ({
    list: [...(await list(ann.client)), ...(await list(bob.client))].map(({ title, state }) => `${title} ${state}`),
    bell: (await notificationsOf(bob)).map(({ text }) => text),
    unread: (await bob.client(notificationsContract.listNotifications, { query: {} })).unread,
    calendar: (await app.inject(url!.replace(server.config.publicUrl, ''))).body.includes('Slander'),
    archive: await guidePersonalData.exports!['reminders']!(db, ann.id),
  })
  const before = await readMentions()
  expect(before).toMatchObject({
    list: ['Slander waiting', 'Insult told'],
    bell: ['“Insult” is about to begin'],
    unread: 1,
    calendar: true,
    archive: [{ title: 'Slander' }],
  })
  for (const id of bad.programmes) await setProgrammeRemoved(db, id, true)
  await run()
  const noReminders = { list: [], bell: [], unread: 0, calendar: false, archive: [] }
  expect([await readMentions(), await notificationsOf(ann)]).toEqual([noReminders, []])
  // The removal is old enough to be deleted, but is kept: without it, notified users could read the title again.
  await sql`update removed_programme set removed_at = now() - interval '40 days' where programme_id = ${removedSecond}`.execute(db)
  await deleteStaleRemovals(db, 30)
  expect(await notificationsOf(bob)).toEqual([])
  for (const id of bad.programmes) await setProgrammeRemoved(db, id, false)
  await run()
  expect(await readMentions()).toEqual(before)

  await setProgrammeRemoved(db, removedFirst, true)
  await db.deleteFrom('guide_programme').where('id', '=', removedFirst).execute()
  await run()
  expect([await list(ann.client), await notificationsOf(ann)]).toEqual([[], []])
})

test('users without notification channels, or without access to the channel, are not notified', async () => {
  const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
  const other = await makeTvChannel(db, { name: 'Other' }, [['Show', 3, 30]])
  for (const { client } of [ann, bob]) await remind(client, other.programmes[0]!)
  await db
    .insertInto('notification_setting')
    .values({ account_id: ann.id, kind: 'reminder', bell: false, push: false, mail: false })
    .execute()
  await db.updateTable('tv_channel').set({ adult: true }).where('id', '=', other.id).execute()
  await run()
  expect([...(await notificationsOf(ann)), ...(await notificationsOf(bob))]).toEqual([])
  expect(await list(bob.client)).toEqual([])
})

test.each(['a new password', 'the end of all other logins'])(
  '%s revokes the calendar’s URL, and another can be created',
  async (method) => {
    const ann = await createUser(server)
    const { url } = await ann.client(contract.makeReminderCalendar, {})
    const status = async (address: string) => (await app.inject(address.replace(server.config.publicUrl, ''))).statusCode
    expect(await status(url!)).toBe(200)
    const next = 'another long secret'
    if (method === 'a new password')
      await ann.client(accountsContract.changePassword, { body: { old_password: password, password: next, password_confirmation: next } })
    else await ann.client(accountsContract.endOtherSessions, {})
    expect(await status(url!)).toBe(404)
    expect(await ann.client(contract.getReminderCalendar, {})).toEqual({ url: null, is_on: false })
    const { url: secondUrl } = await ann.client(contract.makeReminderCalendar, {})
    expect(await status(secondUrl!)).toBe(200)
  },
)

test('calendars fetch reminders with a token that is renewed and revoked', async () => {
  const ann = await createUser(server)
  await remind(ann.client, later)
  const choice = () => ann.client(contract.getReminderCalendar, {})
  expect(await choice()).toEqual({ url: null, is_on: false })
  const { url } = await ann.client(contract.makeReminderCalendar, {})
  const get = (address: string) => app.inject(address.replace(server.config.publicUrl, ''))
  const response = await get(url!)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toMatch(/^text\/calendar/)
  expect(response.headers['cache-control']).toContain('no-store')
  const lines = response.body.split('\r\n')
  expect(lines).toContain('SUMMARY:Later\\; with\\, signs')
  expect(lines).toContain(`DTSTART:${minuteFromNow(100).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
  expect(lines).toContain('TRIGGER:-PT5M')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(await choice()).toEqual({ url: null, is_on: true })
  const { url: next } = await ann.client(contract.makeReminderCalendar, {})
  expect((await get(url!)).statusCode).toBe(404)
  const token = new URL(next!).searchParams.get('token')!
  expect(await (await guest(contract.readReminderCalendar, { query: { token } })).text()).toContain('SUMMARY:Later')
  await ann.client(contract.deleteReminderCalendar, {})
  expect((await get(next!)).statusCode).toBe(404)
  expect((await get('/api/reminders.ics?token=x')).statusCode).toBe(422)
  for (const call of [contract.getReminderCalendar, contract.makeReminderCalendar, contract.deleteReminderCalendar])
    expect(await outcome(guest(call, {}))).toBe('401 login_required')
})
