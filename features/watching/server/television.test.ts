import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { addProgrammes, countryId, makeTvChannel } from '#test/television.ts'
import { watchingContract as contract } from '../contract.ts'
import { countAllViews } from './jobs.ts'
import { watchingPersonalData } from './queries/personal-data.ts'
import { deleteOldPositions } from './queries/positions.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest, clientFor } = server
const otherServer = await server.again()
const neverAborted = new AbortController()
afterAll(() => neverAborted.abort())

/** Makes a channel with catch-up, with a half-hour programme that began an hour ago. */
const makeReachable = (fields: Parameters<typeof makeTvChannel>[1] = {}) =>
  makeTvChannel(db, { catchup_mode: 'shift', ...fields }, [
    ['The harbour', -60, 30],
    ['The news', -10, 30],
  ])

const view = (client: Client, viewable_type: 'channel' | 'epg', viewable_id: string, channel_id?: string) =>
  client(contract.createView, { body: { viewable_type, viewable_id, ...(channel_id && { channel_id }) } })
const begin = async (client: Client, viewActionId: string) => (await client(contract.startView, { body: { viewActionId } })).viewProcessId
async function watch(client: Client, type: 'channel' | 'epg', id: string, position: number, channelId?: string) {
  const viewProcessId = await begin(client, (await view(client, type, id, channelId)).viewActionId)
  const savedPosition = await client(contract.reportProgress, { body: { viewProcessId, position } })
  await client(contract.endView, { body: { viewProcessId, position } })
  return savedPosition
}
const listHistory = async (client: Client) => (await client(contract.listHistory, {})).data.flatMap(({ items }) => items)
const listToContinue = async (client: Client) => (await client(contract.listProgrammesToContinue, {})).data
const listPositions = async (client: Client, ids: string) => (await client(contract.listPositions, { query: { ids } })).data
const readWatchedHours = async (id: string) =>
  (
    await sql<{ channel: number; programmes: number; titles: string | null }>`
      select (select coalesce(sum(views), 0)::int from channel_view_count where tv_channel_id = ${id}) as channel,
        (select coalesce(sum(views), 0)::int from item_view_count where tv_channel_id = ${id}) as programmes,
        (select min(title) from item_view_count where tv_channel_id = ${id}) as titles`.execute(db)
  ).rows[0]

test('a catch-up programme resumes, is in the history, and is counted', async () => {
  const { client } = await createUser(server)
  const { id, programmes } = await makeReachable({ name: 'Harbour TV' })
  const [film] = programmes as [string, string]
  expect(await watch(client, 'epg', film, 600)).toEqual({ position: 600, duration: 1800, watched: false })
  await watch(client, 'channel', id, 30)

  expect(await listHistory(client)).toMatchObject([
    { viewable_type: 'channel', viewable_id: id, title: 'Harbour TV', url: `/en/tiers?channel=${id}`, position: null },
    {
      viewable_type: 'epg',
      viewable_id: film,
      title: 'The harbour',
      playlist_name: 'Harbour TV',
      url: `/en/tiers?channel=${id}&epgId=${film}`,
      position: 600,
      duration: 1800,
    },
  ])
  expect(await listToContinue(client)).toMatchObject([
    { epg_id: film, channel_id: id, title: 'The harbour', position: 600, duration: 1800, epg_url: `/en/tiers?channel=${id}&epgId=${film}` },
  ])
  expect(await listPositions(client, film)).toEqual([{ viewable_type: 'epg', id: film, position: 600, duration: 1800, watched: false }])

  await countAllViews(db, neverAborted.signal)
  expect(await readWatchedHours(id)).toEqual({ channel: 1, programmes: 1, titles: 'The harbour' })
  // After playing to the end, there is nothing to resume.
  expect(await watch(client, 'epg', film, 1790)).toMatchObject({ watched: true })
  expect(await listToContinue(client)).toEqual([])
})

test('a programme shows its fetched picture; in the history, without one, its channel’s', async () => {
  const { client } = await createUser(server)
  const { id, programmes } = await makeReachable()
  const [film] = programmes as [string, string]
  await watch(client, 'epg', film, 600)
  const images = async () => [(await listHistory(client))[0]!.image, (await listToContinue(client))[0]!.image]
  const logo = { id: `${'l'.repeat(16)}-10x10-abcdef`, bytes: 1 }
  const picture = { id: `${'p'.repeat(16)}-10x10-abcdef`, bytes: 1 }
  await db.insertInto('picture').values([logo, picture]).execute()
  await db.updateTable('tv_channel').set({ picture_id: logo.id }).where('id', '=', id).execute()
  await db.updateTable('programme').set({ icon_url: 'https://guide.test/film.jpg' }).where('id', '=', film).execute()
  expect(await images()).toEqual([`/media/pictures/${logo.id}/960.webp`, null])
  await db.insertInto('programme_picture').values({ address: 'https://guide.test/film.jpg', picture_id: picture.id }).execute()
  expect(await images()).toEqual(Array.from({ length: 2 }, () => `/media/pictures/${picture.id}/960.webp`))
})

test('a programme has its title in the reader’s language, and can be marked on a channel', async () => {
  const { client, token } = await createUser(server)
  const { id, programmes } = await makeReachable()
  const [film] = programmes as [string, string]
  await db
    .updateTable('programme')
    .set({ translations: { nl: { title: 'De haven' } } })
    .where('id', '=', film)
    .execute()
  const marked = await client(contract.setPosition, {
    params: { id: film },
    body: { viewable_type: 'epg', channel_id: id, position: 900 },
  })
  expect(marked).toEqual({ viewable_type: 'epg', id: film, position: 900, duration: 1800, watched: false })
  const dutch = clientFor({ token, headers: { 'accept-language': 'nl' } })
  expect(await listToContinue(dutch)).toMatchObject([{ title: 'De haven', epg_url: `/nl/tiers?channel=${id}&epgId=${film}` }])
  await client(contract.forgetPosition, { params: { id: film } })
  await client(contract.forgetPosition, { params: { id: film } })
  expect(await listToContinue(client)).toEqual([])
})

test('the data export contains watched TV', async () => {
  const { client, id: userId } = await createUser(server)
  const { id, programmes } = await makeReachable({ name: 'Kept TV' })
  await watch(client, 'epg', programmes[0]!, 600)
  await watch(client, 'channel', id, 10)
  const { history: watched, positions: positionsOf } = watchingPersonalData.exports as Record<
    string,
    (database: typeof db, of: string) => unknown
  >
  const rows: unknown[] = []
  for await (const row of watched!(db, userId) as AsyncIterable<unknown>) rows.push(row)
  expect(rows).toMatchObject([
    { type: 'epg', watched_id: programmes[0], name: 'The harbour' },
    { type: 'channel', watched_id: id, name: 'Kept TV' },
  ])
  expect(await positionsOf!(db, userId)).toMatchObject([{ type: 'epg', id: programmes[0], position: 600, duration: 1800 }])
})

test('live TV has no position', async () => {
  const { client } = await createUser(server)
  const { id, programmes } = await makeTvChannel(db, {}, [['The news', -10, 30]])
  await watch(client, 'channel', id, 45)
  await watch(client, 'epg', programmes[0]!, 45)
  expect(await listToContinue(client)).toEqual([])
  expect(await listPositions(client, programmes[0]!)).toEqual([])
  expect((await listHistory(client)).map(({ viewable_type, position }) => [viewable_type, position])).toEqual([
    ['epg', null],
    ['channel', null],
  ])
})

test('simultaneous views in two processes count once per viewer, and twice on two channels with one guide', async () => {
  const { client } = await createUser(server)
  const { id, guideChannelId, programmes } = await makeReachable()
  const second = await makeTvChannel(db, { guide_channel_id: guideChannelId, catchup_mode: 'shift' })
  const [film] = programmes as [string, string]
  const viewResults = await Promise.all(Array.from({ length: 12 }, () => view(client, 'epg', film, id)))
  expect(new Set(viewResults.map(({ viewActionId }) => viewActionId)).size).toBe(1)
  await view(guest, 'epg', film, id)
  await view(guest, 'channel', id)
  await view(client, 'epg', film, second.id)
  await Promise.all([countAllViews(db, neverAborted.signal), countAllViews(otherServer.services.db, neverAborted.signal)])
  await countAllViews(db, neverAborted.signal)
  expect(await readWatchedHours(id)).toMatchObject({ channel: 2, programmes: 2 })
  expect(await readWatchedHours(second.id)).toMatchObject({ channel: 1, programmes: 1 })
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['is turned off', (id) => db.updateTable('tv_channel').set({ is_off: true }).where('id', '=', id).execute()],
  ['has left its list', (id) => db.updateTable('tv_channel').set({ gone_at: new Date() }).where('id', '=', id).execute()],
  ['is for adults now', (id) => db.updateTable('tv_channel').set({ adult: true }).where('id', '=', id).execute()],
  [
    'is blocked where one is',
    async (id) =>
      db
        .updateTable('tv_channel')
        .set({ blocked_countries: [await countryId(db, 'BE')] })
        .where('id', '=', id)
        .execute(),
  ],
  ['was deleted', (id) => db.deleteFrom('tv_channel').where('id', '=', id).execute()],
])('a channel that %s disappears at once from history and continue watching', async (_, change) => {
  const { client, id: userId } = await createUser(server)
  await db
    .updateTable('account')
    .set({ country_id: await countryId(db, 'BE') })
    .where('id', '=', userId)
    .execute()
  const { id, programmes } = await makeReachable()
  await watch(client, 'epg', programmes[0]!, 600)
  await watch(client, 'channel', id, 10)
  expect((await listHistory(client)).length).toBe(2)
  await change(id)
  expect(await listHistory(client)).toEqual([])
  expect(await listToContinue(client)).toEqual([])
  const result = await outcome(view(client, 'channel', id))
  expect(result).toMatch(/^(403 adult_only|404 not_found|451 geo_blocked)/)
  expect(await outcome(view(client, 'epg', programmes[0]!))).toBe(result)
})

test('programmes that left the guide or cannot be watched again are not resumed', async () => {
  const { client } = await createUser(server)
  const { id, guideChannelId, programmes } = await makeReachable({ catchup_days: 1 })
  const [old] = await addProgrammes(db, guideChannelId, [['Last week', -3000, 30]])
  await watch(client, 'epg', old!, 60, id)
  await watch(client, 'epg', programmes[0]!, 60, id)
  expect((await listToContinue(client)).map(({ title }) => title)).toEqual(['The harbour'])
  await db.deleteFrom('programme').where('id', '=', programmes[0]!).execute()
  expect(await listToContinue(client)).toEqual([])
  expect((await listHistory(client)).map(({ title }) => title)).toEqual(['Last week'])
  await deleteOldPositions(db, 5000)
  expect(await db.selectFrom('programme_position').select('programme_id').where('tv_channel_id', '=', id).execute()).toEqual([
    { programme_id: old },
  ])
})

test('future programmes are not viewed, except within the clock tolerance', async () => {
  const { client } = await createUser(server)
  const { id, programmes } = await makeTvChannel(db, { guide_shift_minutes: 60 }, [
    ['Soon', -57, 30],
    ['Later', -27, 30],
  ])
  const outcomes = [client, guest].flatMap((item) => programmes.map((programme) => outcome(view(item, 'epg', programme, id))))
  expect(await Promise.all(outcomes)).toEqual(['done', '404 not_found', 'done', '404 not_found'])
})

test('deleted and disabled history is anonymous, and still counted', async () => {
  const { client, id: userId } = await createUser(server)
  const { id, programmes } = await makeReachable()
  const [film] = programmes as [string, string]
  await watch(client, 'epg', film, 600)
  await watch(client, 'channel', id, 10)
  const params = { viewable_type: 'epg', viewable_id: film } as const
  await client(contract.forgetViewed, { params })
  await client(contract.forgetViewed, { params })
  expect((await listHistory(client)).map(({ viewable_type }) => viewable_type)).toEqual(['channel'])
  expect(await listToContinue(client)).toEqual([])
  await client(contract.forgetViewed, { params: { viewable_type: 'channel', viewable_id: id } })
  expect(await listHistory(client)).toEqual([])
  // A repeated view within 30 minutes counts as the same view.
  await view(client, 'epg', film)
  await client(contract.setHistoryChoice, { body: { is_kept: false } })
  await watch(client, 'epg', programmes[1]!, 20)
  await client(contract.forgetHistory, {})
  const views = await db.selectFrom('view_action').select('id').where('user_id', '=', userId).execute()
  expect([views, await listToContinue(client)]).toEqual([[], []])
  await countAllViews(db, neverAborted.signal)
  expect(await readWatchedHours(id)).toMatchObject({ programmes: 2 })
})

test('guests count without stored data; strangers, wrong ids and wrong types are refused', async () => {
  const { client } = await createUser(server)
  const { id, guideChannelId, programmes } = await makeReachable()
  const otherAccess = await makeReachable()
  const film = programmes[0]!
  const viewProcessId = await begin(guest, (await view(guest, 'epg', film)).viewActionId)
  expect(await guest(contract.reportProgress, { body: { viewProcessId, position: 20 } })).toMatchObject({ position: 20, duration: 1800 })
  const outcomes = await Promise.all([
    outcome(guest(contract.listProgrammesToContinue, {})),
    outcome(view(client, 'epg', film, otherAccess.id)),
    outcome(view(client, 'epg', id)),
    outcome(view(client, 'channel', film)),
    outcome(client(contract.createView, { body: { viewable_type: 'epg', viewable_id: [film] } as never })),
    outcome(client(contract.createView, { body: { viewable_type: 'epg', viewable_id: film, channel_id: 'x' } as never })),
    outcome(client(contract.setPosition, { params: { id: film }, body: { viewable_type: 'channel' } as never })),
    outcome(client(contract.setPosition, { params: { id: film }, body: { position: 20 } })),
    outcome(client(contract.setPosition, { params: { id: film }, body: { viewable_type: 'epg', position: -1 } })),
    outcome(guest(contract.setPosition, { params: { id: film }, body: { viewable_type: 'epg', position: 1 } })),
    outcome(client(contract.listProgrammesToContinue, { query: { limit: 1000 } })),
  ])
  expect(outcomes.map((outcome) => Number(outcome.slice(0, 3)))).toEqual([401, 404, 404, 404, 422, 422, 422, 404, 422, 401, 422])
  expect((await db.selectFrom('programme_position').select('position').where('tv_channel_id', '=', id).execute()).length).toBe(0)
  expect(guideChannelId).toBeGreaterThan(0)
})
