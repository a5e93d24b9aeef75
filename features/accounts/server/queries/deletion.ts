/** Scheduled account deletion. */
import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, executeWrite, rowExists, isoTime, queryIds } from '#kit/server/db/db.ts'
import { decoyHash } from '../passwords.ts'

/** @returns the time of deletion; undefined if deletion was already requested */
export async function requestDeletion(db: Db, id: string, days: number): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    update account set deletion_due_at = now() + make_interval(days => ${days}::int) where id = ${id} and deletion_due_at is null
    returning ${isoTime(sql.ref('deletion_due_at'))} as at`.execute(db)
  return rows[0]?.at
}

/** @returns the time of deletion, which may have passed; null if deletion isn't requested */
export async function findDeletion(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select ${isoTime(sql.ref('deletion_due_at'))} as at from account where id = ${id}`.execute(db)
  return rows[0]!.at
}

/** @returns false if deletion wasn't requested, or its time has passed */
export const cancelDeletion = (db: Db, id: string): Promise<boolean> =>
  executeWrite(db, sql`update account set deletion_due_at = null where id = ${id} and deletion_due_at > now()`)

/** Accounts due for deletion, oldest first. */
export const listDueDeletions = (db: Db, limit: number): Promise<string[]> =>
  queryIds(db, sql`select id from account where deletion_due_at <= now() order by deletion_due_at limit ${limit}`)

/**
 * Whether deleting this account, whose deletion is due, would leave no operator. The trigger `require_operator` would then refuse the
 * deletion.
 */
export const isLastOperator = (db: Db, id: string): Promise<boolean> =>
  rowExists(db, sql`select from account where id = ${id} and is_operator and not has_operator()`)

/**
 * Deletes an account with all rows that cascade; delete its content before.
 * @returns the user to notify; undefined if the account was already deleted
 */
export const deleteAccount = (db: Db, id: string) =>
  db
    .deleteFrom('account')
    .where('id', '=', id)
    .returning((eb) => ['email', eb.ref('language').$castTo<Language>().as('language')])
    .executeTakeFirst()

/** The account that owns the content of deleted users in teams without members. */
export const placeholderAccountId = '00000000000'

/**
 * Creates the placeholder account, which can neither log in nor be found. Its channels are hidden.
 * @returns its id
 */
export async function insertPlaceholderAccount(db: Db): Promise<string> {
  await db
    .insertInto('account')
    .values({ id: placeholderAccountId, email: 'nobody@deleted.invalid', password_hash: decoyHash, removed_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return placeholderAccountId
}
