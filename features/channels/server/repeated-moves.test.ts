import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { recordStatements } from '#test/statement-texts.ts'
import { makeTeamChannel } from '#test/team-channel.ts'
import { channelsContract as contract } from '../contract.ts'
import { deleteOldOperations } from './queries/moves.ts'

// Statements of jobs would be among the counted statements.
const server = await startTestServer({ WORKER: 'off' })
const { db } = server
const [ann, bob, eve] = [await createUser(server), await createUser(server), await createUser(server)]
const teamId = await makeTeam(db, { members: [ann, bob], invited: [eve] })
const teamChannel = (letters: string) => makeTeamChannel(db, server.clientFor({ token: ann.token, teamId }), letters)

/** Names for the statements of a move. The first pattern that matches gives the name. */
const statementNames = {
  lock: /for no key update/,
  record: /insert into team_act/,
  conclude: /with\s+changed as/,
  keep: /insert into move_operation/,
  repeated: /from "move_operation"/,
  tell: /insert into live_event/,
  write: /update "video"/,
  note: /select placed.id, former.id/,
  order: /select id, position from "video"/,
  check: /as "only_suggests" from "video".*unnest/s,
  find: /"video"."key"|as "key"/,
  read: /to_json\(item\)/,
}
async function recordStatementNames(move: () => Promise<unknown>) {
  const texts = (await recordStatements(move)).filter((text) => /\b(playlist|series|video|live_event|move_operation)\b/.test(text))
  return texts.map((text) => Object.entries(statementNames).find(([, pattern]) => pattern.test(text))?.[0] ?? text)
}

test('a move takes six statements on channels; a team’s act is recorded after the concluding one', async () => {
  const ownChannel = await makeFilledChannel(db, ann.client, ['A', 'B', 'C'])
  const moveOwn = (body: { index: number; op_id?: string }) => () =>
    ann.client(contract.moveVideo, {
      params: { videoId: ownChannel.videoIds[0]!, seriesId: ownChannel.seriesId, destId: ownChannel.seriesId },
      body,
    })
  const { move } = await teamChannel('ABC')
  await moveOwn({ index: 2 })()
  const plain = ['find', 'lock', 'order', 'write', 'conclude', 'tell', 'read']
  expect(await recordStatementNames(moveOwn({ index: 0 }))).toEqual(plain)
  const once = ['find', 'lock', 'repeated', 'check', 'order', 'write', 'conclude', 'tell', 'read', 'keep']
  expect(await recordStatementNames(moveOwn({ index: 1, op_id: 'steps-1' }))).toEqual(once)
  const teamStatements = ['find', 'lock', 'repeated', 'check', 'note', 'order', 'write', 'conclude', 'record', 'tell', 'read', 'keep']
  expect(await recordStatementNames(() => move(bob, 'A', { index: 2, op_id: 'steps-2' }))).toEqual(teamStatements)
})

test('a repeated move does nothing and returns the same result, also concurrently and after later moves of the item', async () => {
  const { id, order, move, read } = await teamChannel('ABCD')
  const body = { op_id: 'again-1', after: id('C') }
  const all = await Promise.all(Array.from({ length: 5 }, () => move(bob, 'A', body)))
  const outcomes = all.map(({ placed, revision, effects }) => ({ placed, revision, effects }))
  for (const result of outcomes) expect(result).toEqual(outcomes[0])
  await move(ann, 'A', { index: 0 })
  const { revision } = await read()
  expect(await move(bob, 'A', body)).toMatchObject(outcomes[0]!)
  expect([await order(), (await read()).revision]).toEqual(['ABCD', revision])
  // An `op_id` belongs to one user, so another user can use the same one.
  await move(ann, 'A', body)
  expect(await order()).toBe('BCAD')
})

test('a repeated move gets the first result after its items were deleted, and a stranger’s call with its id is refused', async () => {
  const { id, move, order, seriesId, playlistId } = await teamChannel('ABC')
  const body = { videos: [id('A'), id('B')], series_id: seriesId, after: id('C'), op_id: 'gone-1' }
  const { placed, revision, effects, undo } = await bob.client(contract.moveVideos, { body })
  await ann.client(contract.deleteVideo, { params: { id: id('A') } })
  expect(await bob.client(contract.moveVideos, { body })).toMatchObject({ placed, revision, effects, undo })
  expect(await order()).toBe('CB')
  for (const person of [ann, eve]) expect(await outcome(person.client(contract.moveVideos, { body }))).toMatch(/^4(04|22) /)
  expect(await outcome(bob.client(contract.moveVideos, { body: { ...body, op_id: 'gone-2' } }))).toBe('404 was_deleted_by')

  const { id: other } = await makeSeries(bob.client, playlistId, 'Other')
  const request = { series: [other], playlist_id: playlistId, index: 0, op_id: 'gone-3' }
  const first = await bob.client(contract.moveSeries, { body: request })
  await ann.client(contract.deleteSeries, { params: { id: other }, query: {} })
  expect(await bob.client(contract.moveSeries, { body: request })).toEqual({ ...first, series: [] })
  expect(await outcome(move(bob, 'A', { op_id: 'gone-4' }))).toBe('404 was_deleted_by')
})

test('each kind of move returns its first response after its things, their series or the channel were deleted', async () => {
  const { id, move, seriesId, playlistId } = await teamChannel('ABC')
  const { id: other } = await makeSeries(bob.client, playlistId, 'Other')
  const params = { id: other }
  const moves = {
    video: () => move(bob, 'A', { op_id: 'kind-1', after: id('C') }),
    videos: () => bob.client(contract.moveVideos, { body: { videos: [id('B')], series_id: other, op_id: 'kind-2' } }),
    first: () => bob.client(contract.moveVideos, { body: { videos: [id('B'), id('C')], playlist_id: playlistId, op_id: 'kind-3' } }),
    series: () => bob.client(contract.moveSeries, { body: { series: [other], playlist_id: playlistId, index: 0, op_id: 'kind-4' } }),
    change: () => bob.client(contract.updateSeries, { params, body: { name: 'Renamed', position: 1, op_id: 'kind-5' } }),
  }
  const all = async () =>
    Object.fromEntries(await Promise.all(Object.entries(moves).map(async ([kind, make]) => [kind, await make()] as const)))
  const first: Record<string, object> = {}
  for (const [kind, make] of Object.entries(moves)) first[kind] = await make()
  const withoutVideos = (response: object) => ({ ...response, videos: [], ...('position' in response && { position: expect.any(Number) }) })
  const expected = {
    video: first['video'],
    videos: withoutVideos(first['videos']!),
    first: withoutVideos(first['first']!),
    series: { ...first['series'], series: [] },
    change: withoutVideos(first['change']!),
  }
  await ann.client(contract.deleteVideo, { params: { id: id('A') } })
  expect(await moves.video()).toEqual(first['video'])
  await ann.client(contract.deleteSeries, { params: { id: other } })
  await ann.client(contract.deleteSeries, { params: { id: seriesId } })
  expect(await all()).toEqual(expected)
  // The first response is not returned for another kind of call, another user or another `op_id`.
  expect(await outcome(move(bob, 'A', { op_id: 'kind-2' }))).toBe('404 was_deleted_by')
  expect(await outcome(move(bob, 'A', { op_id: 'kind-6' }))).toBe('404 was_deleted_by')
  expect(await outcome(move(ann, 'A', { op_id: 'kind-1' }))).toBe('404 was_deleted')
  expect(await outcome(move(eve, 'A', { op_id: 'kind-1' }))).toBe('404 not_found')
  await db.deleteFrom('playlist').where('id', '=', playlistId).execute()
  expect(await all()).toEqual(expected)
  expect(await outcome(move(eve, 'A', { op_id: 'kind-1' }))).toBe('404 not_found')
  expect(await outcome(move({ ...bob, client: server.guest }, 'A', { op_id: 'kind-1' }))).toBe('401 login_required')
})

test('a repeated move of a removed member is refused, also after its things were deleted', async () => {
  const gus = await createUser(server)
  await db.insertInto('team_member').values({ user_id: gus.id, team_id: teamId, accepted_at: new Date() }).execute()
  const { id, move } = await teamChannel('AB')
  for (const body of [
    { op_id: 'gus-1', index: 1 },
    { op_id: 'gus-2', index: 1 },
  ])
    await move(gus, 'A', body)
  await ann.client(contract.deleteVideo, { params: { id: id('A') } })
  expect(await move(gus, 'A', { op_id: 'gus-1', index: 1 })).toMatchObject({ id: id('A') })
  await db.deleteFrom('team_member').where('user_id', '=', gus.id).execute()
  for (const op_id of ['gus-1', 'gus-2']) expect(await outcome(move(gus, 'A', { op_id, index: 1 }))).toBe('404 not_found')
})

test('the same op_id for moves in several channels is one move', async () => {
  const channels = [await teamChannel('AB'), await teamChannel('AB'), await teamChannel('AB')]
  await Promise.all(channels.map(({ move }) => move(bob, 'A', { op_id: 'shared', index: 1 })))
  const orders = await Promise.all(channels.map(({ order }) => order()))
  expect(orders.toSorted()).toEqual(['AB', 'AB', 'BA'])
})

test('the result of a move is kept for repeats for two weeks', async () => {
  const { move } = await teamChannel('AB')
  await move(bob, 'A', { op_id: 'old', index: 1 })
  await move(bob, 'A', { op_id: 'young', index: 0 })
  const age = (opId: string, days: number) =>
    sql`update move_operation set made_at = now() - ${days} * interval '1 day' where op_id = ${opId}`.execute(db)
  await age('old', 15.1)
  await age('young', 14.5)
  await deleteOldOperations(db)
  const remainingIds = await db.selectFrom('move_operation').select('op_id').where('op_id', 'in', ['old', 'young']).execute()
  expect(remainingIds).toEqual([{ op_id: 'young' }])
})
