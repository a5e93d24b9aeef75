import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ApiError } from '#kit/contract/client.ts'
import { fillSeries, makeChannel, makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { type Person, person } from '#test/people.ts'
import { serve } from '#test/serve.ts'
import { site } from '#test/site.ts'
import { teamCalls } from '#test/teams.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { openSuggestions } from '#features/channels/suggestions.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { activityContract as contract } from '../contract.ts'

const films = await site()
const server = await serve({ OUTBOUND_ALLOW: films.host })
const { db, as, guest } = server
const [ann, bob, sue, eve] = await Promise.all([person(server), person(server), person(server), person(server)])

/** A team with an admin, a member and a suggester. */
async function team() {
  const teamId = await makeTeam(db, { members: [ann, bob, sue], invited: [eve] })
  await ann.client(teamsContract.setRole, { params: { id: teamId }, body: { user_id: sue.id, role: 'suggester' } })
  const inTeam = as({ token: ann.token, teamId })
  const made = await makeFilledChannel(db, inTeam, ['A', 'B', 'C', 'D', 'E'], { status_id: 1, name: 'Films' })
  const id = (letter: string) => made.videoIds['ABCDE'.indexOf(letter)]!
  const read = () => ann.client(channelsContract.getPlaylist, { params: { id: made.playlistId } })
  const order = async () =>
    (await read()).series.map(({ name, videos }) => `${name}: ${videos.map(({ title }) => title).join('')}`).join(' | ')
  const move = (who: Person, letter: string, body: object) =>
    who.client(channelsContract.moveVideo, {
      params: { videoId: id(letter), seriesId: made.seriesId, destId: made.seriesId },
      body: { index: 0, ...body },
    })
  const open = async (who: Person = ann) => (await who.client(contract.listSuggestions, { params: { id: teamId } })).data
  const of = (suggestionId: string | undefined) => ({ id: teamId, suggestion_id: suggestionId! })
  const approve = (suggestionId: string | undefined, who: Person = ann) =>
    who.client(contract.approveSuggestion, { params: of(suggestionId) })
  const refuse = (suggestionId: string | undefined, reason?: string, who: Person = ann) =>
    who.client(contract.refuseSuggestion, { params: of(suggestionId), body: { ...(reason !== undefined && { reason }) } })
  const withdraw = (suggestionId: string | undefined, who: Person = sue) =>
    who.client(contract.withdrawSuggestion, { params: of(suggestionId) })
  const approveNext = async () => {
    await approve((await open())[0]!.id)
    return order()
  }
  const acts = async () => (await bob.client(contract.listActivity, { params: { id: teamId } })).data
  return { ...made, teamId, inTeam, id, read, order, move, open, approve, refuse, withdraw, approveNext, acts }
}
const suggested = '202 suggested'
const news = async (who: Person) => (await who.client(notificationsContract.listNotifications, {})).data.map(({ text }) => text)

test('a suggestion changes nothing until an admin approves it, as the suggester’s act', async () => {
  const { id, order, move, open, approveNext, acts, playlistId } = await team()
  const refusal = await move(sue, 'E', { index: 0 }).then(
    () => undefined,
    (error: ApiError) => error,
  )
  expect(refusal).toMatchObject({
    status: 202,
    body: {
      code: 'suggested',
      message: 'Suggested. An admin of the team decides.',
      suggestion: { kind: 'moved', type: 'video', name: 'E', ids: [id('E')], playlist_id: playlistId },
    },
  })
  expect(await order()).toBe('A series: ABCDE')
  expect(await open(bob)).toMatchObject([
    {
      kind: 'moved',
      type: 'video',
      thing: { id: id('E'), name: 'E' },
      count: 1,
      playlist: { id: playlistId, name: 'Films' },
      actor: { id: sue.id },
    },
  ])
  expect(await approveNext()).toBe('A series: EABCD')
  expect(await open()).toEqual([])
  expect((await acts())[0]).toMatchObject({ kind: 'moved', actor: { id: sue.id }, approved_by: { id: ann.id } })
  expect(await news(sue)).toContain('Your suggestion for “E” was approved')
})

test('each kind can be suggested and approved', async () => {
  const { id, open, approveNext, seriesId, playlistId, read, acts } = await team()
  const { client } = sue
  const approved = async (call: Promise<unknown>) => [await outcome(call), await approveNext()]
  const at = { params: { id: seriesId } }
  expect(await approved(client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'Z' } }))).toEqual([
    suggested,
    'A series: ZBCDE',
  ])
  expect(await approved(client(channelsContract.updateSeries, { ...at, body: { name: 'Best' } }))).toEqual([suggested, 'Best: ZBCDE'])
  expect(await approved(client(channelsContract.deleteVideo, { params: { id: id('B') } }))).toEqual([suggested, 'Best: ZCDE'])
  expect(await approved(client(channelsContract.removeVideos, { ...at, body: { videos: [id('C'), id('D')] } }))).toEqual([
    suggested,
    'Best: ZE',
  ])
  expect(await approved(client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'New' } }))).toEqual([
    suggested,
    'Best: ZE | New: ',
  ])
  const added = (await read()).series[1]!.id
  expect(await approved(client(channelsContract.moveSeries, { body: { series: [added], playlist_id: playlistId, index: 0 } }))).toEqual([
    suggested,
    'New:  | Best: ZE',
  ])
  expect(await approved(client(channelsContract.updateSeries, { params: { id: added }, body: { position: 1 } }))).toEqual([
    suggested,
    'Best: ZE | New: ',
  ])
  expect(await approved(client(channelsContract.moveVideos, { body: { videos: [id('E')], series_id: added, index: 0 } }))).toEqual([
    suggested,
    'Best: Z | New: E',
  ])
  expect(await approved(client(channelsContract.deleteSeries, { params: { id: added } }))).toEqual([suggested, 'Best: Z'])
  expect(await approved(client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { name: 'Movies' } }))).toEqual([
    suggested,
    'Best: Z',
  ])
  expect((await read()).name).toBe('Movies')
  const link = films.page('One')
  expect(await approved(client(channelsContract.addVideos, { ...at, body: { videos: [{ src: link, title: 'Y', order: 0 }] } }))).toEqual([
    suggested,
    'Best: YZ',
  ])
  expect(
    (
      await approved(
        client(channelsContract.insertLinks, { params: { playlist: playlistId, series: seriesId, index: 2 }, body: [films.page('Two')] }),
      )
    )[0],
  ).toBe(suggested)
  expect((await approved(client(channelsContract.addLinks, { params: { id: playlistId }, body: [films.page('Three')] })))[0]).toBe(
    suggested,
  )
  expect((await read()).series[0]!.videos).toHaveLength(4)
  expect(await open()).toEqual([])
  expect((await acts()).filter(({ approved_by: by }) => by !== null)).toHaveLength(13)
})

test('calls that change more are refused, as are things of others', async () => {
  const { id, move, playlistId, seriesId, order, open } = await team()
  const { client } = sue
  const own = await makeFilledChannel(db, client, ['X'])
  const before = await order()
  const outcomes = [
    client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'Z', description: 'New' } }),
    client(channelsContract.updateVideo, { params: { id: id('A') }, body: { description: 'New' } }),
    client(channelsContract.updateVideo, { params: { id: id('A') }, body: { is_home: true } }),
    client(channelsContract.updateSeries, { params: { id: seriesId }, body: { name: 'Z', position: 0 } }),
    client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { status_id: 3 } }),
    client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'Z', type: 'header' } }),
    client(channelsContract.deletePlaylist, { params: { id: playlistId } }),
    client(channelsContract.movePlaylists, { body: { playlists: [playlistId], section: 'archive' } }),
    move(sue, 'A', { index: 1, is_home: true }),
    // Between the team's channel and the suggester's own.
    client(channelsContract.moveVideos, { body: { videos: [id('A')], series_id: own.seriesId } }),
    client(channelsContract.moveVideos, { body: { videos: own.videoIds, series_id: seriesId } }),
    client(channelsContract.moveSeries, { body: { series: [seriesId], playlist_id: own.playlistId } }),
    client(channelsContract.updateSeries, { params: { id: seriesId }, body: { playlist_id: own.playlistId } }),
  ].map(outcome)
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['403 only_suggests']))
  expect([await order(), await open()]).toEqual([before, []])
  expect(await outcome(client(channelsContract.removeVideos, { params: { id: seriesId }, body: { videos: own.videoIds } }))).toBe(
    '422 not_in_series videos',
  )
})

test('the same suggestion is stored once; at most 200 are open', async () => {
  const { teamId, move, open } = await team()
  expect([await outcome(move(sue, 'E', { index: 0 })), await outcome(move(sue, 'E', { index: 0 }))]).toEqual([suggested, suggested])
  await Promise.all([outcome(move(sue, 'D', { index: 0 })), outcome(move(sue, 'D', { index: 0 }))])
  expect(await open()).toHaveLength(2)
  await sql`insert into team_suggestion (team_id, user_id, playlist_key, kind, thing_type, thing_ids, thing_name, count, change, digest, act_seq)
    select team_id, user_id, playlist_key, kind, thing_type, thing_ids, thing_name, count, change, n::text, act_seq
    from team_suggestion cross join generate_series(1, ${openSuggestions - 2}) n where team_id = ${teamId} and thing_name = 'E'`.execute(db)
  expect(await outcome(move(sue, 'C', { index: 0 }))).toBe('422 suggestion_limit')
  expect(await outcome(move(sue, 'E', { index: 0 }))).toBe(suggested)
  expect((await ann.client(contract.listSuggestions, { params: { id: teamId }, query: { limit: 100 } })).next_cursor).not.toBeNull()
})

test('an approval is refused if the same things were changed since, and leaves the suggestion open', async () => {
  const { id, move, open, approve, refuse, acts, seriesId } = await team()
  await outcome(move(sue, 'E', { index: 0 }))
  await move(bob, 'E', { index: 1 })
  const [suggestion] = await open()
  expect(await outcome(approve(suggestion!.id))).toBe('409 since_moved')
  await ann.client(contract.undoAct, { params: { id: (await acts())[0]!.undo_url!.split('/')[4]!, act_id: (await acts())[0]!.id } })
  await approve(suggestion!.id)
  await outcome(sue.client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'Z' } }))
  await bob.client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'Y' } })
  const [renaming] = await open()
  expect(await outcome(approve(renaming!.id))).toBe('409 since_renamed')
  await refuse(renaming!.id, 'Too late')
  expect(await news(sue)).toContain('Your suggestion for “A” was refused: Too late')
  await outcome(move(sue, 'B', { index: 0 }))
  await bob.client(channelsContract.deleteSeries, { params: { id: seriesId } })
  expect(await outcome(approve((await open())[0]!.id))).toBe('409 since_removed')
})

test('answers are final, also of two admins at once', async () => {
  const { teamId, move, open, approve, refuse, order, acts } = await team()
  await db.updateTable('team_member').set({ is_admin: true }).where('team_id', '=', teamId).where('user_id', '=', bob.id).execute()
  await outcome(move(sue, 'E', { index: 0 }))
  const [first] = await open()
  await Promise.all([approve(first!.id, ann), approve(first!.id, bob), approve(first!.id, ann)])
  expect(await order()).toBe('A series: EABCD')
  expect((await acts()).filter(({ kind }) => kind === 'moved')).toHaveLength(1)
  expect(await outcome(refuse(first!.id))).toBe('409 already_answered')
  await outcome(move(sue, 'D', { index: 0 }))
  const [second] = await open()
  const outcomes = await Promise.all([outcome(approve(second!.id, ann)), outcome(refuse(second!.id, undefined, bob))])
  expect(outcomes.toSorted()).toEqual(['409 already_answered', 'done'])
  expect(await open()).toEqual([])
})

test('admins alone answer, and suggesters withdraw their own', async () => {
  const { teamId, move, open, approve, refuse, withdraw } = await team()
  await outcome(move(sue, 'E', { index: 0 }))
  const [one] = await open(sue)
  for (const other of [bob, sue]) {
    expect(await outcome(approve(one!.id, other))).toBe('403 admins_only')
    expect(await outcome(refuse(one!.id, undefined, other))).toBe('403 admins_only')
  }
  expect(await outcome(withdraw(one!.id, bob))).toBe('404 not_found')
  const outsider = { client: guest } as Person
  for (const [call, who, expected] of [
    [open, eve, '404 not_found'],
    [open, outsider, '401 login_required'],
    [(who: Person) => approve(one!.id, who), eve, '404 not_found'],
    [(who: Person) => refuse(one!.id, undefined, who), eve, '404 not_found'],
    [(who: Person) => withdraw(one!.id, who), eve, '404 not_found'],
    [(who: Person) => approve(one!.id, who), outsider, '401 login_required'],
    [(who: Person) => refuse(one!.id, undefined, who), outsider, '401 login_required'],
    [(who: Person) => withdraw(one!.id, who), outsider, '401 login_required'],
    [() => approve('AAAAAAAAAAA'), ann, '404 not_found'],
    [() => refuse('AAAAAAAAAAA'), ann, '404 not_found'],
    [() => refuse(one!.id, 'x'.repeat(501)), ann, '422 invalid reason'],
  ] as const)
    expect(await outcome(call(who))).toBe(expected)
  await withdraw(one!.id)
  expect(await open()).toEqual([])
  expect(await outcome(approve(one!.id))).toBe('404 not_found')
  // They end with the membership.
  await outcome(move(sue, 'D', { index: 0 }))
  await teamCalls(ann.client).removeMember(teamId, sue.id)
  expect(await open()).toEqual([])
})

test('suggesters see private things of the team, undo nothing, and act alone for themselves', async () => {
  const { teamId, playlistId, move, acts, read } = await team()
  expect((await sue.client(channelsContract.getPlaylist, { params: { id: playlistId } })).id).toBe((await read()).id)
  await move(bob, 'E', { index: 0 })
  const [act] = await acts()
  expect((await sue.client(contract.listActivity, { params: { id: teamId } })).data[0]!.undo_url).toBeNull()
  expect(await outcome(sue.client(contract.undoAct, { params: { id: teamId, act_id: act!.id } }))).toBe('403 only_suggests')
  const { id } = await makeChannel(sue.client)
  expect(await outcome(teamCalls(sue.client).update(teamId, { playlists: [id] }))).toBe('403 only_suggests')
  expect(await outcome(teamCalls(sue.client).giveBack(teamId, playlistId))).toBe('403 only_suggests')
  expect(await outcome(makeChannel(as({ token: sue.token, teamId })))).toBe('403 only_suggests')
  await fillSeries(db, (await makeSeries(sue.client, id)).id, ['Own'])
})

test('admins give the role, also with an invitation', async () => {
  const { teamId } = await team()
  const set = (who: Person, userId: string, role: 'member' | 'suggester') =>
    who.client(teamsContract.setRole, { params: { id: teamId }, body: { user_id: userId, role } })
  expect(await outcome(set(bob, sue.id, 'member'))).toBe('403 admins_only')
  expect(await outcome(set(eve, sue.id, 'member'))).toBe('404 not_found')
  expect(await outcome(set(ann, eve.id, 'member'))).toBe('404 not_found')
  expect(await outcome(set(ann, ann.id, 'suggester'))).toBe('409 member_is_admin')
  expect(await outcome(set({ client: guest } as Person, sue.id, 'member'))).toBe('401 login_required')
  const roleOf = async (userId: string) => (await teamCalls(ann.client).get(teamId)).users.find(({ id }) => id === userId)?.role
  expect([await roleOf(ann.id), await roleOf(bob.id), await roleOf(sue.id)]).toEqual(['admin', 'member', 'suggester'])
  await set(ann, sue.id, 'member')
  await set(ann, sue.id, 'member')
  expect(await roleOf(sue.id)).toBe('member')
  const gus = await person(server)
  await ann.client(teamsContract.updateTeam, { params: { id: teamId }, body: { users: [gus.email], role: 'suggester' } })
  await teamCalls(gus.client).answer(teamId)
  expect(await roleOf(gus.id)).toBe('suggester')
  await teamCalls(ann.client).toggle(teamId, gus.id, true)
  expect(await roleOf(gus.id)).toBe('admin')
  await teamCalls(gus.client).toggle(teamId, gus.id, false)
  expect(await roleOf(gus.id)).toBe('member')
})

test('a member who edits becomes admin before a suggester who came earlier', async () => {
  const { teamId } = await team()
  await sql`update team_member set accepted_at = now() - interval '1 day' where team_id = ${teamId} and user_id = ${sue.id}`.execute(db)
  await db.deleteFrom('team_member').where('team_id', '=', teamId).where('user_id', '=', ann.id).execute()
  const admins = await db.selectFrom('team_member').select('user_id').where('team_id', '=', teamId).where('is_admin', '=', true).execute()
  expect(admins).toEqual([{ user_id: bob.id }])
})

test('the last suggester who stays becomes an admin who edits', async () => {
  const { teamId } = await team()
  await db.deleteFrom('team_member').where('team_id', '=', teamId).where('user_id', 'in', [ann.id, bob.id]).execute()
  expect(await db.selectFrom('team_member').select(['is_admin', 'role']).where('team_id', '=', teamId).execute()).toEqual([
    { is_admin: true, role: null },
  ])
})

test('a link with an empty title gets that of its address when it is approved', async () => {
  const { seriesId, approveNext } = await team()
  const body = { videos: [{ src: films.page('Six'), title: '' }] }
  expect(await outcome(sue.client(channelsContract.addVideos, { params: { id: seriesId }, body }))).toBe(suggested)
  expect(await approveNext()).toMatch(/^A series: ABCDE.+/)
})

test('a series that got other videos since isn’t removed by an approval', async () => {
  const { seriesId, playlistId, open, approve, order } = await team()
  const remove = (query = {}) => outcome(sue.client(channelsContract.deleteSeries, { params: { id: seriesId }, query }))
  expect(await remove({ only_empty: true })).toBe('403 only_suggests')
  expect(await remove()).toBe(suggested)
  const other = await makeSeries(bob.client, playlistId, 'Other')
  const [late] = await fillSeries(db, other.id, ['F'])
  await bob.client(channelsContract.moveVideos, { body: { videos: [late!], series_id: seriesId } })
  expect(await outcome(approve((await open())[0]!.id))).toBe('409 series_grown')
  expect(await order()).toBe('A series: ABCDEF | Other: ')
})
