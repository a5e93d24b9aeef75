import { afterEach, beforeEach } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { subscriptionsContract as contract } from '#features/subscriptions/contract.ts'
import { setBillingClock } from '#features/subscriptions/server/queries/subscriptions.ts'
import { renewDueSubscriptions } from '#features/subscriptions/server/renew.ts'
import { walletContract } from '#features/wallet/contract.ts'
import { checkLedger, postToLedger } from '#features/wallet/server/queries/ledger.ts'
import { type Person, createUser } from './people.ts'
import { startTestServer } from './serve.ts'

/**
 * `renewAt` sets the clock this many minutes after a given time. Subscriptions began slightly after that time, because the clock runs on.
 */
const minutesAfterBegin = 5

/** Makes a package. @param price in cents @returns its id */
export async function makeTier(db: Db, price: number, fields: { name?: string; archived_at?: Date } = {}): Promise<string> {
  const { id } = await db
    .insertInto('tier')
    .values({ name: 'Films', package_name: newId(), price, is_free: price === 0, position: 1, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
/** Adds an amount in cents to a user's balance. */
export const addBalance = (db: Db, user: Person, cents: number) =>
  db
    .transaction()
    .execute((tx) =>
      postToLedger(tx, { cause: { type: 'adjustment', id: newId() }, userId: user.id, amount: cents, site: { adjustments: -cents } }),
    )

/**
 * Starts a server, and returns functions that make packages, balances and subscriptions, and set the clock of subscriptions. After each
 * test, checks that the ledger has no errors and that no renewal failed.
 */
export async function startBillingSite() {
  const server = await startTestServer({ PAYMENTS: 'sandbox' })
  const { db, guest } = server
  const operator = await createUser(server, { is_operator: true })
  const mails: { subject: string; to: string }[] = []
  const failures: unknown[] = []
  const tools = {
    db,
    log: { error: (...args: unknown[]) => void failures.push(args) },
    mailer: { send: async (mail: { subject: string; to: string }) => void mails.push(mail) },
    config: { publicUrl: 'http://choice.test', vatPercent: 21 },
  }
  beforeEach(async () => {
    await setBillingClock(db, null)
    mails.length = 0
  })
  afterEach(async () => {
    const problems = [...failures.splice(0), ...(await checkLedger(db))]
    if (problems.length > 0) throw new Error(`Renewals failed or the books are wrong: ${JSON.stringify(problems)}`)
  })

  /** Makes a user with a balance in cents. */
  async function withBalance(cents: number): Promise<Person> {
    const user = await createUser(server)
    if (cents > 0) await addBalance(db, user, cents)
    return user
  }
  const balanceOf = async ({ client }: Person) => (await client(walletContract.getWallet, {})).balance
  const subscribe = ({ client }: Person, tier_id: string, coupon_code?: string) =>
    client(contract.subscribe, { body: { tier_id, ...(coupon_code !== undefined && { coupon_code }) } })
  const list = ({ client }: Person) => client(contract.getSubscriptions, {})
  const makeCoupon = (fields: object) => operator.client(contract.createCoupon, { body: fields as never })
  let codes = 0
  const newCode = () => `CODE${String((codes += 1)).padStart(4, '0')}`
  /** Sets the clock of subscriptions to shortly after a time, and runs the job. */
  async function renewAt(time: string) {
    await setBillingClock(db, new Date(Date.parse(time) + minutesAfterBegin * 60_000).toISOString())
    await renewDueSubscriptions(tools)
  }
  /** Makes a subscription that began at a time in Brussels. */
  async function subscribedAt(time: string, price = 499, cents = 100_000) {
    const user = await withBalance(cents)
    const tier = await makeTier(db, price)
    await setBillingClock(db, time)
    const subscription = await subscribe(user, tier)
    return { user, tier, subscription }
  }

  return {
    server,
    db,
    guest,
    operator,
    mails,
    makeTier: (price: number, fields?: Parameters<typeof makeTier>[2]) => makeTier(db, price, fields),
    withBalance,
    addBalance: (user: Person, cents: number) => addBalance(db, user, cents),
    balanceOf,
    subscribe,
    list,
    makeCoupon,
    newCode,
    renewAt,
    subscribedAt,
    renew: () => renewDueSubscriptions(tools),
  }
}
