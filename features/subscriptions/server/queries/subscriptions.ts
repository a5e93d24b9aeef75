import { sql } from 'kysely'
import { type Db, executeWrite, isoTime } from '#kit/server/db/db.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import { euroDecimal } from '#kit/server/euros.ts'
import { latestBalance, refuseUncovered } from '#features/wallet/server/queries/ledger.ts'
import type { Subscription } from '../../contract.ts'
import { type Charge, chargeSql } from './charges.ts'

/** For this many days, a subscription that ended for lack of balance can be resumed. */
const resumableDays = 7

/** SQL on `subscription` and `tier`: whether the subscription is charged again at the end of its period. */
const willRenew = sql`(subscription.renews and subscription.ended_at is null and tier.archived_at is null)`

/**
 * Lists running subscriptions in the order in which they began, then those that recently ended for lack of balance.
 * @param tierId lists only the running subscription to this package
 */
export const listSubscriptions = prepare(
  (_: Db, userId: string, tierId?: string) => sql<{ json: JsonText<Subscription> }>`
    select json_build_object('id', subscription.id, 'tier_id', tier.id, 'tier_name', tier.name,
      'active_from', ${isoTime(sql.ref('subscription.active_from'))}, 'active_to', ${isoTime(sql.ref('subscription.active_to'))},
      'price', ${euroDecimal(sql.ref('subscription.price'))}, 'renews', ${willRenew},
      'next_charge_at', case when ${willRenew} then ${isoTime(sql.ref('subscription.active_to'))} end,
      'next_charge', case when ${willRenew} then ${euroDecimal(sql.ref('tier.price'))} end,
      'is_lapsed', subscription.ended_at is not null, 'is_archived', tier.archived_at is not null)::text as json
    from subscription join tier on tier.id = subscription.tier_id
    where subscription.user_id = ${userId} and ${tierId === undefined ? sql`true` : sql`tier.id = ${tierId} and subscription.ended_at is null`}
      and case when subscription.ended_at is null then subscription.renews or subscription.active_to > billing_now()
        else subscription.lapsed_at > billing_now() - make_interval(days => ${sql.lit(resumableDays)}) and not exists (
          select from subscription later where later.user_id = ${userId} and later.tier_id = tier.id and later.created_at > subscription.created_at) end
    order by subscription.ended_at is not null, subscription.created_at, subscription.id`,
)

/** A package and its price. An archived package isn't for sale. */
export interface SoldTier {
  id: string
  name: string
  /** In cents. */
  price: number
  is_archived: boolean
}
export const findSoldTier = prepareOne(
  (_: Db, id: string) => sql<SoldTier>`select id, name, price, archived_at is not null as is_archived from tier where id = ${id}`,
)
/** A subscription to begin. Amounts are in cents. */
export interface NewSubscription extends Pick<Charge, 'userId' | 'vatPercent' | 'coupon' | 'at'> {
  tierId: string
  /** Prices of the package that the user was shown, or from which the discount was computed. If one has changed, nothing begins. */
  knownPrices: readonly number[]
  /** Discount on the first period. */
  discount: number
}
interface FirstPeriod {
  id: string
  active_from: string
  active_to: string
  tier_name: string
  tier_price: number
  /** The price of the period, in cents. */
  price: number
  /** The ledger transaction of the charge; null for a free package. A package that is free only by a discount is charged 0. */
  transaction_id: string | null
}
const beginQuery = prepareOne(
  (_: Db, { tierId, knownPrices, discount, ...charge }: NewSubscription) => sql<FirstPeriod>`
    with sale as (
      select id as tier_id, name as tier_name, price as tier_price, price - ${discount}::integer as price, billing_now() as start
      from tier where id = ${tierId} and archived_at is null and price = all (${knownPrices}::integer[])),
    begun as (
      insert into subscription (user_id, tier_id, active_from, active_to, price)
      select ${charge.userId}, tier_id, start, period_start(start, 1), price from sale
      on conflict (user_id, tier_id) where ended_at is null do nothing
      returning id, active_from, active_to)
    select id, ${isoTime(sql.ref('active_from'))} as active_from, ${isoTime(sql.ref('active_to'))} as active_to, tier_name, tier_price, price,
      case when tier_price > 0 then ${chargeSql({
        ...charge,
        period: sql<string>`id || ':' || active_from`,
        tierName: sql<string>`tier_name`,
        price: sql<number>`price::bigint`,
      })} end as transaction_id
    from begun cross join sale`,
)
/**
 * Begins a subscription and charges its first period. A single statement, which saves round trips.
 * @returns undefined if the user has the package, or if it was archived, deleted or has another price
 * @throws 422 `balance`
 */
export const beginSubscription = (tx: Db, sale: NewSubscription): Promise<FirstPeriod | undefined> =>
  beginQuery(tx, sale).catch(refuseUncovered)

/** Closes a user's subscription that ended but wasn't closed by the job yet. @returns false if there is none */
export const closeEndedSubscription = (db: Db, userId: string, tierId: string): Promise<boolean> =>
  executeWrite(
    db,
    sql`update subscription set ended_at = active_to
      where user_id = ${userId} and tier_id = ${tierId} and ended_at is null and not renews and active_to <= billing_now()`,
  )

/** Turns the renewal of a user's subscription on or off. @returns false if no such subscription runs */
export async function setRenews(db: Db, userId: string, tierId: string, renews: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update subscription set renews = ${renews}::boolean
    where user_id = ${userId} and tier_id = ${tierId} and ended_at is null and (renews or active_to > billing_now())`.execute(db)
  return numAffectedRows === 1n
}

export const findBillingClock = async (db: Db): Promise<string | null> =>
  (await sql<{ now: string }>`select ${isoTime(sql`billing_now()`)} as now from billing_clock`.execute(db)).rows[0]?.now ?? null

/** Sets the clock of subscriptions to a time, from which the clock runs on. Null: the real time. */
export async function setBillingClock(db: Db, now: string | null): Promise<void> {
  await sql`delete from billing_clock`.execute(db)
  if (now !== null) await sql`insert into billing_clock (lead_seconds) values (extract(epoch from ${now}::timestamptz - now()))`.execute(db)
}

export interface Forecast {
  renewals: number
  amount: number
  uncovered: number
  uncovered_amount: number
}
/** Reads the renewals of the next month at current prices, in cents, and those that the wallets don't cover now. */
export async function readForecast(db: Db): Promise<Forecast> {
  const { rows } = await sql<Forecast>`
    with due as (
      select tier.price, sum(tier.price) over (partition by subscription.user_id order by subscription.active_to, subscription.created_at, subscription.id)
          > ${latestBalance(sql.ref('subscription.user_id'), 'wallet')} as is_uncovered
      from subscription join tier on tier.id = subscription.tier_id
      where subscription.ended_at is null and subscription.renews and tier.archived_at is null and tier.price > 0
        and subscription.active_to < billing_now() + interval '1 month')
    select count(*)::int as renewals, coalesce(sum(price), 0)::bigint as amount, count(*) filter (where is_uncovered)::int as uncovered,
      coalesce(sum(price) filter (where is_uncovered), 0)::bigint as uncovered_amount from due`.execute(db)
  return rows[0]!
}
