import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/** Returns the seconds until the first of the user's subscriptions that aren't renewed ends, at most `limit`. */
export async function findRemainingAccessSeconds(db: Db, userId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select least(${limit}::float8, extract(epoch from min(active_to) - billing_now())::float8) as seconds from subscription
    where user_id = ${userId} and ended_at is null and not renews and active_to > billing_now()`.execute(db)
  return rows[0]!.seconds
}
