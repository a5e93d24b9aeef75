import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { limits as channelLimits } from '#features/channels/limits.ts'
import { status } from '#features/channels/rules.ts'
import { insertPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import { newId } from '#kit/server/ids.ts'
import { describeBar, followChannel, makeChannel, makeGroup, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { formTeam, teamCalls } from '#test/teams.ts'
import { teamsContract as contract } from '../contract.ts'

const server = await startTestServer()
const { db, guest } = server
const makePeople = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(server)))
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test('a team is created, listed, changed and deleted', async () => {
  const [ann, bob] = await makePeople(2)
  const ownChannel = await makeChannel(ann!.client, { name: 'Films' })
  const calls = teamCalls(ann!.client)
  const team = await calls.create({ users: [bob!.email], playlists: [ownChannel.id] })
  expect(team).toMatchObject({
    name: 'The Kettle',
    description: '',
    logo: null,
    is_admin: true,
    users: [{ id: ann!.id, email: ann!.email, nickname: ann!.nickname, is_admin: true, is_admin_asked: false }],
    pending_users: [{ email: bob!.email, nickname: null }],
    playlists: [{ id: ownChannel.id, name: 'Films', icon: null }],
  })
  expect(await calls.get(team.id)).toEqual(team)
  const tile = { id: team.id, name: 'The Kettle', description: '', logo: null, users_count: 1, playlists_count: 1 }
  expect(await calls.list()).toEqual([{ ...tile, is_admin: true, is_pending: false }])
  expect(await teamCalls(bob!.client).list()).toEqual([{ ...tile, is_admin: false, is_pending: true }])
  const formed = await server.clientFor({ token: ann!.token, form: true })(contract.updateTeam, {
    params: { id: team.id },
    body: { name: 'Night shift', description: 'Films on Friday', logo: new File([png], 'a.png', { type: 'image/png' }) },
  })
  expect(formed).toMatchObject({
    name: 'Night shift',
    description: 'Films on Friday',
    logo: expect.stringMatching(/^\/media\//) as unknown,
  })
  expect(await calls.update(team.id, { logo: '' })).toMatchObject({ logo: null, name: 'Night shift' })
  await calls.remove(team.id)
  expect(await outcome(calls.get(team.id))).toBe('404 not_found')
  expect([await calls.list(), await teamCalls(bob!.client).list()]).toEqual([[], []])
})

test('empty lists of people and channels add nothing', async () => {
  const [ann, bob] = await makePeople(2)
  const calls = teamCalls(ann!.client)
  const { id } = await calls.create({ users: [], playlists: [] })
  expect(await calls.update(id, { name: 'Night shift', users: [], playlists: [] })).toMatchObject({ name: 'Night shift', playlists: [] })
  await calls.invite(id, bob!.email)
  await teamCalls(bob!.client).answer(id)
  expect(await teamCalls(bob!.client).update(id, { users: [], playlists: [] })).toMatchObject({ pending_users: [], playlists: [] })
})

test('open invitations come first, then teams by name', async () => {
  const [ann, bob] = await makePeople(2)
  for (const name of ['b', 'A', 'C']) await teamCalls(ann!.client).create({ name })
  const { id } = await teamCalls(bob!.client).create({ name: 'Z', users: [ann!.email] })
  const names = async () => (await teamCalls(ann!.client).list()).map(({ name }) => name)
  expect(await names()).toEqual(['Z', 'A', 'b', 'C'])
  await teamCalls(ann!.client).answer(id)
  expect(await names()).toEqual(['A', 'b', 'C', 'Z'])
})

test('guests are refused; other users and invited ones don’t find the team', async () => {
  const [ann, invited, outsider] = await makePeople(3)
  const { id } = await teamCalls(ann!.client).create({ users: [invited!.email] })
  const callAll = (client: typeof guest, teamId: string) => {
    const calls = teamCalls(client)
    return Promise.all(
      [
        calls.get(teamId),
        calls.update(teamId, { name: 'Mine' }),
        calls.remove(teamId),
        calls.giveBack(teamId, newId()),
        calls.toggle(teamId, ann!.id, false),
        calls.derank(teamId, ann!.id, true),
        calls.removeMember(teamId, ann!.id),
        calls.leave(teamId, true),
      ].map(outcome),
    )
  }
  for (const caller of [invited, outsider]) {
    expect(new Set(await callAll(caller!.client, id))).toEqual(new Set(['404 not_found']))
    expect(await callAll(caller!.client, newId())).toEqual(await callAll(caller!.client, id))
  }
  expect(
    new Set([...(await callAll(guest, id)), await outcome(teamCalls(guest).list()), await outcome(teamCalls(guest).create())]),
  ).toEqual(new Set(['401 login_required']))
  expect(await outcome(teamCalls(guest).answer(id))).toBe('401 login_required')
  expect((await teamCalls(ann!.client).get(id)).users).toHaveLength(1)
})

test('members can’t use admins’ actions, and nothing changes', async () => {
  const [ann, bob, cas] = await makePeople(3)
  const id = await formTeam(ann!, bob!, cas!)
  const calls = teamCalls(bob!.client)
  const before = await teamCalls(ann!.client).get(id)
  const refusals = [
    calls.update(id, { name: 'Mine' }),
    calls.update(id, { description: '' }),
    calls.update(id, { logo: '' }),
    calls.invite(id, 'eve@example.com'),
    calls.remove(id),
    calls.toggle(id, cas!.id, true),
    calls.toggle(id, bob!.id, true),
    calls.toggle(id, ann!.id, false),
    calls.derank(id, ann!.id),
    calls.derank(id, ann!.id, true),
    calls.removeMember(id, cas!.id),
    calls.removeMember(id, newId()),
    // Refused before the body is read.
    ...[contract.toggleAdmin, contract.setRole].map((endpoint) => bob!.client(endpoint, { params: { id }, body: {} as never })),
  ]
  expect(new Set(await Promise.all(refusals.map(outcome)))).toEqual(new Set(['403 admins_only']))
  expect(await teamCalls(ann!.client).get(id)).toEqual(before)
})

test('members see ten characters of addresses; admins and the member see all of them', async () => {
  const [ann, bob, cas] = await makePeople(3)
  const id = await formTeam(ann!, bob!, cas!)
  await teamCalls(ann!.client).invite(id, 'somebody.else@example.com')
  const emails = async (client: typeof guest) => {
    const team = await teamCalls(client).get(id)
    return [...team.users, ...team.pending_users].map(({ email }) => email)
  }
  expect((await emails(ann!.client)).toSorted()).toEqual([ann!.email, bob!.email, cas!.email, 'somebody.else@example.com'].toSorted())
  expect((await emails(bob!.client)).toSorted()).toEqual(
    [ann!.email.slice(0, 10), bob!.email, cas!.email.slice(0, 10), 'somebody.e'].toSorted(),
  )
})

test('values of wrong types are refused by field', async () => {
  const [ann] = await makePeople(1)
  const { id } = await teamCalls(ann!.client).create()
  const create = (body: object) => outcome(ann!.client(contract.createTeam, { body: body as never }))
  expect(await create({})).toMatch(/^422 \S+ name/)
  expect(await create({ name: '   ' })).toMatch(/^422 \S+ name/)
  expect(await create({ name: 'x'.repeat(51) })).toMatch(/^422 \S+ name/)
  expect(await create({ name: ['x'] })).toMatch(/^422 \S+ name/)
  expect(await create({ name: 'x', description: 'x'.repeat(5001) })).toMatch(/^422 \S+ description/)
  expect(await create({ name: 'x', users: ['not an address'] })).toMatch(/^422 \S+ users/)
  expect(await create({ name: 'x', users: Array.from({ length: 21 }, (_, n) => `p${n}@example.com`) })).toMatch(/^422 \S+ users/)
  expect(await create({ name: 'x', playlists: ['x'] })).toMatch(/^422 \S+ playlists/)
  expect(await create({ name: 'a\u0000b' })).toMatch(/^4\d\d/)
  const toggle = (body: object) => outcome(ann!.client(contract.toggleAdmin, { params: { id }, body: body as never }))
  expect(await toggle({ user_id: 5, is_admin: true })).toMatch(/^422 \S+ user_id/)
  expect(await toggle({ user_id: ann!.id, is_admin: 'maybe' })).toMatch(/^422 \S+ is_admin/)
  expect(await outcome(ann!.client(contract.leaveTeam, { params: { id }, body: { force: 'x' } as never }))).toMatch(/^422 \S+ force/)
  expect(await outcome(teamCalls(ann!.client).derank(id, ann!.id))).toBe('422 invalid is_approved')
  expect(await teamCalls(ann!.client).list()).toHaveLength(1)
})

test('a repeated creation with its key makes one team and one mail', async () => {
  const [ann] = await makePeople(1)
  const once = teamCalls(server.clientFor({ token: ann!.token, headers: { 'idempotency-key': newId() } }))
  const users = [`once-${newId()}@example.com`]
  const teams = await Promise.all([once.create({ users }), once.create({ users })])
  expect(teams[0].id).toBe(teams[1].id)
  expect(await outcome(once.create({ name: 'Other' }))).toBe('409 key_reused')
  expect(await teamCalls(ann!.client).list()).toHaveLength(1)
  expect(await server.mailsTo(users[0]!)).toHaveLength(1)
})

test('a user has at most fifty teams, even with concurrent creations', async () => {
  const [ann, bob] = await makePeople(2)
  await db
    .insertInto('team')
    .values(Array.from({ length: 48 }, (_, n) => ({ id: `fifty${String(n).padStart(6, '0')}`, name: 'Many' })))
    .execute()
  await db
    .insertInto('team_member')
    .values(Array.from({ length: 48 }, (_, n) => ({ team_id: `fifty${String(n).padStart(6, '0')}`, user_id: ann!.id })))
    .execute()
  const { id } = await teamCalls(bob!.client).create({ users: [ann!.email] })
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(teamCalls(ann!.client).create())))
  expect(outcomes.toSorted()).toEqual(['422 team_limit', '422 team_limit', '422 team_limit', 'done', 'done'])
  expect(await outcome(teamCalls(ann!.client).answer(id))).toBe('422 team_limit')
  // The invitation is still open.
  expect(await teamCalls(ann!.client).invitation(id)).toMatchObject({ state: 'open' })
})

test('added channels go to the end of the team’s sections, out of their groups; their links and followers stay', async () => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  const teamClient = server.clientFor({ token: bob!.token, teamId: id })
  await makeChannel(teamClient, { name: 'There', status_id: status.private })
  const open = await makeChannel(bob!.client, { name: 'Open' })
  const [first, second] = [
    await makeChannel(bob!.client, { name: 'One', status_id: status.private }),
    await makeChannel(bob!.client, { name: 'Two', status_id: status.private }),
  ]
  await makeGroup(bob!.client, [first.id], { name: 'G' })
  await followChannel(db, ann!, open.id)
  const theirs = await makeChannel(ann!.client)
  const add = (...playlists: string[]) => teamCalls(bob!.client).update(id, { playlists })
  for (const foreign of [theirs.id, newId()]) expect(await outcome(add(open.id, foreign))).toBe('422 not_one_owner playlists')
  // The error's message suits a single channel too.
  await expect(add(theirs.id)).rejects.toMatchObject({ body: { message: expect.stringContaining('that you can edit') as string } })
  const { directPublish, watchLater } = await bob!.client(channelsContract.listMyPlaylists, {})
  for (const special of [directPublish, watchLater]) expect(await outcome(add(special.id))).toBe('403 special_channel playlists')
  expect(await outcome(add(open.id, open.id))).toBe('422 invalid playlists')
  const team = await add(second.id, open.id, first.id)
  expect(team.playlists.map(({ name }) => name)).toEqual(['One', 'Open', 'There', 'Two'])
  expect(await describeBar(teamClient)).toBe('other There1 Two1 One1 | public Open3')
  expect(await describeBar(bob!.client)).toBe('groups G()')
  const read = await ann!.client(channelsContract.getPlaylist, { params: { id: open.id } })
  expect(read).toMatchObject({ team_id: id, user_id: bob!.id, may_edit: true, is_followed: true })
  // Channels that are added again keep their positions.
  await add(second.id)
  expect(await describeBar(teamClient)).toBe('other There1 Two1 One1 | public Open3')
})

test('a team has at most as many channels as a user, even if two members add them concurrently', async () => {
  const [ann, bob] = await makePeople(2)
  const id = await formTeam(ann!, bob!)
  await insertPlaylists(
    db,
    Array.from({ length: channelLimits.playlists - 1 }, (_, position) => ({
      id: newId(),
      user_id: ann!.id,
      team_id: id,
      name: 'C',
      status_id: status.private,
      position,
    })),
  )
  const [ours, theirs] = [await makeChannel(ann!.client), await makeChannel(bob!.client)]
  const outcomes = await Promise.all([
    outcome(teamCalls(ann!.client).update(id, { playlists: [ours.id] })),
    outcome(teamCalls(bob!.client).update(id, { playlists: [theirs.id] })),
  ])
  expect(outcomes.toSorted()).toEqual(['422 playlist_limit playlists', 'done'])
})
