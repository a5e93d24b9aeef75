import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { limits } from '#features/channels/limits.ts'
import { status } from '#features/channels/rules.ts'
import { insertPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import { placeholderAccountId } from '#features/accounts/server/queries/deletion.ts'
import { closeAccount } from '#server/operations/admin-accounts.ts'
import { listOrphanTeams, handOverTeam } from '#server/operations/admin-teams.ts'
import { describeBar, followChannel, makeChannel, makeFilledChannel, makeGroup, makeSeries, outcome } from '#test/channels.ts'
import { followEvents } from '#test/events.ts'
import { createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { formTeam, teamCalls } from '#test/teams.ts'
import { teamsPersonalData } from './queries/personal-data.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest, clientFor } = server
const makePeople = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(server)))
const ownerOf = async (id: string) =>
  db.selectFrom('playlist').select(['user_id', 'team_id', 'group_id']).where('id', '=', id).executeTakeFirstOrThrow()
const open = (client: Person['client'], id: string) => outcome(client(channelsContract.getPlaylist, { params: { id } }))

test.each(['giving back', 'deleting'])('%s: a channel returns to the end of its contributor’s bar, out of its group', async (method) => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  const { playlistId } = await makeFilledChannel(db, bob!.client, ['One'], { name: 'Films', status_id: status.private })
  await makeChannel(bob!.client, { name: 'Own', status_id: status.private })
  await teamCalls(bob!.client).update(id, { playlists: [playlistId] })
  await followChannel(db, ann!, playlistId)
  const teamClient = clientFor({ token: ann!.token, teamId: id })
  await makeGroup(teamClient, [playlistId], { name: 'G' })
  await (method === 'deleting'
    ? teamClient(channelsContract.deletePlaylist, { params: { id: playlistId } })
    : teamCalls(ann!.client).giveBack(id, playlistId))
  expect(await ownerOf(playlistId)).toEqual({ user_id: bob!.id, team_id: null, group_id: null })
  expect([await describeBar(teamClient), await describeBar(bob!.client)]).toEqual(['groups G()', 'other Own1 Films1'])
  expect((await bob!.client(channelsContract.getPlaylist, { params: { id: playlistId } })).series[0]!.videos).toHaveLength(1)
  expect(await db.selectFrom('follow').select('user_id').where('user_id', '=', ann!.id).execute()).toHaveLength(1)
  // Both calls fail, because the channel is no longer in the team.
  for (const user of [ann!, bob!]) expect(await outcome(teamCalls(user.client).giveBack(id, playlistId))).toBe('404 not_found')
  expect(await open(ann!.client, playlistId)).toBe('404 not_found')
})

test('a team can return a channel even if its contributor’s bar is full, or the contributor has left', async () => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  const channel = await makeChannel(bob!.client)
  await teamCalls(bob!.client).update(id, { playlists: [channel.id] })
  await teamCalls(bob!.client).leave(id)
  await insertPlaylists(
    db,
    Array.from({ length: limits.playlists }, (_, position) => ({
      id: newId(),
      user_id: bob!.id,
      name: 'C',
      status_id: status.private,
      position,
    })),
  )
  await teamCalls(ann!.client).giveBack(id, channel.id)
  expect(await ownerOf(channel.id)).toMatchObject({ user_id: bob!.id, team_id: null })
})

test('a channel that is returned while two members edit it is no longer theirs', async () => {
  const [ann, bob, cas] = await makePeople(3)
  const id = await formTeam(ann!, bob!, cas!)
  const { id: channel } = await makeChannel(bob!.client)
  await teamCalls(bob!.client).update(id, { playlists: [channel] })
  const edits = [ann!, cas!].map((item) => outcome(makeSeries(item.client, channel)))
  const responses = [ann!, cas!].map((item) => outcome(teamCalls(item.client).giveBack(id, channel)))
  for (const result of await Promise.all(edits)) expect(result).toMatch(/^(done|40[34] .*)$/)
  expect((await Promise.all(responses)).toSorted()).toEqual(['404 not_found', 'done'])
  expect(await outcome(makeSeries(ann!.client, channel))).toMatch(/^(403 forbidden|404 lost_given_back)$/)
  expect(await outcome(makeSeries(bob!.client, channel))).toBe('done')
})

test('a channel of a deleted contributor is hidden until the operator hands it over', async () => {
  const [ann, bob, cas] = await makePeople(3)
  const id = await formTeam(ann!, bob!)
  const channel = await makeChannel(bob!.client, { name: 'Kept' })
  await teamCalls(bob!.client).update(id, { playlists: [channel.id] })
  await closeAccount(db, bob!.email)
  expect([await open(guest, channel.id), await open(ann!.client, channel.id)]).toEqual(['done', 'done'])
  await teamCalls(ann!.client).giveBack(id, channel.id)
  expect(await ownerOf(channel.id)).toMatchObject({ user_id: placeholderAccountId, team_id: null })
  expect([await open(guest, channel.id), await open(ann!.client, channel.id)]).toEqual(['404 not_found', '404 not_found'])
  expect(await listOrphanTeams(db)).toContain(`${placeholderAccountId}  1 channels`)
  await expect(handOverTeam(db, placeholderAccountId, 'nobody@example.com')).rejects.toThrow('There is no account')
  expect(await handOverTeam(db, placeholderAccountId, cas!.email)).toContain('1 channels')
  expect(await ownerOf(channel.id)).toMatchObject({ user_id: cas!.id, team_id: null })
  expect(await open(guest, channel.id)).toBe('done')
})

test('an orphan’s public channels stay readable, and the operator hands its channels over', async () => {
  const [ann, cas] = await makePeople(2)
  const { id } = await teamCalls(ann!.client).create({ name: 'Gone' })
  const teamClient = clientFor({ token: ann!.token, teamId: id })
  const [shown, hidden] = [await makeChannel(teamClient), await makeChannel(teamClient, { status_id: status.private })]
  await expect(handOverTeam(db, id, cas!.email)).rejects.toThrow('has members')
  await teamCalls(ann!.client).leave(id, true)
  expect([await open(guest, shown.id), await open(ann!.client, hidden.id)]).toEqual(['done', '404 not_found'])
  expect(await listOrphanTeams(db)).toContain(`${id}  2 channels  Gone`)
  await handOverTeam(db, id, cas!.email)
  expect([await open(cas!.client, shown.id), await open(cas!.client, hidden.id)]).toEqual(['done', 'done'])
  expect(await db.selectFrom('team').select('id').where('id', '=', id).execute()).toEqual([])
  await expect(handOverTeam(db, id, cas!.email)).rejects.toThrow('There is no team')
})

test('a deleted team returns all channels; groups end, and the open pages of its users are refreshed', async () => {
  const [ann, bob, left] = await makePeople(3)
  const id = await formTeam(ann!, bob!, left!)
  const [ofAnn, ofBob, ofLeft] = await Promise.all([ann!, bob!, left!].map((item) => makeChannel(item.client)))
  for (const [one, channel] of [
    [ann!, ofAnn!],
    [bob!, ofBob!],
    [left!, ofLeft!],
  ] as const)
    await teamCalls(one.client).update(id, { playlists: [channel.id] })
  await makeGroup(clientFor({ token: ann!.token, teamId: id }), [ofAnn!.id, ofBob!.id])
  await teamCalls(left!.client).leave(id)
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const pages = await Promise.all(
    [bob!, left!].map((item) => followEvents(`${origin}/api/events`, { authorization: `Bearer ${item.token}` })),
  )
  await teamCalls(ann!.client).remove(id)
  for (const page of pages) {
    await page.waitFor(({ data }) => data.topics?.includes('my-playlists') === true)
    page.leave()
  }
  for (const [one, channel] of [
    [ann!, ofAnn!],
    [bob!, ofBob!],
    [left!, ofLeft!],
  ] as const)
    expect(await ownerOf(channel.id)).toEqual({ user_id: one.id, team_id: null, group_id: null })
  expect(await outcome(clientFor({ token: bob!.token, teamId: id })(channelsContract.listMyPlaylists, {}))).toBe('403 not_in_team')
})

test('a removed member gets no more events of the team', async () => {
  const [ann, bob, cas] = await makePeople(3)
  const id = await formTeam(ann!, bob!, cas!)
  const { port } = server.app.server.address() as { port: number }
  const [removed, member] = await Promise.all(
    [bob!, cas!].map((item) => followEvents(`http://127.0.0.1:${port}/api/events`, { authorization: `Bearer ${item.token}` })),
  )
  await teamCalls(ann!.client).removeMember(id, bob!.id)
  await removed!.waitFor(({ data }) => data.topics?.includes(`team:${id}`) === true)
  const channel = await makeChannel(clientFor({ token: ann!.token, teamId: id }))
  await teamCalls(ann!.client).update(id, { name: 'New' })
  await member!.waitFor(({ data }) => data.topics?.includes(`playlist:${channel.id}`) === true)
  const topics = removed!.events.flatMap(({ data }) => data.topics ?? [])
  expect(topics).not.toContain(`playlist:${channel.id}`)
  removed!.leave()
  member!.leave()
})

test('the export contains teams and invitations to the address; deletion ends the invitations', async () => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  const { exports, remove } = teamsPersonalData
  expect(await exports!['teams']!(db, bob!.id)).toMatchObject([{ id, name: 'The Kettle', is_admin: false }])
  expect(await exports!['team_invitations']!(db, bob!.id)).toMatchObject([{ team: 'The Kettle', answer: 'accepted' }])
  await remove!(db, bob!.id)
  expect(await exports!['team_invitations']!(db, bob!.id)).toEqual([])
})
