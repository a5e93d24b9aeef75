import { sql } from 'kysely'
import { type Db, rowExists } from '#kit/server/db/db.ts'

/** Maximum known browsers per account. A further browser replaces the oldest one. */
const maxDevicesPerAccount = 50

/** Whether this browser has logged in to this account before. */
export const isKnownDevice = (db: Db, deviceHash: Buffer, accountId: string): Promise<boolean> =>
  rowExists(db, sql`select from known_device where device_hash = ${deviceHash} and account_id = ${accountId} and expires_at > now()`)

interface Device {
  /** The browser's current cookie, if any. */
  earlierHash?: Buffer | null | undefined
  deviceHash: Buffer
  accountId: string
}
/**
 * Stores a browser's login. Moves the history of the browser's former cookie to the new cookie, so that copies of the former cookie have no
 * effect.
 */
export const rememberDevice = (db: Db, { earlierHash = null, deviceHash, accountId }: Device) =>
  sql`
    with forgotten as (
      delete from known_device where account_id = ${accountId} and (device_hash = ${earlierHash} or device_hash in (
        select known.device_hash from known_device known where known.account_id = ${accountId}
        order by known.expires_at desc offset ${maxDevicesPerAccount - 1}))
    ), moved as (
      update known_device set device_hash = ${deviceHash} where device_hash = ${earlierHash} and account_id <> ${accountId})
    insert into known_device (device_hash, account_id, expires_at)
    values (${deviceHash}, ${accountId}, now() + interval '13 months')`.execute(db)

export const deleteExpiredDevices = (db: Db) => sql`delete from known_device where expires_at < now()`.execute(db)
