import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createTestClock } from '#test/clock.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { watchingContract as contract } from '../contract.ts'
import { countAllViews } from './jobs.ts'
import { insertViews, type NewView } from './queries/views.ts'

const server = await startTestServer()
const { db, guest } = server
const clock = await createTestClock(db)
const ann = await createUser(server)

const view = (client: Client, id: string, viewable_type: 'video' | 'playlist' = 'video') =>
  client(contract.createView, { body: { viewable_type, viewable_id: id } })
const watch = async (client: Client, id: string, position: number) => {
  const { viewActionId } = await view(client, id)
  const { viewProcessId } = await client(contract.startView, { body: { viewActionId } })
  await client(contract.reportProgress, { body: { viewProcessId, position, duration: 100 } })
  return viewProcessId
}
/** Changes the time of a user's latest view of a video. */
const viewedAt = (userId: string, videoId: string, at: string) =>
  sql`update view_action set viewed_at = ${at}::timestamptz, half_hour = half_hour(${at}::timestamptz)
    where user_id = ${userId} and video_id = ${videoId}
    and viewed_at > now() - interval '1 hour'`.execute(db)
const listDays = async (client: Client) =>
  (await client(contract.listHistory, {})).data.map(({ date, items }) => `${date}: ${items.map(({ title }) => title).join(' ')}`)
const listTitles = async (client: Client) =>
  (await client(contract.listHistory, {})).data.flatMap(({ items }) => items.map(({ title }) => title))
const viewsOf = async (id: string) => {
  await countAllViews(db, new AbortController().signal)
  return (await ann.client(channelsContract.getVideo, { params: { id } })).views
}
const forgetViewed = (client: Client, viewable_id: string, viewable_type: 'video' | 'playlist' = 'video') =>
  client(contract.forgetViewed, { params: { viewable_type, viewable_id } })
const setHistory = (client: Client, is_kept: boolean) => client(contract.setHistoryChoice, { body: { is_kept } })

test('views are listed by local day, latest first, each thing once per day', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Two'])
  // Uses a time in the future, because setting the clock back would end sessions of other users in this file.
  const noon = new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`)
  const daysAgo = (days: number) => new Date(noon.getTime() - days * 86_400_000).toISOString().slice(0, 10)
  await clock.set(noon)
  const eve = await createUser(server)
  const [first, second] = videoIds as [string, string]
  await view(eve.client, second)
  await viewedAt(eve.id, second, `${daysAgo(5)}T23:30:00Z`)
  await watch(eve.client, first, 42)
  await viewedAt(eve.id, first, `${daysAgo(4)}T10:00:00Z`)
  await watch(eve.client, first, 43)
  await viewedAt(eve.id, first, `${daysAgo(4)}T16:00:00Z`)
  const { data } = await eve.client(contract.listHistory, {})
  expect(data.flatMap(({ items }) => items)[0]).toMatchObject({
    viewable_type: 'video',
    viewable_id: first,
    title: 'One',
    url: `/en/playlists?playlist=${playlistId}&serie=${seriesId}&video=${first}`,
    playlist_name: 'A channel',
    position: 43,
    duration: 100,
  })
  const inTokyo = server.clientFor({ token: eve.token, headers: { 'time-zone': 'Asia/Tokyo' } })
  const inAbidjan = server.clientFor({ token: eve.token, headers: { 'time-zone': 'Africa/Abidjan' } })
  expect(await listDays(inTokyo)).toEqual([`${daysAgo(3)}: One`, `${daysAgo(4)}: One Two`])
  expect(await listDays(inAbidjan)).toEqual([`${daysAgo(4)}: One`, `${daysAgo(5)}: Two`])
})

test('days are those of the clock at the time of the view, in summer and winter time', async () => {
  const eve = await createUser(server)
  const { videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Two'])
  const [first, second] = videoIds as [string, string]
  // One is viewed late on a day and early on the next day, Two twice on a day of 25 hours.
  const times: [string, string[]][] = [
    [first, ['2026-07-04T20:30:00Z', '2026-07-04T22:30:00Z', '2026-01-04T21:30:00Z', '2026-01-04T23:30:00Z']],
    [second, ['2025-10-25T22:15:00Z', '2025-10-26T22:45:00Z']],
  ]
  for (const [id, moments] of times) {
    for (const moment of moments) {
      await insertViews(db, [{ id: newId(), viewer: { user: eve.id, visitor: '0'.repeat(32) }, viewed: { video: id }, source: 'direct' }])
      await viewedAt(eve.id, id, moment)
    }
  }
  const inAmsterdam = server.clientFor({ token: eve.token, headers: { 'time-zone': 'Europe/Amsterdam' } })
  expect(await listDays(inAmsterdam)).toEqual([
    '2026-07-05: One',
    '2026-07-04: One',
    '2026-01-05: One',
    '2026-01-04: One',
    '2025-10-26: Two',
  ])
})

test('pages neither repeat nor omit views', async () => {
  const eve = await createUser(server)
  const names = ['A', 'B', 'C', 'D', 'E']
  const { videoIds } = await makeFilledChannel(db, ann.client, names)
  for (const [index, id] of videoIds.entries()) {
    await view(eve.client, id)
    await viewedAt(eve.id, id, `2026-11-1${index}T12:00:00Z`)
  }
  const processed: string[] = []
  let cursor: string | undefined
  do {
    const page = await eve.client(contract.listHistory, { query: { limit: 2, ...(cursor && { cursor }) } })
    processed.push(...page.data.flatMap(({ items }) => items.map(({ title }) => title)))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(processed).toEqual(['E', 'D', 'C', 'B', 'A'])
  expect(await outcome(eve.client(contract.listHistory, { query: { cursor: 'nonsense' } }))).toMatch(/^422 .*cursor/)
  expect(await outcome(eve.client(contract.listHistory, { query: { limit: 101 } }))).toMatch(/^422 .*limit/)
})

test('views in the same millisecond are listed latest first, page by page', async () => {
  const eve = await createUser(server)
  const names = Array.from({ length: 8 }, (_, index) => `Film ${index}`)
  const { videoIds } = await makeFilledChannel(db, ann.client, names)
  const viewer = { user: eve.id, visitor: '0'.repeat(32) }
  // Inserts four views one after another, and the others together.
  for (const video of videoIds.slice(0, 4)) await insertViews(db, [{ id: newId(), viewer, viewed: { video }, source: 'direct' }])
  const together = videoIds.slice(4).map((video): NewView => ({ id: newId(), viewer, viewed: { video }, source: 'direct' }))
  await insertViews(db, together as [NewView, ...NewView[]])
  await sql`update view_action set viewed_at = moment.at, half_hour = half_hour(moment.at) from (select now()::timestamptz(3) as at) as moment
    where user_id = ${eve.id}`.execute(db)
  const read: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await eve.client(contract.listHistory, { query: { limit: 3, ...(cursor && { cursor }) } })
    read.push(...page.data.flatMap(({ items }) => items.map(({ title }) => title)))
    cursor = page.next_cursor
  } while (cursor)
  expect(read).toEqual(names.toReversed())
})

test('videos left in the same millisecond are listed latest first under continue watching, page by page', async () => {
  const eve = await createUser(server)
  const names = Array.from({ length: 6 }, (_, index) => `Film ${index}`)
  const { videoIds } = await makeFilledChannel(db, ann.client, names)
  for (const [index, id] of videoIds.entries()) {
    await watch(eve.client, id, 50)
    await sql`update watch_position set reported_at = '2026-11-20T10:00:00.000Z'::timestamptz + ${index} * interval '1 microsecond'
      where user_id = ${eve.id} and video_id = ${id}`.execute(db)
  }
  const read: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await eve.client(contract.listVideosToContinue, { query: { limit: 2, ...(cursor && { cursor }) } })
    read.push(...page.data.map(({ title }) => title))
    cursor = page.next_cursor
  } while (cursor)
  expect(read).toEqual(names.toReversed())
})

test('a channel view is listed alone, but not beside a video of it', async () => {
  const eve = await createUser(server)
  const alone = await makeFilledChannel(db, ann.client, ['One'], { name: 'Alone' })
  const played = await makeFilledChannel(db, ann.client, ['Two'], { name: 'Played' })
  await view(eve.client, alone.playlistId, 'playlist')
  await view(eve.client, played.playlistId, 'playlist')
  await view(eve.client, played.videoIds[0]!)
  expect(await listTitles(eve.client)).toEqual(['Two', 'Alone'])
})

test('hidden things disappear at once, and other users’ views never show', async () => {
  const [eve, dan] = await Promise.all([createUser(server), createUser(server)])
  const open = await makeFilledChannel(db, ann.client, ['Open'])
  const deleted = await makeFilledChannel(db, ann.client, ['Deleted'])
  for (const { videoIds } of [open, deleted]) await view(eve.client, videoIds[0]!)
  expect(await listTitles(eve.client)).toEqual(['Deleted', 'Open'])
  expect(await listTitles(dan.client)).toEqual([])
  await ann.client(channelsContract.updatePlaylist, { params: { id: open.playlistId }, body: { status_id: status.private } })
  await ann.client(channelsContract.deleteVideo, { params: { id: deleted.videoIds[0]! } })
  expect(await listTitles(eve.client)).toEqual([])
  for (const call of [
    guest(contract.listHistory, {}),
    guest(contract.forgetHistory, {}),
    forgetViewed(guest, open.videoIds[0]!),
    guest(contract.getHistoryChoice, {}),
    setHistory(guest, false),
  ])
    expect(await outcome(call)).toMatch(/^401 /)
})

test('deleting one thing or all also deletes positions, without changing view counts', async () => {
  const eve = await createUser(server)
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Two', 'Three'])
  const [one] = videoIds as [string]
  for (const id of videoIds) await watch(eve.client, id, 50)
  await view(eve.client, playlistId, 'playlist')
  await forgetViewed(eve.client, one)
  await forgetViewed(eve.client, one)
  expect(await listTitles(eve.client)).toEqual(['Three', 'Two'])
  expect((await eve.client(contract.listPositions, { query: { ids: one } })).data).toEqual([])
  // After deletion of the history, a repeated view isn't counted again, even if the calls are concurrent.
  for (let n = 0; n < 3; n++) {
    await Promise.all([view(eve.client, one), view(eve.client, one)])
    await forgetViewed(eve.client, one)
  }
  expect(await viewsOf(one)).toBe(1)
  await eve.client(contract.forgetHistory, {})
  expect(await listTitles(eve.client)).toEqual([])
  expect((await eve.client(contract.listVideosToContinue, {})).data).toEqual([])
  const rows = await db.selectFrom('view_action').select('id').where('user_id', '=', eve.id).execute()
  expect(rows).toEqual([])
  expect(await outcome(forgetViewed(eve.client, newId(), 'playlist'))).toBe('done')
  expect(await outcome(forgetViewed(eve.client, one, 'team' as 'video'))).toMatch(/^(404|422) /)
})

test('a player stores the position of a user with history also without a playback', async () => {
  const eve = await createUser(server)
  const { videoIds } = await makeFilledChannel(db, ann.client, ['One'])
  const [id] = videoIds as [string]
  await eve.client(contract.setPosition, { params: { id }, body: { position: 60, duration: 100, played: true } })
  expect((await eve.client(contract.listPositions, { query: { ids: id } })).data).toMatchObject([{ id, position: 60, watched: false }])
})

test('a user without history is stored anonymously, and counted as before', async () => {
  const eve = await createUser(server)
  const { videoIds } = await makeFilledChannel(db, ann.client, ['One'])
  const [id] = videoIds as [string]
  expect(await eve.client(contract.getHistoryChoice, {})).toEqual({ is_kept: true })
  expect(await setHistory(eve.client, false)).toEqual({ is_kept: false })
  const process = await watch(eve.client, id, 50)
  await eve.client(contract.endView, { body: { viewProcessId: process, position: 60 } })
  expect(await listTitles(eve.client)).toEqual([])
  expect((await eve.client(contract.listPositions, { query: { ids: id } })).data).toEqual([])
  // The user leaves the player before its playback has begun.
  const body = { position: 60, duration: 100, played: true }
  expect(await eve.client(contract.setPosition, { params: { id }, body })).toMatchObject({ id, position: 60, watched: false })
  expect((await eve.client(contract.listPositions, { query: { ids: id } })).data).toEqual([])
  // History is turned off and on again: a view within 30 minutes counts as the same view.
  for (const isKept of [true, false, true]) {
    await setHistory(eve.client, isKept)
    await view(eve.client, id)
  }
  expect(await viewsOf(id)).toBe(1)
  // Other users' playbacks can't be reported.
  const dan = await createUser(server)
  for (const client of [dan.client])
    expect(await outcome(client(contract.endView, { body: { viewProcessId: process } }))).toBe('404 not_found')
  expect(await outcome(setHistory(eve.client, 'perhaps' as unknown as boolean))).toBe('422 invalid is_kept')
})

test('no variation counts twice: simultaneous calls, other headers, invented ids and times', async () => {
  const eve = await createUser(server)
  const { videoIds } = await makeFilledChannel(db, ann.client, ['One'])
  const [id] = videoIds as [string]
  const disguises = Array.from({ length: 100 }, (_, n) =>
    server.clientFor({
      token: eve.token,
      headers: { 'user-agent': `B${n}`, 'x-forwarded-for': `203.0.113.${n}`, 'time-zone': 'Asia/Tokyo' },
    }),
  )
  await Promise.all(disguises.map((client) => view(client, id)))
  expect(await viewsOf(id)).toBe(1)
  for (const viewProcessId of [newId(), '', '../../x', null, 7, [newId()]] as string[])
    for (const call of [contract.reportProgress, contract.endView])
      expect(await outcome(eve.client(call, { body: { viewProcessId, position: 1e9 } }))).toMatch(/^4(04|22) /)
  const { viewActionId } = await view(eve.client, id)
  const responses = await Promise.all(Array.from({ length: 5 }, () => eve.client(contract.startView, { body: { viewActionId } })))
  for (const { viewProcessId } of responses) await eve.client(contract.endView, { body: { viewProcessId, position: 100, duration: 100 } })
  expect(await viewsOf(id)).toBe(1)
  // A guest who forges forwarded addresses still counts once.
  const guests = Array.from({ length: 40 }, (_, n) =>
    server.clientFor({ headers: { 'user-agent': `G${n}`, 'x-forwarded-for': `198.51.100.${n}` } }),
  )
  await Promise.all(guests.map((client) => outcome(view(client, id))))
  expect(await viewsOf(id)).toBeLessThanOrEqual(21)
})
