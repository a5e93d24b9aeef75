import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/** Maximum known browsers per account; drops the oldest. */
const mostOfOneAccount = 50
const lifetime = sql<Date>`now() + interval '13 months'`

/** Whether this browser has logged in to this account before. */
export const isKnownDevice = async (db: Db, deviceHash: Buffer, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('known_device')
    .select('account_id')
    .where('device_hash', '=', deviceHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()) !== undefined

interface Device {
  /** The browser's current cookie, if any. */
  earlierHash: Buffer | undefined
  deviceHash: Buffer
  accountId: string
}
/** Stores a browser's login. Moves the history of its previous cookie to the new one, so that copies become worthless. */
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
