/** Scheduled account deletion. */
import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, iso } from '#kit/server/db/db.ts'
import { decoyHash } from '../passwords.ts'

/** @returns the deletion time; undefined if already requested */
export const askDeletion = async (db: Db, id: string, days: number): Promise<string | undefined> =>
  (
    await db
      .updateTable('account')
      .set({ deletion_due_at: sql<Date>`now() + make_interval(days => ${days}::int)` })
      .where('id', '=', id)
      .where('deletion_due_at', 'is', null)
      .returning((eb) => iso(eb.ref('deletion_due_at').$notNull()).as('at'))
      .executeTakeFirst()
  )?.at

/** @returns the deletion time, which may have passed; null: not requested */
export const findDeletion = async (db: Db, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('account')
      .select((eb) => iso(eb.ref('deletion_due_at')).as('at'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).at

/** @returns false if not requested, or the time has passed */
export async function cancelDeletion(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ deletion_due_at: null })
    .where('id', '=', id)
    .where('deletion_due_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Accounts due for deletion, oldest first. */
export const listDueDeletions = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('account')
      .select('id')
      .where('deletion_due_at', '<=', sql<Date>`now()`)
      .orderBy('deletion_due_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Deletes an account and what cascades; its content must be deleted first. @returns whom to notify; undefined if already deleted */
export const deleteAccount = (db: Db, id: string) =>
  db
    .deleteFrom('account')
    .where('id', '=', id)
    .returning((eb) => ['email', eb.ref('language').$castTo<Language>().as('language')])
    .executeTakeFirst()

/** Creates the placeholder owner of content in teams without members; it can neither log in nor be found. @returns its id */
export async function insertNobody(db: Db): Promise<string> {
  const id = '00000000000'
  await db
    .insertInto('account')
    .values({ id, email: 'nobody@deleted.invalid', password_hash: decoyHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}
