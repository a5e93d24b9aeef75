import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { describeBar, makeChannel, makeGroup, makeTeam, outcome } from '#test/channels.ts'
import { distinctOutcomes, createChannelMaker, names } from '#test/named-channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { channelsContract as contract } from '../contract.ts'
import { limits } from '../limits.ts'
import { insertPlaylists } from './queries/playlist-writes.ts'

const server = await startTestServer()
const { db, guest } = server
const withChannels = createChannelMaker(server)

const bar = ({ client }: { client: Client }) => describeBar(client)

test('a new group has its channels in the requested order, at the requested position', async () => {
  const user = await withChannels('ABCDE')
  const group = await makeGroup(user.client, user.idsOf('CA'), { name: 'G' })
  expect(group).toMatchObject({ name: 'G', icon: null, status: 'Private', status_id: 1, is_archived: false, order: 0 })
  expect(group.playlists).toMatchObject([
    { name: 'C', order: 0 },
    { name: 'A', order: 1 },
  ])
  expect(await makeGroup(user.client, user.idsOf('E'), { name: 'H', order: 0 })).toMatchObject({ order: 0 })
  // Channels can come from another group.
  expect(await makeGroup(user.client, user.idsOf('A'), { name: 'I' })).toMatchObject({ order: 2 })
  expect(await bar(user)).toBe('groups H(E1) G(C1) I(A1) | other B1 D1')
})

test('a group can be renamed, get a picture and a status, and be archived and restored', async () => {
  const user = await withChannels('ABC')
  const [g, h] = [
    await makeGroup(user.client, user.idsOf('AB'), { name: 'G' }),
    await makeGroup(user.client, user.idsOf('C'), { name: 'H' }),
  ]
  const change = (body: object) => user.client(contract.updateGroup, { params: { id: g.id }, body })
  expect(await change({ name: ' New name ', status_id: 3 })).toMatchObject({
    name: 'New name',
    status: 'Public',
    playlists: [{ status_id: 1 }, {}],
  })
  expect(await change({ is_archived: true })).toMatchObject({ is_archived: true, order: 0 })
  expect(await bar(user)).toBe('archive New name(A1 B1) | groups H(C1)')
  expect(await change({ is_archived: false, order: 0 })).toMatchObject({ order: 0 })
  expect(await change({ order: 5 })).toMatchObject({ order: 1 })
  expect(await bar(user)).toBe('groups H(C1) New name(A1 B1)')
  expect(await user.client(contract.rearrangeGroups, { body: { groups: [g.id, h.id] } })).toEqual({ order: [g.id, h.id] })
  expect(await user.client(contract.rearrangeGroupPlaylists, { params: { id: g.id }, body: { playlists: user.idsOf('BA') } })).toEqual({
    order: user.idsOf('BA'),
  })
  expect(await bar(user)).toBe('groups New name(B1 A1) H(C1)')
})

test('a picture is set by a form, and can be removed', async () => {
  const user = await withChannels('A')
  const { id } = await makeGroup(user.client, user.idsOf('A'))
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const send = async (icon: File) => {
    const form = new FormData()
    form.set('icon', icon)
    const encoded = new Request('http://x', { method: 'PUT', body: form })
    return server.app.inject({
      method: 'PUT',
      url: `/api/groups/${id}`,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
  }
  const response = await send(new File([png], 'icon.png', { type: 'image/png' }))
  expect(response.statusCode).toBe(200)
  expect(response.json<{ icon: string }>().icon).toMatch(/^\/media\/pictures\//)
  const large = await send(new File([Buffer.alloc(1_400_001)], 'icon.png', { type: 'image/png' }))
  expect([large.statusCode, large.json<{ errors: object }>().errors]).toEqual([422, { icon: ['Logo must be less than 1MB.'] }])
  expect(await user.client(contract.updateGroup, { params: { id }, body: { icon: null } })).toMatchObject({ icon: null })
})

test('channels are added to a group, and removed to a position of their own section', async () => {
  const user = await withChannels('ABCDE')
  const { id } = await makeGroup(user.client, user.idsOf('AB'), { name: 'G' })
  const add = (name: string, order?: number) =>
    user.client(contract.addGroupPlaylist, { params: { id }, body: { playlist_id: user.id[name]!, ...(order !== undefined && { order }) } })
  const remove = (name: string, body: { order?: number; status_id?: number } = {}) =>
    user.client(contract.removeGroupPlaylist, { params: { id }, body: { playlist_id: user.id[name]!, ...body } })
  expect(names((await add('C', 1)).playlists)).toBe('ACB')
  expect(names((await add('D')).playlists)).toBe('ACBD')
  // Without a position, adding again changes nothing; with a position, the channel moves.
  expect(names((await add('A')).playlists)).toBe('ACBD')
  expect(names((await add('A', 2)).playlists)).toBe('CBAD')
  expect(await remove('B', { order: 0 })).toMatchObject({ name: 'B', order: 0, status_id: 1 })
  expect(await remove('D', { status_id: 3 })).toMatchObject({ name: 'D', order: 0, status: 'Public' })
  expect(await bar(user)).toBe('groups G(C1 A1) | other B1 E1 | public D3')
  expect(await outcome(remove('B'))).toBe('422 not_in_group playlist_id')
})

test('channels of a deleted group move to the end of their sections, in order', async () => {
  const user = await withChannels('ABCDEFG')
  for (const [name, body] of [
    ['A', { status_id: 3 }],
    ['B', { is_left: true }],
    ['C', { status_id: 2 }],
    ['D', { status_id: 3 }],
    ['G', { is_left: true }],
  ] as const)
    await user.client(contract.updatePlaylist, { params: { id: user.id[name]! }, body })
  const { id } = await makeGroup(user.client, user.idsOf('DECBF'), { status_id: 3 })
  expect(await bar(user)).toBe('left G1l | groups A group(D3 E1 C3 B1l F1) | public A3')
  await user.client(contract.updateGroup, { params: { id }, body: { is_archived: true } })
  await user.client(contract.deleteGroup, { params: { id } })
  expect(await bar(user)).toBe('left G1l B1l | other E1 F1 | public A3 D3 C3')
  expect(await outcome(user.client(contract.deleteGroup, { params: { id } }))).toBe('404 not_found')
})

test('a copy of a group is private, contains copies, and goes to a position among the caller’s or team’s groups', async () => {
  const user = await withChannels('ABCD')
  await user.client(contract.updatePlaylist, { params: { id: user.id['B']! }, body: { status_id: 3 } })
  const { id } = await makeGroup(user.client, user.idsOf('BA'), { name: 'G', status_id: 3 })
  await makeGroup(user.client, user.idsOf('C'), { name: 'H' })
  await user.client(contract.createSeries, { body: { playlist_id: user.id['A']!, name: 'Of A' } })
  const copy = (client: Client, position?: number) =>
    client(contract.copyGroup, { params: { id }, body: { ...(position !== undefined && { position }) } })
  const groupCopy = await copy(user.client, 1)
  expect(groupCopy).toMatchObject({ name: 'G', status_id: 1, order: 1, playlists: [{ name: 'B', source: null }, { name: 'A' }] })
  expect(await bar(user)).toBe('groups G(B3 A1) G(B1 A1) H(C1) | other D1')
  expect((await user.client(contract.getPlaylist, { params: { id: groupCopy.playlists[1]!.id } })).series).toMatchObject([{ name: 'Of A' }])
  await user.client(contract.updateGroup, { params: { id }, body: { is_archived: true } })
  await copy(user.client)
  expect(await bar(user)).toBe('archive G(B3 A1) | groups G(B1 A1) H(C1) G(B1 A1) | other D1')
  const ann = await createUser(server)
  const annInTeam = server.clientFor({ token: ann.token, teamId: await makeTeam(db, { members: [ann] }) })
  const ownChannel = await withChannels('X', ann)
  const { id: ownGroup } = await makeGroup(ann.client, ownChannel.idsOf('X'), { name: 'Own' })
  const ofTeam = await annInTeam(contract.copyGroup, { params: { id: ownGroup }, body: {} })
  expect(await describeBar(annInTeam)).toBe('groups Own(X1)')
  expect(await ann.client(contract.copyGroup, { params: { id: ofTeam.id }, body: {} })).toMatchObject({ playlists: [{ team_id: null }] })
  for (const client of [ann.client, annInTeam]) expect(await outcome(copy(client))).toBe('404 not_found')
  expect(await outcome(copy(guest))).toBe('401 login_required')
  expect(await outcome(copy(user.client, -1))).toBe('422 invalid position')
  expect(await outcome(user.client(contract.copyGroup, { params: { id: user.id['A']! }, body: {} }))).toBe('404 not_found')
})

test('a group is copied with all channels or not at all, also concurrently', async () => {
  const user = await createUser(server)
  const { idsOf } = await withChannels('ABCDE', user)
  const { id } = await makeGroup(user.client, idsOf('ABCDE'))
  const rows = Array.from({ length: limits.playlists - 17 }, (_, index) => ({
    id: newId(),
    user_id: user.id,
    name: 'X',
    status_id: 1,
    position: index,
  }))
  await insertPlaylists(db, rows)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => outcome(user.client(contract.copyGroup, { params: { id }, body: {} }))),
  )
  expect(outcomes.toSorted()).toEqual([...Array<string>(18).fill('422 playlist_limit name'), 'done', 'done'])
  const { groups } = await user.client(contract.listMyPlaylists, {})
  expect(groups.map(({ playlists }) => names(playlists))).toEqual(['ABCDE', 'ABCDE', 'ABCDE'])
})

test('a team has its own groups of its own channels, which members arrange until they leave', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const [first, second] = [await makeTeam(db, { members: [ann, bob] }), await makeTeam(db, { members: [ann] })]
  const clientOfTeamOne = server.clientFor({ token: ann.token, teamId: first })
  const clientOfTeamTwo = server.clientFor({ token: ann.token, teamId: second })
  const channelOfTeamOne = await withChannels('AB', { client: clientOfTeamOne })
  const channelOfTeamTwo = await withChannels('X', { client: clientOfTeamTwo })
  const ownChannel = await withChannels('O', ann)
  const group = await makeGroup(clientOfTeamOne, channelOfTeamOne.idsOf('A'), { name: 'G' })
  const theirs = await makeGroup(clientOfTeamTwo, channelOfTeamTwo.idsOf('X'), { name: 'T' })
  expect(await describeBar(server.clientFor({ token: bob.token, teamId: first }))).toBe('groups G(A1) | other B1')
  // Works with and without the request header that names the team.
  await bob.client(contract.addGroupPlaylist, { params: { id: group.id }, body: { playlist_id: channelOfTeamOne.id['B']! } })
  await bob.client(contract.updateGroup, { params: { id: group.id }, body: { name: 'H' } })
  expect([await describeBar(clientOfTeamOne), await describeBar(bob.client)]).toEqual(['groups H(A1 B1)', ''])
  // A group can't contain channels of two owners.
  for (const playlists of [
    channelOfTeamTwo.idsOf('X'),
    ownChannel.idsOf('O'),
    [...channelOfTeamOne.idsOf('A'), ...channelOfTeamTwo.idsOf('X')],
  ]) {
    expect(await outcome(makeGroup(clientOfTeamOne, playlists))).toBe('422 not_one_owner playlists')
    expect(await outcome(ann.client(contract.movePlaylists, { body: { playlists, group_id: group.id } }))).toBe(
      '422 not_one_owner playlists',
    )
  }
  for (const playlist_id of [channelOfTeamTwo.id['X']!, ownChannel.id['O']!])
    expect(await outcome(clientOfTeamOne(contract.addGroupPlaylist, { params: { id: group.id }, body: { playlist_id } }))).toBe(
      '422 not_one_owner playlist_id',
    )
  expect(await outcome(ann.client(contract.rearrangeGroups, { body: { groups: [group.id, theirs.id] } }))).toBe(
    '422 groups_not_together groups',
  )
  expect(await outcome(makeGroup(ann.client, channelOfTeamOne.idsOf('A')))).toBe('422 not_one_owner playlists')
  await db.deleteFrom('team_member').where('team_id', '=', first).where('user_id', '=', bob.id).execute()
  const { id: bobs } = await makeChannel(bob.client)
  expect(
    await distinctOutcomes([
      bob.client(contract.updateGroup, { params: { id: group.id }, body: { name: 'Mine' } }),
      bob.client(contract.movePlaylists, { body: { playlists: [bobs], group_id: group.id } }),
      bob.client(contract.deleteGroup, { params: { id: group.id } }),
    ]),
  ).toEqual(['404 not_found'])
  // A channel that a team returns leaves its group.
  await clientOfTeamOne(contract.deletePlaylist, { params: { id: channelOfTeamOne.id['A']! } })
  expect([await describeBar(clientOfTeamOne), await describeBar(ann.client)]).toEqual(['groups H(B1)', 'other O1 A1'])
})

test('two calls with the same key create one group', async () => {
  const user = await withChannels('AB')
  const once = server.clientFor({ token: user.token, headers: { 'idempotency-key': newId() } })
  const groups = await Promise.all([makeGroup(once, user.idsOf('A'), { name: 'G' }), makeGroup(once, user.idsOf('A'), { name: 'G' })])
  expect(groups[0]).toEqual(groups[1])
  expect(await outcome(makeGroup(once, user.idsOf('B'), { name: 'G' }))).toBe('409 key_reused')
  expect(await bar(user)).toBe('groups G(A1) | other B1')
})
