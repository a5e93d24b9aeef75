import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

export interface PushAddress {
  endpoint: string
  p256dh: Buffer
  auth: Buffer
}

/** Stores a session's push subscription. A browser's subscription belongs to its latest session. */
export async function savePushAddress(db: Db, sessionId: string, address: PushAddress): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Runs calls one after another, because two calls that take over the same browser at once would both fail.
    await sql`select pg_advisory_xact_lock(hashtext('push_subscription'))`.execute(tx)
    await tx.deleteFrom('push_subscription').where('endpoint', '=', address.endpoint).where('session_id', '<>', sessionId).execute()
    await tx
      .insertInto('push_subscription')
      .values({ session_id: sessionId, ...address })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(address))
      .execute()
  })
}

export const deletePushAddress = (db: Db, sessionId: string) =>
  db.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()

/** Deletes a subscription that is gone or revoked. */
export const deleteEndpoint = (db: Db, endpoint: string) => db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()

export const hasPushAddress = async (db: Db, sessionId: string): Promise<boolean> =>
  (await db.selectFrom('push_subscription').select('session_id').where('session_id', '=', sessionId).executeTakeFirst()) !== undefined

/** Returns the logged-in browsers of these users, at most the `limit` latest of each user. */
export async function listPushAddresses(db: Db, userIds: readonly string[], limit: number) {
  const { rows } = await sql<PushAddress & { account_id: string }>`
    select account.id as account_id, address.endpoint, address.p256dh, address.auth
    from account cross join lateral (
      select push.endpoint, push.p256dh, push.auth from session join push_subscription push on push.session_id = session.id
      where session.account_id = account.id and session.expires_at > now()
      order by push.created_at desc, push.session_id limit ${limit}) as address
    where account.id = any(${[...userIds]}::text[])`.execute(db)
  return rows
}
