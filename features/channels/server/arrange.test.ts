import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeChannel, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { channelsContract as contract } from '../contract.ts'
import { status } from '../rules.ts'
import { insertGroups } from './queries/groups.ts'
import { serveArranging } from '#test/arranging.ts'

const { server, db, ann, bar, withChannels, move, rearrange, positions } = await serveArranging()

test('a new channel is at the end of its section, or at the requested position', async () => {
  const { user } = await withChannels('ABC')
  await makeChannel(user.client, { name: 'X', status_id: status.private, order: 1 })
  await makeChannel(user.client, { name: 'Y', status_id: status.private, order: 0 })
  await makeChannel(user.client, { name: 'Z', status_id: status.private, order: 999 })
  await makeChannel(user.client, { name: 'L', status_id: status.private, is_left: true })
  await makeChannel(user.client, { name: 'P', is_left: true })
  expect(await bar(user)).toEqual({ archive: '', left: 'L', other: 'YAXBCZ', public: 'P' })
})

test('each channel has a position in its section', async () => {
  const { user, id } = await withChannels('ABC')
  const { other } = await user.client(contract.listMyPlaylists, {})
  expect(other.map(({ order }) => order)).toEqual([0, 1, 2])
  expect(await user.client(contract.getPlaylist, { params: { id: id['C']! } })).toMatchObject({ order: 2 })
})

test('a channel moves within its section and to others, without moving other channels', async () => {
  const { user, id } = await withChannels('ABCD')
  expect(await move(user, id['A'], { order: 2 })).toMatchObject({ order: 2 })
  expect(await bar(user)).toMatchObject({ other: 'BCAD' })
  await move(user, id['D'], { order: 0 })
  expect(await bar(user)).toMatchObject({ other: 'DBCA' })
  await move(user, id['B'], { is_left: true })
  await move(user, id['C'], { is_left: true, order: 0 })
  expect(await bar(user)).toMatchObject({ left: 'CB', other: 'DA' })
  await move(user, id['A'], { is_archived: true })
  await move(user, id['C'], { status_id: status.public })
  expect(await bar(user)).toEqual({ archive: 'A', left: 'B', other: 'D', public: 'C' })
  await move(user, id['A'], { is_archived: false, order: 0 })
  expect(await bar(user)).toEqual({ archive: '', left: 'B', other: 'AD', public: 'C' })
})

test('a move writes one row until the gap is used up', async () => {
  const { user, id } = await withChannels('ABCD')
  const ids = Object.values(id)
  let before = await positions(ids)
  let renumbered = 0
  // Inserts each time between the first two, which halves the gap.
  for (let turn = 0; turn < 30; turn++) {
    await move(user, turn % 2 ? id['C'] : id['D'], { order: 1 })
    const after = await positions(ids)
    const written = ids.filter((id) => after.get(id) !== before.get(id)).length
    if (written > 1) renumbered++
    before = after
  }
  expect(renumbered).toBe(1)
  expect(await bar(user)).toMatchObject({ other: 'ACDB' })
})

test('unnamed channels stay after their predecessor in a new order', async () => {
  const { user, id } = await withChannels('ABCDE')
  const { order } = await rearrange(user, [id['D'], id['B']])
  expect(order).toEqual(['A', 'D', 'E', 'B', 'C'].map((name) => id[name]))
  expect(await bar(user)).toMatchObject({ other: 'ADEBC' })
  const before = await positions(order)
  await rearrange(
    user,
    ['D', 'E', 'B', 'C', 'A'].map((name) => id[name]),
  )
  const after = await positions(order)
  expect(order.filter((item) => after.get(item) !== before.get(item))).toEqual([id['A']])
})

test('channels of different sections or owners can’t be reordered together', async () => {
  const [{ user, id }, theirs] = [await withChannels('ABC'), await withChannels('X')]
  await move(user, id['C'], { is_left: true })
  const team = await makeTeam(db, { members: [user] })
  const teamChannel = await makeChannel(server.clientFor({ token: user.token, teamId: team }), { status_id: status.private })
  for (const ids of [
    [id['B'], id['C']],
    [id['B'], theirs.id['X']],
    [id['B'], 'nowhere0000'],
    [id['B'], teamChannel.id],
  ])
    expect(await outcome(rearrange(user, ids))).toBe('422 not_one_section playlists')
  expect(await outcome(rearrange(user, [id['B'], id['A'], id['B']]))).toBe('422 invalid playlists')
  expect(await outcome(rearrange(user, []))).toBe('422 invalid playlists')
  expect(await bar(user)).toMatchObject({ left: 'C', other: 'AB' })
})

test('a team has its own bar, which every member can arrange in any mode', async () => {
  const bob = await createUser(server)
  const team = await makeTeam(db, { members: [ann, bob] })
  const annsTeamCaller = { client: server.clientFor({ token: ann.token, teamId: team }) }
  const first = await makeChannel(annsTeamCaller.client, { name: 'A' })
  const second = await makeChannel(annsTeamCaller.client, { name: 'B' })
  await rearrange(bob, [second.id, first.id])
  expect(await bar(annsTeamCaller)).toMatchObject({ public: 'BA' })
  expect(await bar(bob)).toMatchObject({ public: '' })
  expect(await annsTeamCaller.client(contract.listMyPlaylists, {})).toMatchObject({ watchLater: { user_id: ann.id, team_id: null } })
})

test('concurrent moves and reorders keep every channel', async () => {
  const { user, id } = await withChannels('ABCDEFGH')
  const moves = 'ABCDEFGH'.split('').map((name) => outcome(move(user, id[name], { order: 1 })))
  const orders = ['HGFEDCBA', 'BADCFEHG'].map((order) =>
    outcome(
      rearrange(
        user,
        order.split('').map((name) => id[name]),
      ),
    ),
  )
  expect(new Set(await Promise.all([...moves, ...orders]))).toEqual(new Set(['done']))
  const { other } = await bar(user)
  expect(other.split('').toSorted().join('')).toBe('ABCDEFGH')
})

test('channels created concurrently all get a position', async () => {
  const user = await createUser(server)
  await Promise.all('ABCDEFGH'.split('').map((name) => makeChannel(user.client, { name, order: 0 })))
  expect((await bar(user)).public.split('').toSorted().join('')).toBe('ABCDEFGH')
})

test('a channel in a group is read and moved by its position there', async () => {
  const { user, id } = await withChannels('ABCX')
  const group = newId()
  await insertGroups(db, [{ id: group, user_id: user.id, name: 'Group', status_id: status.private, position: 0 }])
  for (const [index, name] of ['A', 'B', 'C'].entries())
    await db
      .updateTable('playlist')
      .set({ group_id: group, position: index * 10 })
      .where('id', '=', id[name]!)
      .execute()
  const orders = () =>
    Promise.all('ABCX'.split('').map(async (name) => (await user.client(contract.getPlaylist, { params: { id: id[name]! } })).order))
  expect(await orders()).toEqual([0, 1, 2, 0])
  expect(await move(user, id['C'], { order: 0 })).toMatchObject({ order: 0 })
  expect(await orders()).toEqual([1, 2, 0, 0])
  expect(await move(user, id['C'], { status_id: status.public })).toMatchObject({ order: 0 })
  const { groups } = await user.client(contract.listMyPlaylists, {})
  expect(groups[0]?.playlists.map(({ name, order }) => [name, order])).toEqual([
    ['C', 0],
    ['A', 1],
    ['B', 2],
  ])
})
