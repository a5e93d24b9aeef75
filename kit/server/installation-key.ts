import { randomBytes } from 'node:crypto'
import type { Db } from './db/db.ts'

/**
 * A key of 32 random bytes that all instances of an installation share; made when it is first asked for, and kept in the database.
 * @param name one of the key's own
 */
export function createInstallationKey(name: string): (db: Db) => Promise<Buffer> {
  let key: Promise<Buffer> | undefined
  return (db) =>
    (key ??= findOrInsert(db, name).catch((error: unknown) => {
      // Not remembered: the database may be back next time.
      key = undefined
      throw error
    }))
}

async function findOrInsert(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('installation_secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('installation_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value
}
