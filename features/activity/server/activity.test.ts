import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { makeChannel, makeFilledChannel, makeSeries, outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { refusalReason, serveActivity } from '#test/team-activity.ts'
import { teamCalls } from '#test/teams.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { deleteOldActs } from '#features/channels/server/queries/acts.ts'
import { activityContract as contract } from '../contract.ts'

const { server, ann, bob, eve, gus, team } = await serveActivity()
const { db, guest } = server

test('acts are listed with user, kind and thing, latest first', async () => {
  const { playlistId, seriesId, id, move, list, said, inTeam } = await team()
  await move(bob, 'E', { index: 0 })
  await bob.client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'A2' } })
  await bob.client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'A2' } })
  await bob.client(channelsContract.updateSeries, { params: { id: seriesId }, body: { name: 'Best' } })
  await bob.client(channelsContract.deleteVideo, { params: { id: id('B') } })
  await ann.client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { name: 'Movies' } })
  const series = await makeSeries(bob.client, playlistId, 'New')
  await bob.client(channelsContract.moveSeries, { body: { series: [series.id], playlist_id: playlistId, index: 0 } })
  await bob.client(channelsContract.deleteSeries, { params: { id: series.id } })
  const other = await makeChannel(inTeam, { name: 'Other', status_id: 1 })
  await bob.client(channelsContract.movePlaylists, { body: { playlists: [other.id], section: 'archive' } })
  expect(await said()).toEqual([
    'bob moved playlist Other',
    'ann added playlist Other',
    'bob removed serie New',
    'bob moved serie New',
    'bob added serie New',
    'ann renamed playlist Films',
    'bob removed video B',
    'bob renamed serie A series',
    'bob renamed video A',
    'bob moved video E',
    'ann added serie A series',
    'ann added playlist Films',
  ])
  const [, , , , , renamed, removed] = await list()
  expect(renamed).toMatchObject({ names: { before: 'Films', after: 'Movies' }, count: 1 })
  expect(removed).toMatchObject({
    thing: { id: id('B'), name: 'B' },
    playlist: { id: playlistId, name: 'Films' },
    actor: { id: bob.id, nickname: bob.nickname },
    approved_by: null,
    names: null,
  })
  expect(removed!.undo_url).toMatch(/^\/api\/teams\/\w{11}\/activity\/\w{11}\/undo$/)
})

test('drops without effect write nothing; repeated moves are one act, or none if the things are back in place', async () => {
  const { move, said, order, undo, list } = await team()
  const before = await said()
  await move(bob, 'A', { index: 0 })
  expect(await said()).toEqual(before)
  await move(bob, 'A', { index: 1 })
  await move(bob, 'A', { index: 2 })
  await move(bob, 'A', { index: 3 })
  expect([await order(), (await said()).slice(0, 2)]).toEqual(['BCDAE', ['bob moved video A', before[0]]])
  await undo((await list())[0], ann)
  expect(await order()).toBe('ABCDE')
  await move(bob, 'C', { index: 0 })
  await move(bob, 'C', { index: 2 })
  expect([await order(), (await said()).slice(0, 2)]).toEqual(['ABCDE', ['ann moved video A (undo)', 'bob moved video A (undone)']])
  // Another member moves a thing between the two moves.
  await move(bob, 'C', { index: 0 })
  await move(ann, 'E', { index: 0 })
  await move(bob, 'C', { index: 2 })
  expect((await said()).slice(0, 3)).toEqual(['bob moved video C', 'ann moved video E', 'bob moved video C'])
})

test('members who join, leave and get a role are listed', async () => {
  const { teamId, list } = await team()
  await teamCalls(eve.client).answer(teamId)
  await teamCalls(ann.client).toggle(teamId, bob.id, true)
  await teamCalls(bob.client).toggle(teamId, bob.id, false)
  await teamCalls(ann.client).removeMember(teamId, eve.id)
  await teamCalls(bob.client).leave(teamId)
  expect((await list(ann)).slice(0, 5).map(({ kind, thing }) => [kind, thing.id])).toEqual([
    ['left', bob.id],
    ['dismissed', eve.id],
    ['made_member', bob.id],
    ['made_admin', bob.id],
    ['joined', eve.id],
  ])
  expect(await outcome(list(bob))).toBe('404 not_found')
})

test('only members can read and undo acts', async () => {
  const { teamId, move, list, undo } = await team()
  await move(bob, 'E', { index: 0 })
  const [act] = await list()
  await db.insertInto('team_member').values({ team_id: teamId, user_id: gus.id }).execute()
  await teamCalls(ann.client).removeMember(teamId, gus.id)
  for (const other of [eve, gus]) {
    expect(await outcome(list(other))).toBe('404 not_found')
    expect(await outcome(undo(act, other))).toBe('404 not_found')
  }
  expect(await outcome(list({ client: guest } as Person))).toBe('401 login_required')
  expect(await outcome(undo(act, { client: guest } as Person))).toBe('401 login_required')
  const other = await team()
  expect(await outcome(other.undo(act))).toBe('404 not_found')
  expect(await outcome(ann.client(contract.undoAct, { params: { id: teamId, act_id: 'AAAAAAAAAAA' } }))).toBe('404 not_found')
  expect(await outcome(ann.client(contract.listActivity, { params: { id: 'AAAAAAAAAAA' } }))).toBe('404 not_found')
  expect(await outcome(ann.client(contract.listActivity, { params: { id: teamId }, query: { cursor: 'x' } }))).toBe(
    '422 cursor_outdated cursor',
  )
})

test('changes in users’ own channels record no acts; acts in a channel that was given back can’t be undone', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['A', 'B'])
  await ann.client(channelsContract.deleteVideo, { params: { id: videoIds[0]! } })
  await ann.client(channelsContract.updateSeries, { params: { id: seriesId }, body: { name: 'New' } })
  expect(
    await db
      .selectFrom('team_act')
      .innerJoin('playlist', 'playlist.key', 'team_act.playlist_key')
      .select('team_act.id')
      .where('playlist.id', '=', playlistId)
      .execute(),
  ).toEqual([])
  const otherTeam = await team()
  await otherTeam.move(bob, 'E', { index: 0 })
  const [act] = await otherTeam.list()
  await teamCalls(ann.client).giveBack(otherTeam.teamId, otherTeam.playlistId)
  expect((await otherTeam.list()).slice(0, 2)).toMatchObject([{ kind: 'given_back', playlist: { id: null } }, { undo_url: null }])
  expect(await refusalReason(otherTeam.undo(act))).toMatch(/^409 left_team/)
})

test('a deleted account is listed as a former member', async () => {
  const { teamId, move, list } = await team()
  const leo = await createUser(server)
  await db.insertInto('team_member').values({ team_id: teamId, user_id: leo.id }).execute()
  await move(leo, 'E', { index: 0 })
  await db.deleteFrom('account').where('id', '=', leo.id).execute()
  expect((await list())[0]).toMatchObject({ kind: 'moved', actor: null })
})

test('a page of a list of 10,000 acts is read by one statement with an index', async () => {
  const { teamId, move } = await team()
  await move(bob, 'E', { index: 0 })
  await sql`insert into team_act (team_id, actor_id, kind, thing_type, thing_ids, thing_name, playlist_key, playlist_name, details, is_undoable)
    select team_id, actor_id, kind, thing_type, array[lpad(n::text, 11, '0')], thing_name, playlist_key, playlist_name, details, is_undoable
    from (select * from team_act where team_id = ${teamId} and kind = 'moved') act cross join generate_series(1, 10000) n`.execute(db)
  await sql`analyze team_act`.execute(db)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const read = async (cursor?: string) =>
    bob.client(contract.listActivity, { params: { id: teamId }, query: { limit: 100, ...(cursor !== undefined && { cursor }) } })
  const first = await read()
  const statements = query.mock.calls
    .map(([statement]) => statement as unknown as { text: string; values: unknown[] })
    .filter(({ text }) => /from team_act|from team_member/.test(text) && !/session_token/.test(text))
  query.mockRestore()
  expect(statements).toHaveLength(1)
  const plan = await db.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${statements[0]!.text}`, statements[0]!.values))
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain('Index Scan using team_act_team_id')
  expect(lines).not.toMatch(/Sort|Seq Scan on team_act/)
  const second = await read(first.next_cursor!)
  expect([first.data.length, second.data.length]).toEqual([100, 100])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(200)
})

test('acts and their stored things are deleted after 14 days', async () => {
  const { teamId, id, list } = await team()
  await bob.client(channelsContract.deleteVideo, { params: { id: id('B') } })
  await sql`update team_act set made_at = now() - interval '14 days 1 minute' where team_id = ${teamId}`.execute(db)
  const [old] = await db.selectFrom('team_act').select('id').where('team_id', '=', teamId).where('kind', '=', 'removed').execute()
  expect(await list()).toEqual([])
  expect(await outcome(bob.client(contract.undoAct, { params: { id: teamId, act_id: old!.id } }))).toBe('404 not_found')
  await deleteOldActs(db)
  expect(await db.selectFrom('team_act').select('id').where('team_id', '=', teamId).execute()).toEqual([])
  expect(await db.selectFrom('removed_thing').select('act_id').where('act_id', '=', old!.id).execute()).toEqual([])
})
