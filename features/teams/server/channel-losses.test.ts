import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { makeTeam, outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTeamChannel } from '#test/team-channel.ts'
import { channelsContract as contract } from '#features/channels/contract.ts'
import { deleteOldLosses } from '#features/channels/server/queries/losses.ts'
import { teamsContract } from '../contract.ts'

const server = await startTestServer()
const { db } = server

/** Makes a team: Ann is its admin and brings a private channel, and Bob is a member. Eve isn't in the team. */
async function makeTeamWithChannel() {
  const [ann, bob, eve] = [await createUser(server), await createUser(server), await createUser(server)]
  const teamId = await makeTeam(db, { members: [ann, bob] })
  await db.updateTable('team_member').set({ is_admin: true }).where('user_id', '=', ann.id).execute()
  const channel = await makeTeamChannel(db, server.clientFor({ token: ann.token, teamId }), 'ABC')
  const { name } = await db.selectFrom('team').select('name').where('id', '=', teamId).executeTakeFirstOrThrow()
  const { nickname } = await db.selectFrom('account').select('nickname').where('id', '=', ann.id).executeTakeFirstOrThrow()
  const read = (caller: Pick<Person, 'client'>) => outcome(caller.client(contract.getPlaylist, { params: { id: channel.playlistId } }))
  const remove = () => ann.client(teamsContract.removeMember, { params: { team_id: teamId, user_id: bob.id } })
  return { ann, bob, eve, teamId, name, nickname: nickname!, ...channel, readAs: read, remove }
}
const messageOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call
    return 'done'
  } catch (error) {
    return (error as Error).message
  }
}

const waysToLoseChannel = {
  removed: ({ remove }) => remove(),
  deleted: ({ ann, teamId }) => ann.client(teamsContract.deleteTeam, { params: { id: teamId } }),
  given_back: ({ ann, teamId, playlistId }) =>
    ann.client(teamsContract.giveChannelBack, { params: { team_id: teamId, playlist_id: playlistId } }),
} satisfies Record<string, (team: Awaited<ReturnType<typeof makeTeamWithChannel>>) => Promise<unknown>>

test.each(Object.keys(waysToLoseChannel) as (keyof typeof waysToLoseChannel)[])(
  'a member sees why the channel is lost, and who removed it: %s',
  async (reason) => {
    const team = await makeTeamWithChannel()
    const { bob, ann, eve, playlistId, seriesId, id, readAs, name, nickname } = team
    expect(await readAs(bob)).toBe('done')
    await waysToLoseChannel[reason](team)
    expect(await readAs(bob)).toBe(`404 lost_${reason}`)
    const text = await messageOf(bob.client(contract.getPlaylist, { params: { id: playlistId } }))
    expect(text).toContain(name)
    expect(text).toContain(nickname)
    // Calls that a client repeats after it was offline, one per type of target.
    const body = { op_id: 'waited', index: 0 }
    const moves = [
      () => bob.client(contract.moveVideo, { params: { videoId: id('A'), seriesId, destId: seriesId }, body }),
      () => bob.client(contract.moveVideos, { body: { ...body, videos: [id('A')], series_id: seriesId } }),
      () => bob.client(contract.moveSeries, { body: { ...body, series: [seriesId], playlist_id: playlistId } }),
      () => bob.client(contract.updateSeries, { params: { id: seriesId }, body: { position: 0, op_id: 'waited' } }),
    ]
    for (const move of moves) expect(await outcome(move())).toBe(`404 lost_${reason}`)
    // Eve gets no reason, and Ann, the owner, hasn't lost the channel.
    expect(await readAs(eve)).toBe('404 not_found')
    expect(await readAs({ client: server.guest })).toMatch(/^40[14]/)
    expect(await readAs(ann)).toBe('done')
  },
)

test('a public channel stays visible, and refused moves in it show the reason', async () => {
  const { bob, remove, playlistId, readAs, move } = await makeTeamWithChannel()
  await db.updateTable('playlist').set({ status_id: 3, public_since: new Date() }).where('id', '=', playlistId).execute()
  await remove()
  expect(await readAs(bob)).toBe('done')
  expect(await outcome(move(bob, 'A', { op_id: 'late' }))).toBe('404 lost_removed')
})

test('a member who was invited again can edit as before; the last loss counts', async () => {
  const { ann, bob, teamId, remove, readAs, playlistId } = await makeTeamWithChannel()
  await remove()
  await db.insertInto('team_member').values({ user_id: bob.id, team_id: teamId, accepted_at: new Date() }).execute()
  expect(await readAs(bob)).toBe('done')
  await ann.client(teamsContract.giveChannelBack, { params: { team_id: teamId, playlist_id: playlistId } })
  expect(await readAs(bob)).toBe('404 lost_given_back')
})

test('reasons are kept for two weeks, without the name of a deleted account', async () => {
  const { ann, bob, remove, readAs, playlistId, nickname } = await makeTeamWithChannel()
  await remove()
  await sql`update team_loss set by_id = null where by_id = ${ann.id}`.execute(db)
  const text = await messageOf(bob.client(contract.getPlaylist, { params: { id: playlistId } }))
  expect(text).not.toContain(nickname)
  const age = (days: number) =>
    sql`update team_loss set lost_at = now() - ${days} * interval '1 day' from team_loss_member member
    where member.loss_key = team_loss.key and member.user_id = ${bob.id}`.execute(db)
  await age(13.5)
  await deleteOldLosses(db)
  expect(await readAs(bob)).toBe('404 lost_removed')
  await age(14.1)
  await deleteOldLosses(db)
  expect(await readAs(bob)).toBe('404 not_found')
})
