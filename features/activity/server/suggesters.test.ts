import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fillSeries, makeChannel, makeSeries, outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { serveSuggestions } from '#test/team-suggestions.ts'
import { teamCalls } from '#test/teams.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { activityContract as contract } from '../contract.ts'

const { server, ann, bob, sue, eve, team } = await serveSuggestions()
const { db, clientFor, guest } = server

test('suggesters see private things of the team, can’t undo, and act freely for themselves', async () => {
  const { teamId, playlistId, move, acts, read } = await team()
  expect((await sue.client(channelsContract.getPlaylist, { params: { id: playlistId } })).id).toBe((await read()).id)
  await move(bob, 'E', { index: 0 })
  const [act] = await acts()
  expect((await sue.client(contract.listActivity, { params: { id: teamId } })).data[0]!.undo_url).toBeNull()
  expect(await outcome(sue.client(contract.undoAct, { params: { id: teamId, act_id: act!.id } }))).toBe('403 only_suggests')
  const { id } = await makeChannel(sue.client)
  expect(await outcome(teamCalls(sue.client).update(teamId, { playlists: [id] }))).toBe('403 only_suggests')
  expect(await outcome(teamCalls(sue.client).giveBack(teamId, playlistId))).toBe('403 only_suggests')
  expect(await outcome(makeChannel(clientFor({ token: sue.token, teamId })))).toBe('403 only_suggests')
  await fillSeries(db, (await makeSeries(sue.client, id)).id, ['Own'])
})

test('admins assign the suggester role, also by invitation', async () => {
  const { teamId } = await team()
  const set = (user: Person, userId: string, role: 'member' | 'suggester') =>
    user.client(teamsContract.setRole, { params: { id: teamId }, body: { user_id: userId, role } })
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
  const gus = await createUser(server)
  await ann.client(teamsContract.updateTeam, { params: { id: teamId }, body: { users: [gus.email], role: 'suggester' } })
  await teamCalls(gus.client).answer(teamId)
  expect(await roleOf(gus.id)).toBe('suggester')
  await teamCalls(ann.client).toggle(teamId, gus.id, true)
  expect(await roleOf(gus.id)).toBe('admin')
  await teamCalls(gus.client).toggle(teamId, gus.id, false)
  expect(await roleOf(gus.id)).toBe('member')
})

test('an editing member becomes admin rather than a suggester who joined earlier', async () => {
  const { teamId } = await team()
  await sql`update team_member set accepted_at = now() - interval '1 day' where team_id = ${teamId} and user_id = ${sue.id}`.execute(db)
  await db.deleteFrom('team_member').where('team_id', '=', teamId).where('user_id', '=', ann.id).execute()
  const admins = await db.selectFrom('team_member').select('user_id').where('team_id', '=', teamId).where('is_admin', '=', true).execute()
  expect(admins).toEqual([{ user_id: bob.id }])
})

test('a last remaining suggester becomes an admin who edits', async () => {
  const { teamId } = await team()
  await db.deleteFrom('team_member').where('team_id', '=', teamId).where('user_id', 'in', [ann.id, bob.id]).execute()
  expect(await db.selectFrom('team_member').select(['is_admin', 'role']).where('team_id', '=', teamId).execute()).toEqual([
    { is_admin: true, role: null },
  ])
})
