import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'

export interface PushAddress {
  endpoint: string
  p256dh: Buffer
  auth: Buffer
}

/** Of a login. A browser that another one of its logins had is the later one's. */
export async function savePushAddress(db: Db, sessionId: string, address: PushAddress): Promise<void> {
  await db.transaction().execute(async (tx) => {
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

/** Its browser is gone, or wants no more. */
export const deleteEndpoint = (db: Db, endpoint: string) => db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()

export const hasPushAddress = async (db: Db, sessionId: string): Promise<boolean> =>
  (await db.selectFrom('push_subscription').select('session_id').where('session_id', '=', sessionId).executeTakeFirst()) !== undefined

/** The browsers of these people, as far as they are logged in. */
export const listPushAddresses = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .select(['session.account_id', 'push_subscription.endpoint', 'push_subscription.p256dh', 'push_subscription.auth'])
    .where('session.account_id', '=', sql<string>`any(${[...userIds]}::text[])`)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .execute()
