import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeTeam, outcome } from '#test/channels.ts'
import { person } from '#test/people.ts'
import { type Client, serve } from '#test/serve.ts'
import { shortcutsContract as contract } from '../contract.ts'

const server = await serve()
const { db, guest } = server

async function makeTier(name: string): Promise<string> {
  const values = { name, package_name: name, price: 499, is_free: false, position: 1 }
  return (await db.insertInto('tier').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const add = (client: Client, tier_id: string, more: { is_left?: boolean; position?: number } = {}) =>
  client(contract.addShortcut, { body: { tier_id, ...more } })
const list = (client: Client) => client(contract.listShortcuts, {})
const describe = async (client: Client) =>
  (await list(client)).map(({ name, is_left: isLeft, position }) => `${isLeft ? '<' : ''}${name}${position}`)

test('packages are added to the bar, moved between sides, rearranged and removed', async () => {
  const { client } = await person(server)
  const [a, b, c] = [await makeTier('A'), await makeTier('B'), await makeTier('C')]
  expect(await list(client)).toEqual([])
  const first = await add(client, a)
  expect(first).toMatchObject({ tier_id: a, name: 'A', icon: null, url: `/en/tiers?tier=${a}`, is_left: false, position: 0 })
  await add(client, b)
  await add(client, c, { position: 0 })
  expect(await describe(client)).toEqual(['C0', 'A1', 'B2'])
  // Idempotent; with a place, it moves.
  expect(await add(client, a)).toMatchObject({ id: first.id, position: 1 })
  expect(await add(client, a, { is_left: true })).toMatchObject({ id: first.id, is_left: true, position: 0 })
  expect(await add(client, b, { position: 0 })).toMatchObject({ position: 0 })
  expect(await describe(client)).toEqual(['<A0', 'B0', 'C1'])
  const [, two, three] = await list(client)
  const rearrange = (ids: string[]) => client(contract.rearrangeShortcuts, { body: { shortcuts: ids } })
  expect(await rearrange([three!.id, two!.id])).toEqual({ order: [three!.id, two!.id] })
  expect(await describe(client)).toEqual(['<A0', 'C0', 'B1'])
  for (const ids of [[first.id, two!.id], [two!.id, newId()], [newId()]])
    expect(await outcome(rearrange(ids))).toBe('422 not_one_side shortcuts')
  expect(await outcome(rearrange([two!.id, two!.id]))).toMatch(/^422/)
  await client(contract.deleteShortcut, { params: { id: two!.id } })
  expect(await outcome(client(contract.deleteShortcut, { params: { id: two!.id } }))).toBe('404 not_found')
  await db.deleteFrom('tier').where('id', '=', c).execute()
  expect(await describe(client)).toEqual(['<A0'])
})

test('shortcuts are their owner’s: of a user, or of a team for its members', async () => {
  const [owner, member, stranger] = [await person(server), await person(server), await person(server)]
  const teamId = await makeTeam(db, { members: [owner, member] })
  const [inTeam, asMember] = [server.as({ token: owner.token, teamId }), server.as({ token: member.token, teamId })]
  const tier = await makeTier('Team')
  const { id } = await add(inTeam, tier)
  expect(await describe(asMember)).toEqual(['Team0'])
  expect([await describe(owner.client), await describe(stranger.client)]).toEqual([[], []])
  for (const client of [owner.client, stranger.client]) {
    expect(await outcome(client(contract.deleteShortcut, { params: { id } }))).toBe('404 not_found')
    expect(await outcome(client(contract.rearrangeShortcuts, { body: { shortcuts: [id] } }))).toBe('422 not_one_side shortcuts')
  }
  expect(await outcome(guest(contract.listShortcuts, {}))).toMatch(/^401/)
  expect(await outcome(add(stranger.client, newId()))).toBe('404 not_found')
  expect(await outcome(asMember(contract.deleteShortcut, { params: { id } }))).toBe('done')
})

test('at most fifty, also at once; one of a package, also at once', async () => {
  const { client } = await person(server)
  const tiers = await Promise.all(Array.from({ length: 52 }, (_, n) => makeTier(`T${n}`)))
  const outcomes = await Promise.all(tiers.map((tier) => outcome(add(client, tier))))
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(50)
  expect(outcomes.filter((one) => one === '422 shortcut_limit tier_id')).toHaveLength(2)
  const other = await person(server)
  await Promise.all(Array.from({ length: 10 }, () => add(other.client, tiers[0]!)))
  expect(await describe(other.client)).toEqual(['T00'])
})
