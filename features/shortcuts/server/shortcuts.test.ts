import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { shortcutsContract as contract } from '../contract.ts'
import { shortcutsPersonalData } from './queries/personal-data.ts'

const server = await startTestServer()
const { db, guest } = server
const operator = await createUser(server, { is_operator: true })

async function makeTier(name: string): Promise<string> {
  const values = { name, package_name: name, price: 499, is_free: false, position: 1 }
  return (await db.insertInto('tier').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const add = (client: Client, tier_id: string, fields: { is_left?: boolean; position?: number } = {}) =>
  client(contract.addShortcut, { body: { tier_id, ...fields } })
const move = (client: Client, id: string, is_left: boolean, position: number) =>
  client(contract.moveShortcut, { params: { id }, body: { is_left, position } })
const list = (client: Client) => client(contract.listShortcuts, {})
const describeShortcuts = async (client: Client) =>
  (await list(client)).map(({ name, is_left: isLeft, position }) => `${isLeft ? '<' : ''}${name}${position}`)

test('packages are added to the bar, moved between sides, rearranged and removed', async () => {
  const { client } = await createUser(server)
  const [a, b, c] = [await makeTier('A'), await makeTier('B'), await makeTier('C')]
  expect(await list(client)).toEqual([])
  const first = await add(client, a)
  expect(first).toMatchObject({ tier_id: a, name: 'A', icon: null, url: `/en/tiers?tier=${a}`, is_left: false, position: 0 })
  await add(client, b)
  await add(client, c, { position: 0 })
  expect(await describeShortcuts(client)).toEqual(['C0', 'A1', 'B2'])
  // Without a place, adding again changes nothing; with a place, the shortcut moves.
  expect(await add(client, a)).toMatchObject({ id: first.id, position: 1 })
  expect(await add(client, a, { is_left: true })).toMatchObject({ id: first.id, is_left: true, position: 0 })
  expect(await add(client, b, { position: 0 })).toMatchObject({ position: 0 })
  expect(await describeShortcuts(client)).toEqual(['<A0', 'B0', 'C1'])
  const [, second, third] = await list(client)
  const rearrange = (ids: string[]) => client(contract.rearrangeShortcuts, { body: { shortcuts: ids } })
  expect(await rearrange([third!.id, second!.id])).toEqual({ order: [third!.id, second!.id] })
  expect(await describeShortcuts(client)).toEqual(['<A0', 'C0', 'B1'])
  for (const ids of [[first.id, second!.id], [second!.id, newId()], [newId()]])
    expect(await outcome(rearrange(ids))).toBe('422 not_one_side shortcuts')
  expect(await outcome(rearrange([second!.id, second!.id]))).toMatch(/^422/)
  await client(contract.deleteShortcut, { params: { id: second!.id } })
  expect(await outcome(client(contract.deleteShortcut, { params: { id: second!.id } }))).toBe('404 not_found')
  await db.deleteFrom('tier').where('id', '=', c).execute()
  expect(await describeShortcuts(client)).toEqual(['<A0'])
})

test('a shortcut moves within its side and to the other, and stays removed if it was removed', async () => {
  const { client } = await createUser(server)
  const names = ['A', 'B', 'C']
  const shortcuts = []
  for (const name of names) shortcuts.push(await add(client, await makeTier(name)))
  const [a, b] = shortcuts as [(typeof shortcuts)[0], (typeof shortcuts)[0]]
  expect(await move(client, a.id, false, 2)).toEqual({ ...a, position: 2 })
  expect(await describeShortcuts(client)).toEqual(['B0', 'C1', 'A2'])
  expect(await move(client, a.id, false, 2)).toEqual({ ...a, position: 2 })
  expect(await move(client, b.id, true, 9)).toMatchObject({ is_left: true, position: 0 })
  expect(await describeShortcuts(client)).toEqual(['<B0', 'C0', 'A1'])
  await client(contract.deleteShortcut, { params: { id: b.id } })
  expect(await outcome(move(client, b.id, false, 0))).toBe('404 not_found')
  expect(await describeShortcuts(client)).toEqual(['C0', 'A1'])
})

test('a shortcut that is moved and removed at once is removed', async () => {
  const { client } = await createUser(server)
  const { id } = await add(client, await makeTier('Both'))
  const outcomes = await Promise.all([
    ...[true, false, true, false].map((isLeft) => outcome(move(client, id, isLeft, 0))),
    outcome(client(contract.deleteShortcut, { params: { id } })),
  ])
  expect(outcomes.at(-1)).toBe('done')
  expect(outcomes.filter((result) => result !== 'done' && result !== '404 not_found')).toEqual([])
  expect(await list(client)).toEqual([])
})

test('packages that are no longer sold are found by those who have a shortcut', async () => {
  const [before, after] = [await createUser(server), await createUser(server)]
  const tier = await makeTier('Old')
  await add(before.client, tier)
  await db
    .updateTable('tier')
    .set({ archived_at: sql`now()` })
    .where('id', '=', tier)
    .execute()
  expect(await outcome(add(after.client, tier))).toBe('404 not_found')
  expect(await add(before.client, tier, { is_left: true })).toMatchObject({ tier_id: tier, is_left: true })
})

test('shortcuts belong to their owner: a user, or a team for its members', async () => {
  const [owner, member, outsider] = [await createUser(server), await createUser(server), await createUser(server)]
  const teamId = await makeTeam(db, { members: [owner, member] })
  const [teamClient, asMember] = [server.clientFor({ token: owner.token, teamId }), server.clientFor({ token: member.token, teamId })]
  const tier = await makeTier('Team')
  const { id } = await add(teamClient, tier)
  expect(await describeShortcuts(asMember)).toEqual(['Team0'])
  expect([await describeShortcuts(owner.client), await describeShortcuts(outsider.client)]).toEqual([[], []])
  for (const client of [owner.client, outsider.client]) {
    expect(await outcome(client(contract.deleteShortcut, { params: { id } }))).toBe('404 not_found')
    expect(await outcome(move(client, id, true, 0))).toBe('404 not_found')
    expect(await outcome(client(contract.rearrangeShortcuts, { body: { shortcuts: [id] } }))).toBe('422 not_one_side shortcuts')
  }
  expect(await outcome(add(outsider.client, newId()))).toBe('404 not_found')
  expect(await move(asMember, id, true, 0)).toMatchObject({ is_left: true })
  expect(await outcome(asMember(contract.deleteShortcut, { params: { id } }))).toBe('done')
})

test('an owner has at most fifty shortcuts, and one per package, also with concurrent calls', async () => {
  const { client } = await createUser(server)
  const tiers = await Promise.all(Array.from({ length: 52 }, (_, n) => makeTier(`T${n}`)))
  const outcomes = await Promise.all(tiers.map((tier) => outcome(add(client, tier))))
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(50)
  expect(outcomes.filter((outcome) => outcome === '422 shortcut_limit tier_id')).toHaveLength(2)
  const other = await createUser(server)
  await Promise.all(Array.from({ length: 10 }, () => add(other.client, tiers[0]!)))
  expect(await describeShortcuts(other.client)).toEqual(['T00'])
})

test('guests have no shortcuts', async () => {
  const [tier, id] = [await makeTier('Guests'), newId()]
  const calls = [
    list(guest),
    add(guest, tier),
    guest(contract.rearrangeShortcuts, { body: { shortcuts: [id] } }),
    move(guest, id, true, 0),
    guest(contract.deleteShortcut, { params: { id } }),
  ]
  expect(await Promise.all(calls.map(outcome))).toEqual(calls.map(() => '401 login_required'))
})

test('wrong types are refused by field', async () => {
  const { client } = await createUser(server)
  const tier_id = await makeTier('Types')
  const adding = (body: object) => outcome(client(contract.addShortcut, { body: body as never }))
  expect(await adding({})).toMatch(/^422 \S+ tier_id/)
  expect(await adding({ tier_id: 5 })).toMatch(/^422 \S+ tier_id/)
  expect(await adding({ tier_id, is_left: 'maybe' })).toMatch(/^422 \S+ is_left/)
  expect(await adding({ tier_id, position: -1 })).toMatch(/^422 \S+ position/)
  expect(await adding({ tier_id, position: 1.5 })).toMatch(/^422 \S+ position/)
  const rearranging = (shortcuts: unknown) => outcome(client(contract.rearrangeShortcuts, { body: { shortcuts: shortcuts as never } }))
  for (const invalidOrder of [undefined, 'one', [], [5], Array.from({ length: 51 }, newId)])
    expect(await rearranging(invalidOrder)).toMatch(/^422 \S+ shortcuts/)
  expect(await outcome(client(contract.deleteShortcut, { params: { id: 'x' } }))).toMatch(/^404/)
  const { id: shortcutId } = await add(client, tier_id)
  const moving = (body: object, id = shortcutId) => outcome(client(contract.moveShortcut, { params: { id }, body: body as never }))
  expect(await moving({ position: 0 })).toMatch(/^422 \S+ is_left/)
  expect(await moving({ is_left: true })).toMatch(/^422 \S+ position/)
  expect(await moving({ is_left: true, position: -1 })).toMatch(/^422 \S+ position/)
  for (const missingId of ['x', newId()]) expect(await moving({ position: -1 }, missingId)).toMatch(/^404/)
  await client(contract.deleteShortcut, { params: { id: shortcutId } })
  expect(await list(client)).toEqual([])
})

test('a package that is deleted concurrently is not found', async () => {
  const { client } = await createUser(server)
  const tier = await makeTier('Deleted')
  let adding: Promise<string> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('tier').where('id', '=', tier).execute()
    // The call still finds the package, and its insert waits until the deletion is committed.
    adding = outcome(add(client, tier))
    await waitForLock()
  })
  expect(await adding).toBe('404 not_found')
})

/** Waits until a statement waits for a lock. */
const waitForLock = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    expect(rows).toHaveLength(1)
  })

test('the export has the user’s shortcuts, not those of a team', async () => {
  const owner = await createUser(server)
  const { client, id, token } = owner
  const teamId = await makeTeam(db, { members: [owner] })
  await add(client, await makeTier('Own'), { is_left: true })
  await add(server.clientFor({ token, teamId }), await makeTier('Of the team'))
  expect(await shortcutsPersonalData.exports!['shortcuts']!(db, id)).toEqual([{ package: 'Own', is_left: true, position: 0 }])
})

test('a deleted user’s shortcuts are deleted; those of a team go to another member, if there is one', async () => {
  const [owner, member] = [await createUser(server), await createUser(server)]
  const [shared, alone] = [await makeTeam(db, { members: [owner, member] }), await makeTeam(db, { members: [owner] })]
  const tier = await makeTier('Kept')
  await add(owner.client, tier)
  for (const teamId of [shared, alone]) await add(server.clientFor({ token: owner.token, teamId }), tier)
  await shortcutsPersonalData.remove!(db, owner.id)
  const rows = await db.selectFrom('shortcut').select(['user_id', 'team_id']).where('tier_id', '=', tier).execute()
  expect(rows).toEqual([{ user_id: member.id, team_id: shared }])
  expect(await describeShortcuts(server.clientFor({ token: member.token, teamId: shared }))).toEqual(['Kept0'])
})

test('deleting a package deletes all owners’ shortcuts to it', async () => {
  const [ann, ben] = [await createUser(server), await createUser(server)]
  const [kept, gone] = [await makeTier('Kept'), await makeTier('Gone')]
  for (const { client } of [ann, ben]) for (const tier of [gone, kept]) await add(client, tier)
  await operator.client(packagesContract.deleteTier, { params: { id: gone } })
  expect([await describeShortcuts(ann.client), await describeShortcuts(ben.client)]).toEqual([['Kept0'], ['Kept0']])
})
