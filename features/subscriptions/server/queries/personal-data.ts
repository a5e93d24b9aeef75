import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { euroDecimal } from '#kit/server/euros.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'

const listUserSubscriptions = async (db: Db, userId: string): Promise<unknown[]> =>
  (
    await sql`
      select tier.name as package, ${isoTime(sql.ref('subscription.active_from'))} as active_from, ${isoTime(sql.ref('subscription.active_to'))} as active_to,
        ${euroDecimal(sql.ref('subscription.price'))} as price, subscription.renews and subscription.ended_at is null as renews,
        ${isoTime(sql.ref('subscription.ended_at'))} as ended_at
      from subscription join tier on tier.id = subscription.tier_id where subscription.user_id = ${userId} order by subscription.created_at`.execute(
      db,
    )
  ).rows

const listRedeemedCoupons = async (db: Db, userId: string): Promise<unknown[]> =>
  (
    await sql`select code, ${isoTime(sql.ref('redeemed_at'))} as redeemed_at from coupon where redeemed_by = ${userId} order by coupon.redeemed_at`.execute(
      db,
    )
  ).rows

export const subscriptionsPersonalData: PersonalData = { exports: { subscriptions: listUserSubscriptions, coupons: listRedeemedCoupons } }
