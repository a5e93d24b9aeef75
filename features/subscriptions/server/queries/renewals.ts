/** Queries of the renewal job. All use the time of `billing_now()`. */
import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { latestBalance } from '#features/wallet/server/queries/ledger.ts'
import type { Period } from './charges.ts'

/** Lists ids of subscriptions whose period ended. For each user, those that began earlier come first. */
export const listDueSubscriptions = async (db: Db, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from subscription where ended_at is null and active_to <= billing_now() order by user_id, created_at, id limit ${limit}`.execute(
      db,
    )
  ).rows.map(({ id }) => id)

export interface DueSubscription {
  id: string
  user_id: string
  tier_id: string
  tier_name: string
  /** The package's current price, in cents. */
  price: number
  /** False if the user or the operator has turned renewal off. */
  renews: boolean
}
/** Locks a subscription whose period ended. Returns undefined if another worker has already handled it. */
export async function lockDueSubscription(tx: Db, id: string): Promise<DueSubscription | undefined> {
  const { rows } = await sql<DueSubscription>`
    select subscription.id, subscription.user_id, tier.id as tier_id, tier.name as tier_name, tier.price, subscription.renews and tier.archived_at is null as renews
    from subscription join tier on tier.id = subscription.tier_id
    where subscription.id = ${id} and subscription.ended_at is null and subscription.active_to <= billing_now()
    for update of subscription for share of tier`.execute(tx)
  return rows[0]
}

/** Moves a locked subscription to the period that contains the current time. Periods missed in between aren't charged. */
export async function beginPeriod(tx: Db, id: string, price: number): Promise<Period> {
  const { rows } = await sql<Period>`
    with present as (
      select subscription.id, period_start(active_from, number) as starts_at, period_start(active_from, number + 1) as ends_at
      from subscription cross join generate_series(1, 1200) as number
      where subscription.id = ${id} and period_start(active_from, number) <= billing_now()
      order by number desc limit 1)
    update subscription set active_to = present.ends_at, price = ${price}::integer from present where subscription.id = present.id
    returning subscription.id as subscription_id, present.starts_at::text`.execute(tx)
  return rows[0]!
}

/** Ends a subscription at the end of its period. */
export const endSubscription = (tx: Db, id: string) =>
  sql`update subscription set ended_at = active_to where id = ${id} and ended_at is null`.execute(tx)

/**
 * Runs statements in a savepoint: if they fail, the transaction continues without them.
 * @returns false if they failed with an expected error
 */
export async function trySavepoint(tx: Db, isExpected: (error: unknown) => boolean, act: () => Promise<void>): Promise<boolean> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await act()
    return true
  } catch (error) {
    if (!isExpected(error)) throw error
    await sql`rollback to savepoint attempt`.execute(tx)
    return false
  }
}

/** The recipient of an email and a notification. */
export interface Subscriber {
  user_id: string
  email: string
  language: Language
}

/** Data of an email and a notification about a subscription. */
export interface SubscriptionNotice extends Subscriber {
  tier_id: string
  tier_name: string
  price: number
  active_to: Date
}

/** SQL: columns of {@link SubscriptionNotice}. */
const noticeColumns = sql<SubscriptionNotice>`account.id as user_id, account.email, account.language, tier.id as tier_id, tier.name as tier_name, tier.price, subscription.active_to`
const brusselsDay = (time: string) => sql`(${sql.raw(time)} at time zone 'Europe/Brussels')::date`

/** Ends a subscription for lack of balance. @returns the email to send; undefined if the period ended on an earlier day and more than an hour ago */
export async function lapseSubscription(tx: Db, id: string): Promise<SubscriptionNotice | undefined> {
  const { rows } = await sql<SubscriptionNotice & { is_today: boolean }>`
    update subscription set ended_at = billing_now(), lapsed_at = billing_now() from tier, account
    where subscription.id = ${id} and subscription.ended_at is null and tier.id = subscription.tier_id and account.id = subscription.user_id
    returning ${noticeColumns}, (${brusselsDay('subscription.active_to')} = ${brusselsDay('billing_now()')} or subscription.active_to > billing_now() - interval '1 hour') as is_today`.execute(
    tx,
  )
  return rows[0]?.is_today ? rows[0] : undefined
}

/**
 * Lists ids of the subscriptions whose warnings are due today and weren't sent: they renew in three days, and the balance won't cover that
 * once the user's earlier renewals are paid.
 */
export const listRenewalWarnings = async (db: Db): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      with coming as (
        select subscription.id, subscription.active_to, subscription.warned_for, tier.price,
          sum(tier.price) over (partition by subscription.user_id order by subscription.active_to, subscription.created_at, subscription.id)
            > ${latestBalance(sql.ref('subscription.user_id'), 'wallet')} as is_uncovered
        from subscription join tier on tier.id = subscription.tier_id
        where subscription.ended_at is null and subscription.renews and tier.archived_at is null
          and subscription.active_to < billing_now() + interval '5 days')
      select id from coming
      where ${brusselsDay('active_to')} - 3 = ${brusselsDay('billing_now()')} and is_uncovered and price > 0 and warned_for is distinct from active_to order by id`.execute(
      db,
    )
  ).rows.map(({ id }) => id)

/** Marks a warning as sent. @returns the email to send; undefined if another worker has marked it, or the subscription doesn't renew any more */
export async function takeRenewalWarning(tx: Db, id: string): Promise<SubscriptionNotice | undefined> {
  const { rows } = await sql<SubscriptionNotice>`
    update subscription set warned_for = subscription.active_to from tier, account
    where subscription.id = ${id} and subscription.ended_at is null and subscription.renews
      and subscription.warned_for is distinct from subscription.active_to and tier.id = subscription.tier_id and account.id = subscription.user_id
    returning ${noticeColumns}`.execute(tx)
  return rows[0]
}
