import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeChannel, makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { countAllViews } from '#features/watching/server/jobs.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { statisticsContract as contract } from '../contract.ts'

const server = await startTestServer()
const { db, clientFor, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

const count = () => countAllViews(db, new AbortController().signal)
const view = (client: Client, viewable_id: string) => client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id } })
const statisticsOf = (client: Client, id: string) => client(contract.getStatistics, { params: { id }, query: {} })
test('guests get 401, strangers 403 or 404; members of the team see its channels', async () => {
  const [cas, outsider] = await Promise.all([createUser(server), createUser(server)])
  const team = await makeTeam(db, { members: [ann, cas] })
  const { id } = await makeChannel(clientFor({ token: ann.token, teamId: team }), { name: 'Ours' })
  const call = (client: Client) => outcome(statisticsOf(client, id))
  expect(await call(guest)).toBe('401 login_required')
  expect(await outcome(guest(contract.listStatistics, {}))).toBe('401 login_required')
  expect(await outcome(guest(contract.exportStatistics, { params: { id } }))).toBe('401 login_required')
  const { id: hidden } = await makeChannel(ann.client, { status_id: status.private })
  expect(await outcome(statisticsOf(outsider.client, hidden))).toBe('404 not_found')
  expect(await outcome(statisticsOf(ann.client, newId()))).toBe('404 not_found')
  expect(await call(outsider.client)).toBe('403 forbidden')
  expect(await outcome(outsider.client(contract.exportStatistics, { params: { id } }))).toBe('403 forbidden')
  expect(await call(clientFor({ token: cas.token, teamId: team }))).toBe('done')
  const statistics = await clientFor({ token: cas.token, teamId: team })(contract.listStatistics, {})
  expect(statistics.playlists).toMatchObject([{ id, name: 'Ours' }])
  expect((await cas.client(contract.listStatistics, {})).playlists.map((playlist) => playlist.id)).not.toContain(id)
})

test('every call about a channel of a team is refused to guests, strangers, operators and former members', async () => {
  const [cas, dan, stranger, operator] = await Promise.all([
    createUser(server),
    createUser(server),
    createUser(server),
    createUser(server, { is_operator: true }),
  ])
  const team = await makeTeam(db, { members: [ann, cas, dan] })
  const inTeam = { teamId: team }
  const { id } = await makeChannel(clientFor({ token: ann.token, ...inTeam }), { status_id: status.private })
  await db.deleteFrom('team_member').where('user_id', '=', dan.id).execute()
  const calls = [
    contract.getStatistics,
    contract.exportStatistics,
    contract.listVideoStatistics,
    contract.listViewSources,
    contract.getViewersNow,
  ] as const
  for (const endpoint of calls) {
    const call = (client: Client) => outcome(client(endpoint, { params: { id } }))
    expect(await call(guest)).toBe('401 login_required')
    expect(await call(clientFor({ token: cas.token, ...inTeam }))).toBe('done')
    for (const client of [stranger.client, dan.client, operator.client]) expect(await call(client)).toBe('404 not_found')
    for (const outsider of [dan, stranger, operator])
      expect(await call(clientFor({ token: outsider.token, ...inTeam }))).toMatch(/^40[34] /)
  }
})

test('for a channel that isn’t public, sources and playing videos with fewer than 5 viewers are omitted', async () => {
  const { playlistId: id, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'], { status_id: status.private })
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  await sql`insert into view_source_count (playlist_key, quarter, source, views)
    values (${key}, quarter_hour(now()), 'direct', 5), (${key}, quarter_hour(now()), 'embed:blog.example.com', 1)`.execute(db)
  const direct = { kind: 'direct', name: null, views: 5 }
  expect(await ann.client(contract.listViewSources, { params: { id }, query: {} })).toEqual({ sources: [direct] })
  const play = async (video: string) => {
    const [view, viewer] = [newId(), newId()]
    await sql`insert into view_action (id, video_id, user_id, visitor, viewed_at, half_hour)
      select ${view}, ${video}, null, decode(md5(${viewer}), 'hex'), at, half_hour(at) from (select now()::timestamptz(3) as at) as now`.execute(
      db,
    )
    await sql`insert into view_process (id, view_action_id, view_half_hour, started_at, reported_at)
      select ${newId()}, id, half_hour, now(), now() from view_action where id = ${view}`.execute(db)
  }
  for (const video of [...Array.from({ length: 5 }, () => videoIds[0]!), videoIds[1]!]) await play(video)
  const now = () => ann.client(contract.getViewersNow, { params: { id } })
  const playing = (index: number, watching: number) => ({ id: videoIds[index], title: ['A', 'B'][index], watching })
  expect(await now()).toEqual({ watching: 6, videos: [playing(0, 5)] })
  await ann.client(channelsContract.updatePlaylist, { params: { id }, body: { status_id: status.public } })
  expect(await now()).toEqual({ watching: 6, videos: [playing(0, 5), playing(1, 1)] })
  expect((await ann.client(contract.listViewSources, { params: { id }, query: {} })).sources).toMatchObject([
    direct,
    { kind: 'embed', views: 1 },
  ])
})

test('broadcasters see their TV channels by month; users and guests don’t', async () => {
  const station = await createUser(server, { is_broadcaster: true })
  const { id } = await makeTvChannel(db, { name: 'Radio' })
  await makeTvChannel(db, { name: 'Foreign' })
  await db.updateTable('tv_channel').set({ owner_id: station.id }).where('id', '=', id).execute()
  const watch = (client: Client) => client(watchingContract.createView, { body: { viewable_type: 'channel', viewable_id: id } })
  await Promise.all([watch(bob.client), watch(guest), watch(station.client)])
  await count()
  await sql`insert into tv_share_count (tv_channel_id, network, shares, quarter) values (${id}, 'link', 3, quarter_hour(now()))`.execute(db)
  const of = (date_to?: string) => station.client(contract.listBroadcastStatistics, { query: { ...(date_to && { date_to }) } })
  expect(await of()).toMatchObject({
    channels: [{ id, channel: 'Radio', viewers_count: 2, unique_viewers_count: 2, followed_count: 0, sharings_count: 3 }],
  })
  expect((await of('2025-01')).channels).toMatchObject([{ viewers_count: 0, unique_viewers_count: 0, sharings_count: 0 }])
  expect(await outcome(of('2999-01'))).toBe('422 in_future date_to')
  expect(await outcome(of('2026-13'))).toMatch(/^422 \w+ date_to$/)
  expect(await outcome(bob.client(contract.listBroadcastStatistics, { query: {} }))).toBe('403 not_broadcaster')
  expect(await outcome(guest(contract.listBroadcastStatistics, { query: {} }))).toBe('401 login_required')
})

test('deleting the history or the account keeps the figures, without a trace of the viewer', async () => {
  const [cas, dan] = await Promise.all([createUser(server), createUser(server)])
  const { playlistId: id, videoIds } = await makeFilledChannel(db, ann.client, ['A'])
  const traces = async (user: string) =>
    (await db.selectFrom('channel_viewer').select('viewer').where('viewer', '=', user).execute()).length
  await Promise.all([view(cas.client, videoIds[0]!), view(dan.client, videoIds[0]!)])
  const eve = await createUser(server)
  await count()
  // Eve deletes the history before the view is counted.
  await view(eve.client, videoIds[0]!)
  await eve.client(watchingContract.forgetHistory, {})
  await count()
  expect(await traces(eve.id)).toBe(0)
  expect([await traces(cas.id), await traces(dan.id)]).toEqual([1, 1])
  await cas.client(watchingContract.forgetHistory, {})
  await dan.client(watchingContract.forgetViewed, { params: { viewable_type: 'video', viewable_id: videoIds[0]! } })
  expect([await traces(cas.id), await traces(dan.id)]).toEqual([0, 0])
  expect(await statisticsOf(ann.client, id)).toMatchObject({ totals: { views: 3, uniqueViews: 3 } })
})
