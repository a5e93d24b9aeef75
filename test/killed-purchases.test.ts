// @module-tag slow
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, type Db } from '#kit/server/db/db.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { newId } from '#kit/server/ids.ts'
import { startCluster } from '#kit/server/postgres/cluster.ts'
import { subscriptionsContract } from '#features/subscriptions/contract.ts'
import { checkLedger, findWallet, postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { makeFolder } from './folders.ts'
import { type Person, createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'

const { db, start } = await createServerProcesses()
type Server = Awaited<ReturnType<typeof start>>
const users = 20
const tiersPerUser = 10
const price = 499

/** Makes twenty users with a balance for ten packages each, and their purchases. */
async function prepare(db: Db, server: Server) {
  const tiers = await Promise.all(
    Array.from({ length: tiersPerUser }, async (_, position) => {
      const values = { name: `Tier ${position}`, package_name: newId(), price, is_free: false, position }
      return (await db.insertInto('tier').values(values).returning('id').executeTakeFirstOrThrow()).id
    }),
  )
  const buyers: Person[] = []
  for (let n = 0; n < users; n += 1) {
    const buyer = await createUser({ db, clientFor: server.clientFor })
    const amount = price * tiersPerUser
    const cause = { type: 'adjustment', id: newId() } as const
    await db.transaction().execute((tx) => postToLedger(tx, { cause, userId: buyer.id, amount, site: { adjustments: -amount } }))
    buyers.push(buyer)
  }
  const purchases = buyers.flatMap((buyer) => tiers.map((tier) => ({ buyer, tier, key: newId() })))
  const acknowledged = new Set<string>()
  const buy = async (server: Server, { buyer, tier, key }: (typeof purchases)[number]) => {
    const client = server.clientFor({ token: buyer.token, headers: { 'idempotency-key': key } })
    await client(subscriptionsContract.subscribe, { body: { tier_id: tier } })
    acknowledged.add(key)
  }
  const findPaid = async () => {
    const rows = await db.selectFrom('subscription').select(['user_id', 'tier_id']).execute()
    return new Set(rows.map(({ user_id, tier_id }) => `${user_id} ${tier_id}`))
  }
  return {
    purchases,
    acknowledged,
    buy,
    /** Finds purchases that a server acknowledged but that aren't stored. */
    findLost: async () => {
      const paid = await findPaid()
      return purchases.filter(({ buyer, tier, key }) => acknowledged.has(key) && !paid.has(`${buyer.id} ${tier}`))
    },
    /** Repeats unanswered purchases with the same keys, as the web app does. */
    repeat: (server: Server) => Promise.all(purchases.filter(({ key }) => !acknowledged.has(key)).map((purchase) => buy(server, purchase))),
    findBalances: async () => new Set(await Promise.all(buyers.map(async ({ id }) => (await findWallet(db, id))!.balance))),
    countPaid: async () => (await findPaid()).size,
  }
}

test('a server killed during 200 purchases loses none that it acknowledged, and charges none twice', async () => {
  const server = await start('one', { RATE_LIMITS: 'off' })
  const { purchases, acknowledged, buy, findLost, repeat, findBalances, countPaid } = await prepare(db, server)
  const buying = Promise.allSettled(purchases.map((purchase) => buy(server, purchase)))
  await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(20)
  server.child.kill('SIGKILL')
  await once(server.child, 'exit')
  await buying
  expect(acknowledged.size).toBeLessThan(purchases.length)
  expect([await findLost(), await checkLedger(db)]).toEqual([[], []])

  await repeat(await start('two', { RATE_LIMITS: 'off' }))
  expect([await countPaid(), await findBalances()]).toEqual([purchases.length, new Set([0])])
  expect(await checkLedger(db)).toEqual([])
}, 180_000)

test('a database killed during 200 purchases loses none that the server acknowledged, and charges none twice', async () => {
  const cluster = await startCluster({ dir: join(makeFolder('choice-killed-database'), 'database') })
  onTestFinished(() => cluster.stop())
  await migrate(cluster.url, 'migrations')
  const testDb = createDb({ connection: cluster.url, onError: () => undefined })
  onTestFinished(() => testDb.destroy())
  const server = await start('three', { RATE_LIMITS: 'off', DATABASE_URL: cluster.url })
  const { purchases, acknowledged, buy, findLost, repeat, findBalances, countPaid } = await prepare(testDb, server)
  const buying = Promise.allSettled(purchases.map((purchase) => buy(server, purchase)))
  await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(20)
  process.kill(Number(readFileSync(join(cluster.pgdata, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await buying
  expect(acknowledged.size).toBeLessThan(purchases.length)

  // Waits, because the product restarts the database.
  await expect
    .poll(
      () =>
        testDb
          .selectFrom('tier')
          .select('id')
          .execute()
          .catch(() => []),
      { timeout: 60_000 },
    )
    .toHaveLength(tiersPerUser)
  expect([await findLost(), await checkLedger(testDb)]).toEqual([[], []])
  for (let attempt = 0; acknowledged.size < purchases.length && attempt < 50; attempt += 1) await repeat(server).catch(() => sleep(200))
  expect([await countPaid(), await findBalances()]).toEqual([purchases.length, new Set([0])])
  expect(await checkLedger(testDb)).toEqual([])
}, 240_000)
