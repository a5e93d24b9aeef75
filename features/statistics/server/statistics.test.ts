import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { followChannel, makeChannel, makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { countAllViews } from '#features/watching/server/jobs.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { statisticsContract as contract } from '../contract.ts'
import { addDays, yearsBefore } from '../rules.ts'

const server = await startTestServer()
const { db, clientFor, app, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Brussels' })
const count = () => countAllViews(db, new AbortController().signal)
const view = (client: Client, viewable_id: string, fields: { source?: string } = {}) =>
  client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id, ...fields } })
const statisticsOf = (client: Client, id: string, query: { start_date?: string; end_date?: string; type?: 'day' | 'week' } = {}) =>
  client(contract.getStatistics, { params: { id }, query })
async function exportOf(id: string, query = '', language = 'en') {
  const headers = { authorization: `Bearer ${ann.token}`, 'accept-language': language }
  const { rawPayload } = await app.inject({ url: `/api/statistics/playlists/${id}/export${query}`, headers })
  return rawPayload.toString()
}

test('views, viewers, followers and own views are counted; the owner’s views are separate', async () => {
  const { playlistId: id, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser(server)))
  for (const { client } of people) await view(client, videoIds[0]!)
  for (const video of videoIds) await view(ann.client, video)
  await view(guest, videoIds[1]!)
  await followChannel(db, bob, id)
  await count()
  const result = await statisticsOf(ann.client, id)
  expect(result).toMatchObject({
    playlist: { id, status_id: status.public },
    type: 'day',
    start_date: addDays(today, -6),
    end_date: today,
    totals: { views: 7, uniqueViews: 7, ownViews: 1, follows: 1 },
    previous: { views: 0, follows: 0 },
    views: [{ date: today, count: 7 }],
    ownViews: [{ date: today, count: 1 }],
    unfollows: [],
  })
  const { playlists } = await ann.client(contract.listStatistics, {})
  expect(playlists[0]).toMatchObject({ id, views: 7, unique_views: 7, followers: 1, recent_views: 7 })
})

test('a user counts once in a week and a range, a guest once a day; the former range is compared', async () => {
  const { id } = await makeChannel(ann.client)
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  const [user, ...guests] = [newId(), ...Array.from({ length: 6 }, (_, index) => String(index).repeat(32))]
  const viewOf = (viewer: string, viewed_at: string) => ({ channel_type: 'playlist', channel_id: `${key}`, item_id: '', viewer, viewed_at })
  const views = ['2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06'].flatMap((date, index) => [
    viewOf(user, `${date}T10:00Z`),
    viewOf(guests[index]!, `${date}T10:00Z`),
  ])
  await db
    .insertInto('view_to_count')
    .values([...views, viewOf(guests[5]!, '2025-06-02T10:00Z')])
    .execute()
  await count()
  const range = { start_date: '2025-06-04', end_date: '2025-06-05' }
  expect(await statisticsOf(ann.client, id, range)).toMatchObject({
    uniqueViews: [
      { date: '2025-06-04', count: 2 },
      { date: '2025-06-05', count: 2 },
    ],
    totals: { views: 4, uniqueViews: 3 },
    previous: { views: 3, uniqueViews: 3 },
  })
  expect((await statisticsOf(ann.client, id, { ...range, type: 'week' })).uniqueViews).toEqual([{ date: '2025-06-02', count: 3 }])
})

test('for a channel that isn’t public, fewer than 5 viewers are hidden', async () => {
  const { playlistId: id, videoIds } = await makeFilledChannel(db, ann.client, ['A'], { status_id: status.privateLink })
  const people = await Promise.all(Array.from({ length: 5 }, () => createUser(server)))
  const watch = (client: Client) =>
    client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: videoIds[0]!, playlist_id: id } })
  for (const { client } of people.slice(0, 4)) await watch(client)
  await count()
  await sql`insert into watched_time (playlist_key, video_id, quarter, seconds)
    select key, video_id, quarter_hour(now()), 90 from playlist, unnest(array['', ${videoIds[0]}]) as video_id where id = ${id}`.execute(db)
  const timeOfVideo = async () =>
    (await ann.client(contract.listVideoStatistics, { params: { id }, query: {} })).videos.map((video) => video.watched_seconds)
  expect(await timeOfVideo()).toEqual([null])
  expect(await statisticsOf(ann.client, id)).toMatchObject({
    totals: { views: 4, uniqueViews: '< 5', watchedSeconds: '< 5' },
    uniqueViews: [{ date: today, count: '< 5' }],
    watchedSeconds: [{ date: today, count: '< 5' }],
  })
  const findChannel = async () => (await ann.client(contract.listStatistics, {})).playlists.find((playlist) => playlist.id === id)
  expect(await findChannel()).toMatchObject({ views: 4, unique_views: '< 5' })
  expect(await exportOf(id)).toContain(`${today},0,0,0,0,4,< 5,< 5,0,0`)
  await watch(people[4]!.client)
  await count()
  expect(await statisticsOf(ann.client, id)).toMatchObject({ totals: { uniqueViews: 5, watchedSeconds: 90 } })
  expect(await findChannel()).toMatchObject({ unique_views: 5 })
})

test('a member’s view of the team’s channel is an own view', async () => {
  const cas = await createUser(server)
  const team = await makeTeam(db, { members: [ann, cas] })
  const { playlistId: id, videoIds } = await makeFilledChannel(db, clientFor({ token: ann.token, teamId: team }), ['A'])
  await view(cas.client, videoIds[0]!)
  await count()
  expect(await statisticsOf(clientFor({ token: ann.token, teamId: team }), id)).toMatchObject({ totals: { views: 0, ownViews: 1 } })
})

test('a range may be one day, contain a leap day, or last three years; an invalid one names its field', async () => {
  const { id } = await makeChannel(ann.client)
  const refusalOf = (query: object) => outcome(statisticsOf(ann.client, id, query))
  expect(await refusalOf({ start_date: today, end_date: today })).toBe('done')
  expect(await refusalOf({ start_date: '2024-02-29', end_date: '2024-02-29' })).toBe('done')
  expect(await refusalOf({ start_date: yearsBefore(today, 3), end_date: today, type: 'week' })).toBe('done')
  expect(await refusalOf({ start_date: '2024-02-28', end_date: '2024-02-27' })).toBe('422 end_before_start end_date')
  expect(await refusalOf({ end_date: addDays(today, 1) })).toBe('422 in_future end_date')
  expect(await refusalOf({ start_date: addDays(yearsBefore(today, 3), -1), end_date: today })).toBe('422 range_too_long start_date')
  for (const date of ['1999-12-31', '0001-01-03', '2026-02-30', 'yesterday', '0000-01-01', '2026-1-1', ''])
    expect(await refusalOf({ start_date: date, end_date: today })).toMatch(/^422 \w+ start_date$/)
  expect(await refusalOf({ type: 'month' })).toMatch(/^422 \w+ type$/)
  expect(yearsBefore('2024-02-29', 3)).toBe('2021-02-28')
})

test('today is the day in the reader’s zone, and the default range is a week', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 9, 25, 22, 30), toFake: ['Date'] })
  try {
    const { id } = await makeChannel(ann.client)
    const statisticsIn = (zone: string) => statisticsOf(clientFor({ token: ann.token, headers: { 'time-zone': zone } }), id)
    expect(await statisticsIn('Europe/Brussels')).toMatchObject({ start_date: '2026-10-19', end_date: '2026-10-25' })
    expect(await statisticsIn('Asia/Kathmandu')).toMatchObject({ start_date: '2026-10-20', end_date: '2026-10-26' })
    expect((await statisticsIn('Europe/Brussels')).provisional_from).toBe('2026-10-25T21:30:00.000Z')
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['Europe/Brussels', '2025-10-25', '2025-10-27', [96, 100, 96]],
  ['Europe/Brussels', '2025-03-29', '2025-03-31', [96, 92, 96]],
  ['Asia/Kolkata', '2025-10-25', '2025-10-27', [96, 96, 96]],
])('in %s, the days from %s to %s have the quarter hours between their midnights', async (zone, start_date, end_date, quarters) => {
  const { id } = await makeChannel(ann.client)
  await sql`insert into channel_view_count (playlist_key, quarter, viewers, views)
    select key, quarter_hour(at), 'g', 1 from playlist cross join generate_series(${addDays(start_date, -1)}::timestamptz,
      ${addDays(end_date, 2)}::timestamptz, '15 minutes') as at where id = ${id}`.execute(db)
  const client = clientFor({ token: ann.token, headers: { 'time-zone': zone } })
  expect((await statisticsOf(client, id, { start_date, end_date })).views.map(({ count }) => count)).toEqual(quarters)
})

test('views a quarter of an hour before and after midnight in Kolkata are on two days', async () => {
  const { id } = await makeChannel(ann.client)
  for (const at of ['2025-06-03T18:15Z', '2025-06-03T18:45Z'])
    await sql`insert into channel_view_count (playlist_key, quarter, viewers, views)
      select key, quarter_hour(${at}::timestamptz), 'g', 1 from playlist where id = ${id}`.execute(db)
  const viewsIn = async (zone: string) =>
    (
      await statisticsOf(clientFor({ token: ann.token, headers: { 'time-zone': zone } }), id, {
        start_date: '2025-06-03',
        end_date: '2025-06-04',
      })
    ).views
  expect(await viewsIn('Asia/Kolkata')).toEqual([
    { date: '2025-06-03', count: 1 },
    { date: '2025-06-04', count: 1 },
  ])
  expect(await viewsIn('Europe/Brussels')).toEqual([{ date: '2025-06-03', count: 2 }])
})

test('the CSV has every day, with the separators of the reader’s language', async () => {
  const { id } = await makeChannel(ann.client)
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  await sql`insert into channel_view_count (playlist_key, quarter, viewers, views) values (${key}, quarter_hour('2025-10-26T00:15Z'), 'g', 9)`.execute(
    db,
  )
  const query = '?start_date=2025-10-25&end_date=2025-10-27'
  expect(await exportOf(id, query)).toBe(
    '\uFEFFdate,follows,newfollows,unfollows,goToClicks,views,uniqueViews,watchedSeconds,sharing,moreInfoClicks\r\n' +
      ['2025-10-25,0,0,0,0,0,0,0,0,0', '2025-10-26,0,0,0,0,9,9,0,0,0', '2025-10-27,0,0,0,0,0,0,0,0,0', ''].join('\r\n'),
  )
  expect(await exportOf(id, query, 'nl')).toContain('2025-10-26;0;0;0;0;9;9;0;0;0\r\n')
  expect(await exportOf(id, `${query}&type=week`)).toContain('2025-10-20,0,0,0,0,9,9,0,0,0\r\n2025-10-27,0,0,0,0,0,0,0,0,0')
  const { headers } = await app.inject({ url: `/api/statistics/playlists/${id}/export`, headers: { authorization: `Bearer ${ann.token}` } })
  expect(headers['content-disposition']).toContain('filename="statistics.csv"')
})

test('history stays with a channel after a new link, a deleted or moved video, and a change of owner', async () => {
  const { playlistId: id, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  const { id: other } = await makeChannel(ann.client)
  for (const video of videoIds) await view(bob.client, video)
  await count()
  await ann.client(channelsContract.deleteVideo, { params: { id: videoIds[0]! } })
  await sql`update series set playlist_id = ${other} where playlist_id = ${id}`.execute(db)
  expect(await statisticsOf(ann.client, id)).toMatchObject({ totals: { views: 1 } })
  const renewed = newId()
  await sql`update playlist set id = ${renewed} where id = ${id}`.execute(db)
  const team = await makeTeam(db, { members: [ann] })
  await sql`update playlist set team_id = ${team} where id = ${renewed}`.execute(db)
  expect(await statisticsOf(clientFor({ token: ann.token, teamId: team }), renewed)).toMatchObject({ totals: { views: 1 } })
})

test('traffic sources are counted for viewers other than owners', async () => {
  const { playlistId: id, videoIds } = await makeFilledChannel(db, ann.client, ['A'])
  const people = await Promise.all(Array.from({ length: 3 }, () => createUser(server)))
  await view(people[0]!.client, videoIds[0]!, { source: 'share:whatsapp' })
  await view(people[1]!.client, videoIds[0]!, { source: 'embed:blog.example.com' })
  await view(people[2]!.client, videoIds[0]!)
  await view(ann.client, videoIds[0]!, { source: 'feed' })
  await count()
  const { rows } = await sql`
    select source, counted.views from view_source_count as counted join playlist on key = playlist_key where playlist.id = ${id} order by source`.execute(
    db,
  )
  expect(rows).toEqual(['direct', 'embed:blog.example.com', 'share:whatsapp'].map((source) => ({ source, views: 1 })))
  expect(await ann.client(contract.listViewSources, { params: { id }, query: {} })).toEqual({
    sources: [
      { kind: 'direct', name: null, views: 1 },
      { kind: 'embed', name: 'blog.example.com', views: 1 },
      { kind: 'share', name: 'whatsapp', views: 1 },
    ],
  })
  for (const source of ['share:', 'embed:<b>', 'other', `embed:${'a'.repeat(101)}`, ''])
    expect(await outcome(view(bob.client, videoIds[0]!, { source }))).toMatch(/^422 \w+ source$/)
  await ann.client(channelsContract.updatePlaylist, { params: { id }, body: { status_id: status.private } })
  expect(await ann.client(contract.listViewSources, { params: { id }, query: {} })).toEqual({ sources: [] })
})

test('videos have the views of the range, how far at least 5 users got, and the videos watched next', async () => {
  const { playlistId: id, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  const [a, b] = videoIds as [string, string]
  const people = await Promise.all(Array.from({ length: 5 }, () => createUser(server)))
  for (const [index, { client, id: user }] of people.entries()) {
    await view(client, a)
    await sql`update view_action set viewed_at = viewed_at - interval '1 minute', half_hour = half_hour((viewed_at - interval '1 minute')::timestamptz(3)) where user_id = ${user}`.execute(
      db,
    )
    await view(client, b)
    await client(watchingContract.setPosition, { params: { id: a }, body: { position: 20 * index + 5, duration: 100 } })
  }
  await ann.client(watchingContract.setPosition, { params: { id: a }, body: { position: 1, duration: 100 } })
  await people[0]!.client(watchingContract.setPosition, { params: { id: b }, body: { position: 50, duration: 100 } })
  await count()
  const read = () => ann.client(contract.listVideoStatistics, { params: { id }, query: {} })
  const result = await read()
  expect(result.videos.find((video) => video.id === a)).toMatchObject({
    title: 'A',
    views: 5,
    viewers: 5,
    watched_seconds: 0,
    reached: [4, 4, 3, 3, 2, 2, 1, 1, 0, 0],
  })
  expect(result.videos.find((video) => video.id === b)).toMatchObject({ views: 5, viewers: null, watched_seconds: 0, reached: null })
  expect(result.paths).toEqual([{ from_id: a, from_title: 'A', to_id: b, to_title: 'B', viewers: 5 }])
  await ann.client(channelsContract.deleteVideo, { params: { id: a } })
  expect((await read()).videos.find((video) => video.id === a)).toMatchObject({ title: '', is_deleted: true, views: 5 })
  for (const endpoint of [contract.listVideoStatistics, contract.listViewSources] as const) {
    expect(await outcome(bob.client(endpoint, { params: { id }, query: {} }))).toBe('403 forbidden')
    expect(await outcome(guest(endpoint, { params: { id }, query: {} }))).toBe('401 login_required')
    expect(await outcome(ann.client(endpoint, { params: { id }, query: { end_date: '2999-01-01' } }))).toBe('422 in_future end_date')
  }
})

test('a video that was moved to another user keeps only its views', async () => {
  const { playlistId: id, videoIds } = await makeFilledChannel(db, ann.client, ['Secret'])
  const people = await Promise.all(Array.from({ length: 5 }, () => createUser(server)))
  for (const { client } of people) {
    await view(client, videoIds[0]!)
    await client(watchingContract.setPosition, { params: { id: videoIds[0]! }, body: { position: 50, duration: 100 } })
  }
  await count()
  const { seriesId } = await makeFilledChannel(db, bob.client, [], { status_id: status.private })
  await sql`update video set series_id = ${seriesId} where id = ${videoIds[0]}`.execute(db)
  const { videos } = await ann.client(contract.listVideoStatistics, { params: { id }, query: {} })
  expect(videos).toMatchObject([{ id: videoIds[0], title: '', image: null, views: 5, viewers: null, reached: null }])
})

test('current viewers are those of playing videos, without owners and ended playbacks', async () => {
  const { playlistId: id, videoIds } = await makeFilledChannel(db, ann.client, ['A'])
  const play = async (client: Client) => {
    const { viewActionId } = await view(client, videoIds[0]!)
    return client(watchingContract.startView, { body: { viewActionId } })
  }
  const [, { viewProcessId }] = await Promise.all([play(bob.client), play(guest), play(ann.client)])
  const now = () => ann.client(contract.getViewersNow, { params: { id } })
  expect(await now()).toEqual({ watching: 2, videos: [{ id: videoIds[0], title: 'A', watching: 2 }] })
  await guest(watchingContract.endView, { body: { viewProcessId } })
  expect(await now()).toMatchObject({ watching: 1 })
  await ann.client(channelsContract.updatePlaylist, { params: { id }, body: { status_id: status.private } })
  expect(await now()).toEqual({ watching: '< 5', videos: [] })
  expect(await outcome(bob.client(contract.getViewersNow, { params: { id } }))).toBe('404 not_found')
  expect(await outcome(guest(contract.getViewersNow, { params: { id } }))).toBe('401 login_required')
})

test('zones that PostgreSQL reads differently from browsers are handled like in browsers', async () => {
  const { id } = await makeChannel(ann.client)
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  await sql`insert into channel_view_count (playlist_key, quarter, viewers, views) values (${key}, quarter_hour('2026-07-14T22:15Z'), 'g', 5)`.execute(
    db,
  )
  const range = { start_date: '2026-07-14', end_date: '2026-07-15' }
  const dates = { CET: '2026-07-15', '+05:30': '2026-07-15', '+0530': '2026-07-15', WET: '2026-07-14' }
  const dateIn = async (zone: string) =>
    (await statisticsOf(clientFor({ token: ann.token, headers: { 'time-zone': zone } }), id, range)).views[0]?.date
  const result = await Promise.all(Object.keys(dates).map(async (zone) => [zone, await dateIn(zone)] as const))
  expect(Object.fromEntries(result)).toEqual(dates)
})
