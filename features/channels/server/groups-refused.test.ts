import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { describeBar, makeChannel, makeGroup, outcome } from '#test/channels.ts'
import { distinctOutcomes, createChannelMaker } from '#test/named-channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'
import { status } from '../rules.ts'
import { insertPlaylists } from './queries/playlist-writes.ts'

const server = await startTestServer()
const { db, guest } = server
const withChannels = createChannelMaker(server)
const outsider = await createUser(server)

const bar = ({ client }: { client: Client }) => describeBar(client)
const unknownId = () => newId()

test('guests are refused, and groups don’t exist for strangers', async () => {
  const user = await withChannels('AB')
  const ownChannel = await withChannels('X', outsider)
  const { id } = await makeGroup(user.client, user.idsOf('A'), { name: 'G' })
  const a = user.id['A']!
  const calls = (client: Client, ownGroupId: string) => [
    client(contract.updateGroup, { params: { id }, body: { name: 'Mine' } }),
    client(contract.rearrangeGroupPlaylists, { params: { id }, body: { playlists: [a] } }),
    client(contract.addGroupPlaylist, { params: { id }, body: { playlist_id: ownGroupId } }),
    client(contract.removeGroupPlaylist, { params: { id }, body: { playlist_id: a } }),
    client(contract.deleteGroup, { params: { id } }),
    client(contract.movePlaylists, { body: { playlists: [ownGroupId], group_id: id } }),
  ]
  const lists = (client: Client) => [
    client(contract.createGroup, { body: { name: 'Mine', playlists: [a], status_id: 1 } }),
    client(contract.rearrangeGroups, { body: { groups: [id] } }),
    client(contract.movePlaylists, { body: { playlists: [a], section: 'archive' } }),
  ]
  expect(await distinctOutcomes([...calls(guest, a), ...lists(guest)])).toEqual(['401 login_required'])
  expect(await distinctOutcomes(calls(ownChannel.client, ownChannel.id['X']!))).toEqual(['404 not_found'])
  expect(await Promise.all(lists(ownChannel.client).map(outcome))).toEqual([
    '422 not_one_owner playlists',
    '422 groups_not_together groups',
    '422 not_one_owner playlists',
  ])
  expect([await bar(user), await bar(ownChannel)]).toEqual(['groups G(A1) | other B1', 'other X1'])
})

test('lists with foreign, scattered, repeated or no items change nothing', async () => {
  const user = await withChannels('ABCD')
  const theirs = await withChannels('X')
  const open = (await makeChannel(theirs.client, { name: 'Y' })).id
  const [g, h] = [
    await makeGroup(user.client, user.idsOf('AB'), { name: 'G' }),
    await makeGroup(user.client, user.idsOf('C'), { name: 'H' }),
  ]
  await user.client(contract.updateGroup, { params: { id: h.id }, body: { is_archived: true } })
  const before = await bar(user)
  const d = user.id['D']!
  for (const foreign of [unknownId(), theirs.id['X']!, open]) {
    expect(
      await distinctOutcomes([
        user.client(contract.createGroup, { body: { name: 'New', playlists: [d, foreign], status_id: 1 } }),
        user.client(contract.movePlaylists, { body: { playlists: [d, foreign], section: 'left' } }),
        user.client(contract.movePlaylists, { body: { playlists: [d, foreign], group_id: g.id } }),
      ]),
    ).toEqual(['422 not_one_owner playlists'])
    const rearranging = user.client(contract.rearrangeGroupPlaylists, {
      params: { id: g.id },
      body: { playlists: [...user.idsOf('BA'), foreign] },
    })
    expect(await outcome(rearranging)).toBe('422 not_in_group playlists')
    const added = user.client(contract.addGroupPlaylist, { params: { id: g.id }, body: { playlist_id: foreign } })
    expect(await outcome(added)).toBe(foreign === open ? '403 forbidden' : '404 not_found')
  }
  // Refuses groups of another section, an unknown id, and a channel among groups.
  for (const ids of [[g.id, h.id], [g.id, unknownId()], [d]])
    expect(await outcome(user.client(contract.rearrangeGroups, { body: { groups: ids } }))).toBe('422 groups_not_together groups')
  expect(
    await outcome(user.client(contract.rearrangeGroupPlaylists, { params: { id: g.id }, body: { playlists: user.idsOf('BD') } })),
  ).toBe('422 not_in_group playlists')
  expect(await outcome(user.client(contract.movePlaylists, { body: { playlists: [g.id], section: 'archive' } }))).toBe(
    '422 not_one_owner playlists',
  )
  for (const playlists of [[], [d, d], user.idsOf('ABCD').concat(user.idsOf('A')), ['__proto__'], Array.from({ length: 501 }, unknownId)])
    for (const result of await distinctOutcomes([
      user.client(contract.createGroup, { body: { name: 'New', playlists, status_id: 1 } }),
      user.client(contract.movePlaylists, { body: { playlists, section: 'left' } }),
      user.client(contract.rearrangeGroupPlaylists, { params: { id: g.id }, body: { playlists } }),
    ]))
      expect(result).toMatch(/^422 invalid playlists/)
  expect(await outcome(user.client(contract.rearrangeGroups, { body: { groups: [g.id, g.id] } }))).toBe('422 invalid groups')
  expect(await bar(user)).toBe(before)
})

test('errors name the fields of a group and of a move', async () => {
  const user = await withChannels('A')
  const a = user.idsOf('A')
  const send = (body: object) => outcome(user.client(contract.createGroup, { body: body as never }))
  expect(await send({})).toBe('422 invalid name playlists status_id')
  expect(await send({ name: ' ', playlists: a[0], status_id: 4, order: -1 })).toBe('422 invalid name playlists status_id order')
  expect(await send({ name: 'x'.repeat(limits.name + 1), playlists: { 0: a[0] }, status_id: '1' })).toBe('422 invalid name playlists')
  const move = (body: object) => outcome(user.client(contract.movePlaylists, { body: { playlists: a, ...body } }))
  expect(await move({})).toBe('422 one_place section')
  const { id } = await makeGroup(user.client, (await withChannels('B', user)).idsOf('B'))
  expect(await move({ section: 'left', group_id: id })).toBe('422 one_place section')
  expect(await move({ section: 'groups' })).toBe('422 invalid section')
  expect(await move({ section: '__proto__' })).toBe('422 invalid section')
  expect(await move({ group_id: [id] })).toBe('422 invalid group_id')
  expect(await move({ section: 'public' })).toBe('422 section_by_status status_id')
  expect(await move({ section: 'public', status_id: 2 })).toBe('422 section_by_status status_id')
  expect(await move({ section: 'left', status_id: 3 })).toBe('422 section_by_status status_id')
  for (const order of [1.5, '1e3', [0], 1_000_001]) expect(await move({ section: 'left', order })).toBe('422 invalid order')
  expect(await outcome(user.client(contract.updateGroup, { params: { id }, body: { is_archived: 'maybe', name: '' } as never }))).toBe(
    '422 invalid name is_archived',
  )
  expect(await bar(user)).toBe('groups A group(B1) | other A1')
})

test('built-in channels can’t be grouped, archived or moved', async () => {
  const user = await withChannels('A')
  const { directPublish, watchLater } = await user.client(contract.listMyPlaylists, {})
  const { id } = await makeGroup(user.client, user.idsOf('A'))
  for (const special of [directPublish.id, watchLater.id]) {
    const calls = [
      user.client(contract.createGroup, { body: { name: 'New', playlists: [user.id['A']!, special], status_id: 1 } }),
      user.client(contract.movePlaylists, { body: { playlists: [special], section: 'archive' } }),
      user.client(contract.movePlaylists, { body: { playlists: [special, user.id['A']!], section: 'public', status_id: 3 } }),
      user.client(contract.movePlaylists, { body: { playlists: [special], group_id: id, status_id: 1 } }),
    ]
    expect(await distinctOutcomes(calls)).toEqual(['403 special_channel playlists'])
    const added = user.client(contract.addGroupPlaylist, { params: { id }, body: { playlist_id: special } })
    expect(await outcome(added)).toBe('403 special_channel playlist_id')
  }
  expect(await bar(user)).toBe('groups A group(A1)')
})

test('concurrent creations stop at the limit of groups', async () => {
  const user = await createUser(server)
  const ids = Array.from({ length: 30 }, unknownId)
  await insertPlaylists(
    db,
    ids.map((id, position) => ({ id, user_id: user.id, name: 'C', status_id: status.private, position })),
  )
  const groups = Array.from({ length: limits.groups - 5 }, (_, position) => ({
    id: unknownId(),
    user_id: user.id,
    name: 'G',
    status_id: 1,
    position,
  }))
  await db.insertInto('playlist_group').values(groups).execute()
  const results = await Promise.all(ids.map((id) => outcome(makeGroup(user.client, [id]))))
  expect(results.toSorted()).toEqual([...Array<string>(25).fill('422 group_limit name'), ...Array<string>(5).fill('done')])
  const myPlaylists = await user.client(contract.listMyPlaylists, {})
  expect([myPlaylists.groups.length, myPlaylists.other.length]).toEqual([limits.groups, 25])
})
