import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { packagesContract as contract } from '../contract.ts'
import { limits } from '../rules.ts'

const server = await startTestServer()
const { db, guest } = server
const [operator, user] = [await createUser(server, { is_operator: true }), await createUser(server)]
const create = (body: object, key?: string) =>
  operator.client(contract.createTier, { body: body as never, ...(key !== undefined && { headers: { 'idempotency-key': key } }) })

test("guests and strangers can't call the operators' endpoints", async () => {
  const { id } = await create({ name: 'Sport', price: '4.99' })
  const params = { id }
  for (const [caller, expected] of [
    [guest, /^401/],
    [user.client, /^403/],
  ] as const)
    for (const call of [
      () => caller(contract.listOperatorTiers, {}),
      () => caller(contract.createTier, { body: { name: 'Mine', is_free: true } }),
      () => caller(contract.updateTier, { params, body: { name: 'Mine' } }),
      () => caller(contract.deleteTier, { params }),
    ])
      expect(await outcome(call())).toMatch(expected)
  expect(await operator.client(contract.listOperatorTiers, {})).toMatchObject([{ id, name: 'Sport' }])
})

test('a request that is repeated with one key, also concurrently, creates one package', async () => {
  const body = { name: 'Once', price: '1.00' }
  const tiers = [...(await Promise.all([create(body, 'tier-once'), create(body, 'tier-once')])), await create(body, 'tier-once')]
  expect(new Set(tiers.map(({ id }) => id)).size).toBe(1)
  expect((await operator.client(contract.listOperatorTiers, {})).filter(({ name }) => name === 'Once')).toHaveLength(1)
})

test('of two concurrent updates of one package, the second is refused; moving it is not an update', async () => {
  const { id, version } = await create({ name: 'Shared', price: '2.00' })
  const update = (body: object) => operator.client(contract.updateTier, { params: { id }, body })
  expect((await update({ order: 0 })).version).toBe(version)
  const dearer = await update({ price: '3.00', version })
  expect(await outcome(update({ name: 'Mine', version }))).toBe('409 changed_meanwhile')
  expect(await update({ name: 'Mine', version: dearer.version })).toMatchObject({ name: 'Mine', price: '3.00' })
  const { version: before } = await update({ channels: [] })
  const outcomes = await Promise.all([outcome(update({ name: 'One', version: before })), outcome(update({ name: 'Two', version: before }))])
  expect(outcomes.toSorted()).toEqual(['409 changed_meanwhile', 'done'])
})

test('the number of packages is limited, also for concurrent calls', async () => {
  const count = async () => (await operator.client(contract.listOperatorTiers, {})).length
  const tiers = Array.from({ length: limits.tiers - (await count()) - 2 }, (_, n) => ({
    name: `Tier ${n}`,
    package_name: `Tier ${n}`,
    price: 100,
    is_free: false,
    position: 1000 + n,
  }))
  await db.insertInto('tier').values(tiers).execute()
  const outcomes = await Promise.all(Array.from({ length: 5 }, (_, n) => outcome(create({ name: `Last ${n}`, price: '1' }))))
  expect(outcomes.toSorted()).toEqual(['422 tier_limit', '422 tier_limit', '422 tier_limit', 'done', 'done'])
  expect(await count()).toBe(limits.tiers)
})
