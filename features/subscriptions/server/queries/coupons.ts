import { type Insertable, sql } from 'kysely'
import { type Db, exactIsoTime, isoTime } from '#kit/server/db/db.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'

export interface Discount {
  id: string
  percent: number | null
  /** In cents. */
  amount: number | null
}
const isValidFor = (tierId: string) =>
  sql`redeemed_at is null and (expires_at is null or expires_at > billing_now()) and (tier_id is null or tier_id = ${tierId})`

/** Finds a coupon that can still be redeemed for a package. */
export const findCoupon = prepareOne(
  (_: Db, code: string, tierId: string) =>
    sql<Discount>`select id, percent, amount from coupon where code = ${code} and ${isValidFor(tierId)}`,
)

/** Redeems a coupon. Other transactions can't redeem it until this one ends. @returns undefined if the coupon can't be redeemed */
export const redeemCoupon = async (tx: Db, code: string, tierId: string, userId: string): Promise<Discount | undefined> =>
  (
    await sql<Discount>`update coupon set redeemed_at = billing_now(), redeemed_by = ${userId} where code = ${code} and ${isValidFor(tierId)}
      returning id, percent, amount`.execute(tx)
  ).rows[0]

export interface CouponRow extends Discount {
  code: string
  tier_id: string | null
  expires_at: string | null
  batch: string | null
  created_at: string
  /** Time with microseconds, by which the list is sorted. */
  time: string
  redeemed_at: string | null
  redeemed_by: { id: string; nickname: string | null } | null
}
export interface CouponFilter {
  query?: string | undefined
  batch?: string | undefined
  redeemed?: boolean | undefined
  id?: string | undefined
}
/** Lists coupons, latest first, after `after`. */
export async function listCoupons(
  db: Db,
  { query, batch, redeemed, id }: CouponFilter,
  limit: number,
  after?: { time: string; id: string },
) {
  const { rows } = await sql<CouponRow>`
    select coupon.id, code, percent, amount, tier_id, ${isoTime(sql.ref('expires_at'))} as expires_at, batch, ${isoTime(sql.ref('coupon.created_at'))} as created_at,
      ${exactIsoTime(sql.ref('coupon.created_at'))} as time, ${isoTime(sql.ref('redeemed_at'))} as redeemed_at,
      case when account.id is not null then json_build_object('id', account.id, 'nickname', account.nickname) end as redeemed_by
    from coupon left join account on account.id = coupon.redeemed_by
    where ${query === undefined ? sql`true` : sql`starts_with(code, ${query.toUpperCase()})`}
      and ${batch === undefined ? sql`true` : sql`batch = ${batch}`}
      and ${redeemed === undefined ? sql`true` : sql`(redeemed_at is not null) = ${redeemed}::boolean`}
      and ${id === undefined ? sql`true` : sql`coupon.id = ${id}`}
      and ${after === undefined ? sql`true` : sql`(coupon.created_at, coupon.id) < (${after.time}::timestamptz, ${after.id})`}
    order by coupon.created_at desc, coupon.id desc limit ${limit}`.execute(db)
  return rows
}

type NewCoupon = Omit<Insertable<DB['coupon']>, 'expires_at'> & { expires_at: string | null }
/** SQL: when a coupon expires. A date means the end of that day in Brussels. */
const endOf = (expiry: string | null) =>
  expiry === null || expiry.includes('T')
    ? sql<Date | null>`${expiry}::timestamptz`
    : sql<Date>`((${expiry}::date + 1)::timestamp at time zone 'Europe/Brussels')`

/** Returns whether an expiry is in the past. */
export const hasExpired = async (db: Db, expiry: string): Promise<boolean> =>
  (await sql<{ expired: boolean }>`select ${endOf(expiry)} <= billing_now() as expired`.execute(db)).rows[0]!.expired

/** Inserts coupons. Skips codes that already exist. @returns the inserted coupons */
export const insertCoupons = (db: Db, coupons: readonly NewCoupon[]) =>
  db
    .insertInto('coupon')
    .values(coupons.map((coupon) => ({ ...coupon, expires_at: endOf(coupon.expires_at) })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['id', 'code'])
    .execute()

/** Changes an unused coupon. @returns false if the coupon was redeemed or doesn't exist */
export const updateCoupon = async (db: Db, id: string, { expires_at, ...changes }: Partial<NewCoupon>): Promise<boolean> =>
  (
    await db
      .updateTable('coupon')
      // The id, because a statement without changes is invalid.
      .set({ id, ...changes, ...(expires_at !== undefined && { expires_at: endOf(expires_at) }) })
      .where('id', '=', id)
      .where('redeemed_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).numUpdatedRows > 0n

/** @returns false if the coupon was redeemed or doesn't exist */
export const deleteCoupon = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('coupon').where('id', '=', id).where('redeemed_at', 'is', null).executeTakeFirstOrThrow()).numDeletedRows > 0n
