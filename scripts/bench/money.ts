// Measures subscribing, compared with a transaction of three inserts, and reading the wallet page.
import { sql } from 'kysely'
import { postToLedger } from '#features/wallet/server/queries/ledger.ts'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { assertSameResponse, get, post } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { listViewers, range, type Viewer } from './seed.ts'

const tiers = 400
const price = 499
/** Number of subscriptions of each user when the page is read. Each adds an entry to the wallet. */
const subscriptionsPerUser = 15
/** In cents. Enough for all purchases of the benchmark. */
const balance = 1_000_000_000

async function makeTiers(db: Db): Promise<string[]> {
  const rows = range(tiers).map((position) => ({
    id: newId(),
    name: `Package ${position}`,
    package_name: newId(),
    price,
    is_free: false,
    position,
  }))
  await db.insertInto('tier').values(rows).execute()
  return rows.map(({ id }) => id)
}

const fillWallet = (db: Db, userId: string) =>
  db
    .transaction()
    .execute((tx) =>
      postToLedger(tx, { cause: { type: 'adjustment', id: newId() }, userId, amount: balance, site: { adjustments: -balance } }),
    )

/** The reads of the wallet page, with the statements of their floor. */
const pageReads = { '/api/wallet': 'wallet', '/api/subscriptions': 'subscriptions', '/api/transactions': 'transactions' }

export async function measureMoney({ servers, db, seeded: { ownChannels }, isWanted, measure }: Benchmark): Promise<void> {
  if (!['subscribe', 'wallet_page'].some(isWanted)) return
  const viewers = await listViewers(db, ownChannels)
  const tierIds = await makeTiers(db)
  for (const { userId } of viewers) await fillWallet(db, userId)
  const subscribe = ({ token }: Viewer, tierId: string) => post('/api/subscriptions', { tier_id: tierId }, token)

  // Runs before subscribing is measured, because that adds many entries to the wallets.
  if (isWanted('wallet_page')) {
    for (const viewer of viewers)
      for (const tierId of tierIds.slice(0, subscriptionsPerUser)) {
        const { method, path, headers, body } = subscribe(viewer, tierId)
        await fetch(servers.product.url + path, { method, headers, body: body! })
      }
    const reads = viewers.flatMap(({ userId, token }) =>
      Object.entries(pageReads).map(([path, name]) => ({ ask: get(path, token), bare: get(`/${name}/${userId}`) })),
    )
    for (const { ask, bare } of reads.slice(0, Object.keys(pageReads).length))
      await assertSameResponse({ url: servers.product.url, ask }, { url: servers.floor.url, ask: bare })
    await measure('wallet_page', { floor: reads.map(({ bare }) => bare), user: reads.map(({ ask }) => ask) })
  }
  if (isWanted('subscribe')) {
    await sql`create table bare_money (id bigint generated always as identity primary key, user_id text not null, thing text not null,
      made_at timestamptz not null default now())`.execute(db)
    // Inserts rows of other users, so that PostgreSQL never plans for an empty table.
    await sql`insert into subscription (user_id, tier_id, active_from, active_to, price)
      select account.id, tier.id, now(), now() + interval '1 month', tier.price from account cross join tier
      where account.id <> all (${viewers.map(({ userId }) => userId)}) limit 50000`.execute(db)
    const clear = () => sql`delete from subscription where user_id = any (${viewers.map(({ userId }) => userId)})`.execute(db)
    await clear()
    await sql`analyze`.execute(db)
    let next = 0
    await measure('subscribe', {
      floor: viewers.map(({ userId }) => post('/three_inserts', { user_id: userId, thing: tierIds[0] })),
      user: () => {
        const index = next++
        return subscribe(viewers[index % viewers.length]!, tierIds[Math.floor(index / viewers.length) % tiers]!)
      },
      clear: async () => {
        next = 0
        await clear()
        await sql`truncate bare_money`.execute(db)
      },
    })
  }
}
