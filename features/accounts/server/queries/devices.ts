import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'

/** Browsers an account is remembered in; of more, the oldest are forgotten. */
const mostOfOneAccount = 50
const lifetime = sql<Date>`now() + interval '13 months'`

/** Has this browser logged in to this account before? */
export const isKnownDevice = async (db: Db, deviceHash: Buffer, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('known_device')
    .select('account_id')
    .where('device_hash', '=', deviceHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()) !== undefined

interface Device {
  /** The browser's cookie until now, if it has one. */
  earlierHash: Buffer | undefined
  deviceHash: Buffer
  accountId: string
}
/** Remembers that a browser logged in. What was known of its earlier cookie goes over to the new one: a copy of that is worth nothing any more. */
export const rememberDevice = (db: Db, { earlierHash, deviceHash, accountId }: Device) =>
  db
    .with('forgotten', (query) =>
      query
        .deleteFrom('known_device')
        .where('account_id', '=', accountId)
        .where((eb) =>
          eb.or([
            eb('device_hash', '=', earlierHash ?? null),
            eb(
              'device_hash',
              'in',
              eb
                .selectFrom('known_device as known')
                .select('known.device_hash')
                .where('known.account_id', '=', accountId)
                .orderBy('known.expires_at', 'desc')
                .offset(mostOfOneAccount - 1),
            ),
          ]),
        ),
    )
    .with('moved', (query) =>
      query
        .updateTable('known_device')
        .set({ device_hash: deviceHash })
        .where('device_hash', '=', earlierHash ?? null)
        .where('account_id', '<>', accountId),
    )
    .insertInto('known_device')
    .values({ device_hash: deviceHash, account_id: accountId, expires_at: lifetime })
    .execute()

export const deleteExpiredDevices = (db: Db) =>
  db
    .deleteFrom('known_device')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
