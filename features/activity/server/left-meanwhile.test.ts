import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { activityContract as contract } from '../contract.ts'

const server = await startTestServer()
const { db, clientFor } = server
const [ann, bob, sue] = await Promise.all([createUser(server), createUser(server), createUser(server)])

const makeTestTeam = async () => {
  const teamId = await makeTeam(db, { members: [ann, bob, sue] })
  const channel = await makeFilledChannel(db, clientFor({ token: ann.token, teamId }), ['A', 'B'])
  await db.updateTable('team_member').set({ role: 'suggester' }).where('team_id', '=', teamId).where('user_id', '=', sue.id).execute()
  return { teamId, ...channel }
}
const isWaiting = async () =>
  (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows.length > 0

/** Makes a call that waits for a channel's lock. While the call waits, changes the caller's membership. */
const callWhileLocked = (playlistId: string, call: () => Promise<unknown>, change: ReturnType<typeof sql>) =>
  db
    .transaction()
    .execute(async (tx) => {
      await tx.selectFrom('playlist').select('id').where('id', '=', playlistId).forUpdate().execute()
      const answer = outcome(call())
      await expect.poll(isWaiting).toBe(true)
      await change.execute(tx)
      return { answer }
    })
    .then(({ answer }) => answer)

test('a member who is removed while an undo waits for its lock can’t undo', async () => {
  const { teamId, playlistId, videoIds, seriesId } = await makeTestTeam()
  await ann.client(channelsContract.deleteVideo, { params: { id: videoIds[0]! } })
  const [removed] = (await bob.client(contract.listActivity, { params: { id: teamId } })).data
  const undo = () => bob.client(contract.undoAct, { params: { id: teamId, act_id: removed!.id } })
  const leave = sql`delete from team_member where team_id = ${teamId} and user_id = ${bob.id}`
  expect(await callWhileLocked(playlistId, undo, leave)).toBe('404 not_found')
  const remainingVideos = await db.selectFrom('video').select('id').where('series_id', '=', seriesId).execute()
  expect(remainingVideos).toEqual([{ id: videoIds[1] }])
})

test('an admin who is demoted while an approval waits for its lock can’t approve', async () => {
  const { teamId, playlistId, videoIds } = await makeTestTeam()
  await db.updateTable('team_member').set({ is_admin: true }).where('team_id', '=', teamId).where('user_id', '=', bob.id).execute()
  await outcome(sue.client(channelsContract.updateVideo, { params: { id: videoIds[0]! }, body: { title: 'Z' } }))
  const [suggestion] = (await bob.client(contract.listSuggestions, { params: { id: teamId } })).data
  const approve = () => bob.client(contract.approveSuggestion, { params: { id: teamId, suggestion_id: suggestion!.id } })
  const demote = sql`update team_member set is_admin = false where team_id = ${teamId} and user_id = ${bob.id}`
  expect(await callWhileLocked(playlistId, approve, demote)).toBe('403 admins_only')
})
