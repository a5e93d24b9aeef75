import { randomBytes } from 'node:crypto'
import type { Db } from './db/db.ts'

/**
 * Returns a reader of a 32-byte random key shared by all instances. The key is created at first use and stored in the database.
 * @param name a unique name
 */
export function createInstallationKey(name: string): (db: Db) => Promise<Buffer> {
  let key: Promise<Buffer> | undefined
  return (db) =>
    (key ??= findOrInsert(db, name).catch((error: unknown) => {
      // Errors are not cached, so the next call retries.
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
