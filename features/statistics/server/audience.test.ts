import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { addProgrammes, fixReferenceMinute, makeTvChannel } from '#test/television.ts'
import { statisticsContract as contract } from '../contract.ts'
import { countAudience } from './queries/audience.ts'

const server = await startTestServer()
const { db, app, guest } = server
const otherServer = await server.again()
const [station, bob] = await Promise.all([createUser(server, { is_broadcaster: true }), createUser(server)])
fixReferenceMinute()

const countFrom = (hoursAgo: number) => sql`update audience_counted set until = now() - make_interval(hours => ${hoursAgo})`.execute(db)
beforeEach(() => countFrom(5))
async function countAllAudience(database = db) {
  while (await countAudience(database));
}
const hourOf = 60
/** Makes a TV channel with three programmes that ended, which began 180, 120 and 90 minutes ago, and a current programme. */
async function makeStation(fields: Parameters<typeof makeTvChannel>[1] = {}) {
  const tvChannel = await makeTvChannel(db, fields, [
    ['Film', -3 * hourOf, 60],
    ['News', -2 * hourOf, 30],
    ['=Sport', -1.5 * hourOf, 30],
    ['Now', -20, 60],
  ])
  await db.updateTable('tv_channel').set({ owner_id: station.id }).where('id', '=', tvChannel.id).execute()
  return tvChannel
}
/** Inserts a playback of a TV channel. Its start and end are in minutes before now. */
async function insertView(tvChannel: string, createdByName: { user?: string; guest?: string }, from: number, to: number | null) {
  const [view, at] = [newId(), sql<Date>`(now() - make_interval(secs => ${Math.round(from * 60)}))::timestamptz(3)`]
  await db
    .insertInto('view_action')
    .values({
      id: view,
      tv_channel_id: tvChannel,
      user_id: createdByName.user ?? null,
      visitor: createdByName.guest === undefined ? null : Buffer.from(createdByName.guest.repeat(16)),
      viewed_at: at,
      half_hour: sql`half_hour(${at})`,
    })
    .execute()
  const ended = to === null ? null : sql<Date>`now() - make_interval(secs => ${Math.round(to * 60)})`
  await sql`insert into view_process (id, view_action_id, view_half_hour, started_at, reported_at, ended_at)
    select ${newId()}, id, half_hour, viewed_at, coalesce(${ended}, now()), ${ended} from view_action where id = ${view}`.execute(db)
}
const listAudience = async (client: Client, id: string, query: { date_to?: string; day?: string; limit?: number; cursor?: string } = {}) =>
  client(contract.listProgrammeAudience, { params: { id }, query })
const dateOf = (minutesAgo: number) =>
  new Date(Date.now() - minutesAgo * 60_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Brussels' })
/** Reads the figures of both days of these programmes, which can be in two months. */
async function figuresOf(id: string) {
  const days = [...new Set([dateOf(3 * hourOf), dateOf(0)])]
  const pages = await Promise.all(days.map((day) => listAudience(station.client, id, { day })))
  return Object.fromEntries(pages.flatMap(({ data }) => data).map(({ title, viewers }) => [title, viewers]))
}

test('viewers of a programme watched it for a minute; each counts once, the owner never, a running programme later', async () => {
  const { id } = await makeStation()
  const [cas, dan] = [await createUser(server), await createUser(server)]
  await insertView(id, { user: cas.id }, 170, 110)
  await insertView(id, { user: cas.id }, 108, 100)
  await insertView(id, { user: dan.id }, 119.8, 119.5)
  await insertView(id, { guest: 'a' }, 100, null)
  await insertView(id, { guest: 'b' }, 100, 95)
  await insertView(id, { user: station.id }, 170, 10)
  await Promise.all([countAllAudience(), countAllAudience(otherServer.services.db)])
  await countAllAudience()
  expect(await figuresOf(id)).toEqual({ Film: 1, News: 3, '=Sport': 1 })
})

test('past figures stay when the guide is cleaned up or changed, when viewers are counted again, and when the clock is set back', async () => {
  const { id, programmes, guideChannelId } = await makeStation()
  await insertView(id, { guest: 'c' }, 170, 40)
  await countAllAudience()
  const before = await figuresOf(id)
  expect(before).toEqual({ Film: 1, News: 1, '=Sport': 1 })
  await db.deleteFrom('programme').where('id', 'in', programmes).execute()
  await addProgrammes(db, guideChannelId, [['Other film', -3 * hourOf, 50]])
  await insertView(id, { guest: 'd' }, 170, 40)
  await countFrom(5)
  await countAllAudience()
  expect(await figuresOf(id)).toEqual(before)
  // The clock was ahead at the last count, so nothing is counted until the clock reaches that time.
  await countFrom(-1)
  await countAllAudience()
  const { until } = (await sql<{ until: boolean }>`select until > now() as until from audience_counted`.execute(db)).rows[0]!
  expect(until).toBe(true)
})

test('programme times are shifted for a channel with a shifted guide', async () => {
  const { id } = await makeStation({ guide_shift_minutes: -60 })
  await insertView(id, { guest: 'e' }, 230, 215)
  await countAllAudience()
  const { data } = await listAudience(station.client, id, { day: dateOf(240) })
  expect(data).toMatchObject([{ title: 'Film', viewers: 1 }])
  expect(Math.round((Date.now() - Date.parse(data[0]!.starts_at)) / 60_000 / 10)).toBe(24)
})

test('the audience is paged by viewers, and exported by time; formulas are neutralised', async () => {
  const { id } = await makeStation()
  await sql`insert into programme_audience (tv_channel_id, starts_at, stops_at, programme_id, title, viewers) values
    (${id}, '2025-03-01 19:00Z', '2025-03-01 20:00Z', 'aaaaaaaaaaa', 'Film', 7), (${id}, '2025-03-02 19:00Z', '2025-03-02 20:00Z', 'bbbbbbbbbbb', '=1+1', 9),
    (${id}, '2025-03-31 21:59Z', '2025-03-31 23:00Z', 'ccccccccccc', 'Late', 7), (${id}, '2025-03-31 22:00Z', '2025-03-31 23:00Z', 'ddddddddddd', 'April', 8)`.execute(
    db,
  )
  const titles: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listAudience(station.client, id, { date_to: '2025-03', limit: 1, ...(cursor && { cursor }) })
    titles.push(...page.data.map(({ title }) => title))
    cursor = page.next_cursor
  }
  expect(titles).toEqual(['=1+1', 'Film', 'Late'])
  expect((await listAudience(station.client, id, { day: '2025-04-01' })).data.map(({ title }) => title)).toEqual(['April'])
  const { rawPayload } = await app.inject({
    url: `/api/broadcaster/${id}/programmes/export?date_to=2025-03`,
    headers: { authorization: `Bearer ${station.token}`, 'accept-language': 'nl' },
  })
  expect(rawPayload.toString()).toBe(
    "\uFEFFdate;start;stop;title;viewers\r\n2025-03-01;20:00:00;21:00:00;Film;7\r\n2025-03-02;20:00:00;21:00:00;'=1+1;9\r\n2025-03-31;23:59:00;01:00:00;Late;7\r\n",
  )
})

test('guests, users and other broadcasters are refused; invalid input names its field', async () => {
  const { id } = await makeStation()
  const rival = await createUser(server, { is_broadcaster: true })
  for (const endpoint of [contract.listProgrammeAudience, contract.exportProgrammeAudience] as const) {
    const call = (client: Client, query = {}) => outcome(client(endpoint, { params: { id }, query }))
    expect(await call(guest)).toBe('401 login_required')
    expect(await call(bob.client)).toBe('403 not_broadcaster')
    expect(await call(rival.client)).toBe('404 not_found')
    expect(await call(station.client, { date_to: '2999-01' })).toBe('422 in_future date_to')
    expect(await call(station.client, { day: '2999-01-01' })).toBe('422 in_future day')
    expect(await call(station.client, { date_to: '2026-13' })).toMatch(/^422 \w+ date_to$/)
  }
  expect(await outcome(listAudience(station.client, newId()))).toBe('404 not_found')
  const huge = Buffer.from(JSON.stringify([2 ** 31, '2025-03-01T19:00:00.000Z'])).toString('base64url')
  for (const cursor of ['x', huge]) expect(await outcome(listAudience(station.client, id, { cursor }))).toMatch(/^422 \w+ cursor$/)
  expect(await outcome(listAudience(station.client, id, { limit: 101 }))).toMatch(/^422 \w+ limit$/)
})
