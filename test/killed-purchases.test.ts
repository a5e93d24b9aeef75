// @module-tag slow
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { subscriptionsContract } from '#features/subscriptions/contract.ts'
import { checkLedger, findWallet, postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { person } from './people.ts'
import { serverProcesses } from './processes.ts'

const { db, start } = await serverProcesses()
const users = 20
const tiersEach = 10
const price = 499

test('a server killed during 200 purchases loses none that it acknowledged, and charges none twice', async () => {
  const server = await start('one', { RATE_LIMITS: 'off' })
  const tiers = await Promise.all(
    Array.from({ length: tiersEach }, async (_, position) => {
      const values = { name: `Tier ${position}`, package_name: newId(), price, is_free: false, position }
      return (await db.insertInto('tier').values(values).returning('id').executeTakeFirstOrThrow()).id
    }),
  )
  const buyers = []
  for (let n = 0; n < users; n += 1) {
    const buyer = await person({ db, as: server.as })
    const amount = price * tiersEach
    const cause = { type: 'adjustment', id: newId() } as const
    await db.transaction().execute((tx) => postToLedger(tx, { cause, userId: buyer.id, amount, site: { adjustments: -amount } }))
    buyers.push(buyer)
  }
  const purchases = buyers.flatMap((buyer) => tiers.map((tier) => ({ buyer, tier, key: newId() })))
  const acknowledged = new Set<string>()
  const buy = async (by: typeof server, { buyer, tier, key }: (typeof purchases)[number]) => {
    const client = by.as({ token: buyer.token, headers: { 'idempotency-key': key } })
    await client(subscriptionsContract.subscribe, { body: { tier_id: tier } })
    acknowledged.add(key)
  }
  const all = Promise.allSettled(purchases.map((purchase) => buy(server, purchase)))
  await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(20)
  server.child.kill('SIGKILL')
  await once(server.child, 'exit')
  await all
  const before = acknowledged.size
  expect(before).toBeLessThan(purchases.length)

  expect(await checkLedger(db)).toEqual([])
  const paid = async () => {
    const rows = await db.selectFrom('subscription').select(['user_id', 'tier_id']).execute()
    return new Set(rows.map(({ user_id, tier_id }) => `${user_id} ${tier_id}`))
  }
  const kept = await paid()
  for (const { buyer, tier, key } of purchases) if (acknowledged.has(key)) expect(kept.has(`${buyer.id} ${tier}`)).toBe(true)

  // The web repeats what was not answered, with its key.
  const again = await start('two', { RATE_LIMITS: 'off' })
  await Promise.all(purchases.filter(({ key }) => !acknowledged.has(key)).map((purchase) => buy(again, purchase)))
  expect((await paid()).size).toBe(purchases.length)
  for (const { id } of buyers) expect((await findWallet(db, id))!.balance).toBe(0)
  expect(await checkLedger(db)).toEqual([])
}, 180_000)
