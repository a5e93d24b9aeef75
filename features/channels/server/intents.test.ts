import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { makeChannel, makeFilledChannel, makeSeries, makeTeam, fillSeries, outcome } from '#test/channels.ts'
import { type ReceivedEvent, followEvents } from '#test/events.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTeamChannel } from '#test/team-channel.ts'
import { channelsContract as contract } from '../contract.ts'

const server = await startTestServer()
const { db, app, clientFor } = server
const serverUrl = await app.listen({ host: '127.0.0.1', port: 0 })
const open: { leave: () => void; ended: Promise<void> }[] = []
afterAll(async () => {
  for (const { leave } of open) leave()
  await Promise.all(open.map(({ ended }) => ended))
})
async function openEventStream({ cookie }: Person, query = '') {
  const page = await followEvents(`${serverUrl}/api/events${query}`, { cookie: `${cookieNames.media}=${cookie}` })
  open.push(page)
  await page.waitFor(({ id }) => id !== undefined)
  return page
}
const movesIn = (event: ReceivedEvent) => event.data.moves ?? []

const [ann, bob, eve] = [await createUser(server), await createUser(server), await createUser(server)]
const teamId = await makeTeam(db, { members: [ann, bob], invited: [eve] })
const clientInTeam = ({ token }: Person) => clientFor({ token, teamId })

const teamChannel = (letters: string) => makeTeamChannel(db, clientInTeam(ann), letters)

test('a move goes next to its neighbours, or as close as possible, and reports which of both', async () => {
  const { id, order, move, videoIds } = await teamChannel('ABCDE')
  const moveAndRead = async (letter: string, body: object) => [(await move(bob, letter, body)).placed, await order()]
  expect(await moveAndRead('E', { op_id: 'n1', after: id('A') })).toEqual(['exact', 'AEBCD'])
  expect(await moveAndRead('A', { op_id: 'n2', before: id('D'), index: 1 })).toEqual(['exact', 'EBCAD'])
  // The neighbours exist, but are no longer adjacent: the moved item goes after the first.
  expect(await moveAndRead('C', { op_id: 'n3', after: id('E'), before: id('D') })).toEqual(['exact', 'ECBAD'])
  await bob.client(contract.deleteVideo, { params: { id: id('B') } })
  expect(await moveAndRead('E', { op_id: 'n4', after: id('B'), before: id('A'), index: 3 })).toEqual(['near', 'CEAD'])
  expect(await moveAndRead('E', { op_id: 'n5', after: id('B'), index: 1 })).toEqual(['near', 'CEAD'])
  expect(await moveAndRead('C', { op_id: 'n6', after: id('B'), before: 'AAAAAAAAAAA', index: 9 })).toEqual(['near', 'EADC'])
  // A moved item can't be its own neighbour.
  expect(await moveAndRead('E', { op_id: 'n7', after: id('E'), index: 9 })).toEqual(['near', 'ADCE'])
  expect(videoIds).toHaveLength(5)
})

test('several videos and series move next to neighbours, also to other channels', async () => {
  const [source, target] = [await teamChannel('ABCD'), await teamChannel('XYZ')]
  const body = { videos: [source.id('C'), source.id('A')], series_id: target.seriesId, after: target.id('X'), op_id: 'several' }
  const { placed, effects, revision } = await bob.client(contract.moveVideos, { body })
  expect([placed, await source.order(), await target.order()]).toEqual(['exact', 'BD', 'XCAYZ'])
  expect(effects).toEqual([
    expect.objectContaining({
      playlist_id: target.playlistId,
      revision,
      placed: [
        { id: source.id('C'), in: target.seriesId, after: target.id('X') },
        { id: source.id('A'), in: target.seriesId, after: source.id('C') },
      ],
    }),
    expect.objectContaining({ playlist_id: source.playlistId, placed: [], gone: expect.arrayContaining([source.id('A'), source.id('C')]) }),
  ])
  const series = []
  for (const name of 'RST') series.push(await makeSeries(bob.client, target.playlistId, name))
  const [r, s, t] = series.map(({ id }) => id) as [string, string, string]
  const names = async () => (await target.read()).series.map(({ name }) => name)
  const result = await bob.client(contract.moveSeries, {
    body: { series: [t, r], playlist_id: target.playlistId, before: target.seriesId },
  })
  expect([result.placed, await names()]).toEqual(['exact', ['T', 'R', 'A series', 'S']])
  const changed = await bob.client(contract.updateSeries, { params: { id: s }, body: { after: t, op_id: 'one', name: 'S' } })
  expect([changed.placed, changed.revision, await names()]).toEqual(['exact', (await target.read()).revision, ['T', 'S', 'R', 'A series']])
  expect(await bob.client(contract.updateSeries, { params: { id: s }, body: { name: 'S' } })).not.toHaveProperty('placed')
})

test('a video that two users move to different places ends in one of these places for both users', async () => {
  const { id, order, move, seriesId, playlistId } = await teamChannel('ABCDEF')
  const { id: other } = await makeSeries(ann.client, playlistId)
  for (let round = 0; round < 5; round++) {
    const to = round % 2 ? seriesId : other
    const results = await Promise.all([
      move(ann, 'A', { op_id: `ann-${round}`, after: id('D') }),
      move(bob, 'A', { op_id: `bob-${round}`, index: 0 }, { to }),
    ])
    expect(results.map(({ id }) => id)).toEqual([id('A'), id('A')])
    expect((await order()).replaceAll(' ', '').split('').toSorted().join('')).toBe('ABCDEF')
  }
  const channelStates = await Promise.all([ann, bob].map(({ client }) => client(contract.getPlaylist, { params: { id: playlistId } })))
  expect(channelStates[0]!.series.map(({ videos }) => videos.map((video) => video.id))).toEqual(
    channelStates[1]!.series.map(({ videos }) => videos.map((video) => video.id)),
  )
})

test('two concurrent moves of different videos, one waiting for a lock, both succeed', async () => {
  const { id, order, move, playlistId } = await teamChannel('ABCD')
  const moves = await db.transaction().execute(async (tx) => {
    await sql`select from playlist where id = ${playlistId} for no key update`.execute(tx)
    const moves = [move(ann, 'A', { op_id: 'hang-1', after: id('D') }), move(bob, 'B', { op_id: 'hang-2', before: id('D') })]
    await sql`select pg_sleep(1)`.execute(tx)
    return moves
  })
  await Promise.all(moves)
  expect(await order()).toBe('CBDA')
})

test('a revision counts changes of order, series and videos that have an effect', async () => {
  const { id, move, read, seriesId, playlistId } = await teamChannel('ABC')
  let last = (await read()).revision
  const isRaised = async (change: () => Promise<unknown>) => {
    const response = (await change()) as { revision?: number } | undefined
    const { revision } = await read()
    const increment = revision - last
    last = revision
    if (response?.revision !== undefined) expect(response.revision).toBe(revision)
    return increment
  }
  expect(await isRaised(() => move(ann, 'A', { index: 1 }))).toBe(1)
  expect(await isRaised(() => move(ann, 'A', { index: 1 }))).toBe(0)
  expect(await isRaised(() => move(ann, 'A', { after: id('B'), op_id: 'noop' }))).toBe(0)
  const order = ['C', 'B', 'A'].map(id)
  expect(await isRaised(() => ann.client(contract.moveVideos, { body: { videos: order, series_id: seriesId, index: 0 } }))).toBe(1)
  const { id: series } = await makeSeries(ann.client, playlistId)
  expect(await isRaised(async () => {})).toBe(1)
  const put = (body: object) => () => ann.client(contract.updateSeries, { params: { id: series }, body })
  expect(await isRaised(put({ position: 0 }))).toBe(1)
  expect(await isRaised(put({ position: 0 }))).toBe(0)
  expect(await isRaised(put({ name: 'Other' }))).toBe(1)
  expect(await isRaised(() => ann.client(contract.deleteVideo, { params: { id: id('B') } }))).toBe(1)
  expect(await isRaised(() => ann.client(contract.updateVideo, { params: { id: id('A') }, body: { title: 'A' } }))).toBe(1)
  expect(await isRaised(() => ann.client(contract.deleteSeries, { params: { id: series } }))).toBe(1)
})

test('a move reaches the pages of all members, and only those, with its effect and tab', async () => {
  const { id, move, seriesId, playlistId } = await teamChannel('ABC')
  const [received, theirs, invited] = await Promise.all([openEventStream(ann), openEventStream(bob), openEventStream(eve)])
  const tab = clientFor({ token: ann.token, headers: { 'tab-id': 'tab-1' } })
  const { revision } = await tab(contract.moveVideo, {
    params: { videoId: id('A'), seriesId, destId: seriesId },
    body: { index: 0, after: id('B'), op_id: 'live-1' },
  })
  const effect = {
    playlist_id: playlistId,
    revision,
    type: 'video',
    placed: [{ id: id('A'), in: seriesId, after: id('B') }],
    gone: [],
    homes: [{ in: seriesId, id: id('B') }],
    is_partial: false,
  }
  for (const page of [received, theirs]) {
    const { data } = await page.waitFor(({ name }) => name === 'moved')
    expect(data).toEqual({ moves: [effect], by: 'tab-1' })
  }
  // A move without effect sends no event.
  await move(ann, 'A', { after: id('B'), op_id: 'live-2' })
  await move(ann, 'A', { index: 0, op_id: 'live-3' })
  await theirs.waitFor((event) => movesIn(event).some((item) => item.revision === revision + 1))
  expect(theirs.events.filter(({ name }) => name === 'moved')).toHaveLength(2)
  expect(invited.events.filter(({ name }) => name === 'moved')).toEqual([])
})

test('a removed member gets no more events, not even missed ones, and can’t move things', async () => {
  const gus = await createUser(server)
  await db.insertInto('team_member').values({ user_id: gus.id, team_id: teamId, accepted_at: new Date() }).execute()
  const { id, move } = await teamChannel('ABC')
  const [page, member] = [await openEventStream(gus), await openEventStream(bob)]
  const { revision } = await move(gus, 'A', { index: 2, op_id: 'member' })
  await page.waitFor((event) => movesIn(event).some((item) => item.revision === revision))
  await db.deleteFrom('team_member').where('user_id', '=', gus.id).execute()
  expect(await outcome(move(gus, 'A', { index: 0, op_id: 'removed' }))).toBe('404 not_found')
  expect(await outcome(move(gus, 'A', { index: 2, op_id: 'member' }))).toBe('404 not_found')
  await move(bob, 'C', { index: 0, after: id('A'), op_id: 'after-removal' })
  await member.waitFor((event) => movesIn(event).some((item) => item.revision > revision))
  const second = await openEventStream(gus, '?seconds=3600')
  expect([...page.events, ...second.events].filter((event) => movesIn(event).some((item) => item.revision > revision))).toEqual([])
  expect(second.events.flatMap(movesIn)).toEqual([])
})

test('moves are refused for guests, strangers, foreign series and malformed intents', async () => {
  const { id, move, seriesId, order } = await teamChannel('AB')
  const foreign = await makeFilledChannel(db, eve.client)
  expect(await outcome(move({ ...ann, client: server.guest }, 'A', {}))).toBe('401 login_required')
  expect(await outcome(move(eve, 'A', { op_id: 'eve' }))).toBe('404 not_found')
  expect(await outcome(move(ann, 'A', { op_id: 'x' }, { to: foreign.seriesId }))).toBe('403 forbidden')
  // Without an `op_id`, the series that the call names must be the video's current one.
  const { id: channel } = await makeChannel(ann.client)
  const { id: other } = await makeSeries(ann.client, channel)
  const [extra] = await fillSeries(db, other, ['Q'])
  expect(await outcome(move(ann, 'A', {}, { from: other }))).toBe('404 not_found')
  for (const op_id of ['', 'a b', 'ü', 'a'.repeat(65), 7]) expect(await outcome(move(ann, 'A', { op_id }))).toBe('422 invalid op_id')
  for (const after of ['short', null, 'A'.repeat(12)]) expect(await outcome(move(ann, 'A', { after }))).toBe('422 invalid after')
  const withIndexes = { videos: [id('A')], series_id: seriesId, indexes: [0], after: id('B') }
  expect(await outcome(ann.client(contract.moveVideos, { body: withIndexes }))).toBe('422 one_place_each indexes')
  expect(
    await outcome(
      ann.client(contract.moveVideos, { body: { videos: [id('A'), extra!, foreign.videoIds[0]!], series_id: seriesId, op_id: 'f' } }),
    ),
  ).toBe('422 videos_unknown videos')
  expect(await order()).toBe('AB')
})
