/** Accounts that will be deleted, and their deletion. */
import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, iso } from '#kit/server/db.ts'
import { nobodysHash } from '../passwords.ts'

/** @returns when it will be deleted; undefined when that was asked before */
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

/** @returns when it will be deleted, or would have been by now; null: it stays */
export const findDeletion = async (db: Db, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('account')
      .select((eb) => iso(eb.ref('deletion_due_at')).as('at'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).at

/** @returns false when it was not to be deleted, or its time has come */
export async function cancelDeletion(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ deletion_due_at: null })
    .where('id', '=', id)
    .where('deletion_due_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Accounts whose time has come, those that wait for longest first. */
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

/** Deletes an account with all that belongs to it alone; what it made has to be gone before. @returns whom to tell; undefined when it has gone before */
export const deleteAccount = (db: Db, id: string) =>
  db
    .deleteFrom('account')
    .where('id', '=', id)
    .returning((eb) => ['email', eb.ref('language').$castTo<Language>().as('language')])
    .executeTakeFirst()

/** Nobody: has what a team without members still owns. Nobody logs in as them, and nobody finds them. @returns their id */
export async function insertNobody(db: Db): Promise<string> {
  const id = '00000000000'
  await db
    .insertInto('account')
    .values({ id, email: 'nobody@deleted.invalid', password_hash: nobodysHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}
