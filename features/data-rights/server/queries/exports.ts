import { sql } from 'kysely'
import { type Db, iso } from '#kit/server/db/db.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Export } from '../../contract.ts'
import { exportAddress, exportHours } from '../../rules.ts'

const endsAt = sql<Date>`(data_export.ended_at + make_interval(hours => ${sql.lit(exportHours)}))`

const selectExports = (db: Db) =>
  db
    .selectFrom('data_export')
    .select((eb) => [
      'id',
      eb.ref('state').$castTo<Export['state']>().as('state'),
      'bytes',
      iso(eb.ref('created_at')).as('created_at'),
      sql<string | null>`case when state = 'done' then ${iso(endsAt)} end`.as('expires_at'),
    ])

type Row = Omit<Export, 'url'>
const answerOf = (row: Row | undefined): Export | null =>
  row ? { ...row, url: row.state === 'done' ? exportAddress(row.id) : null } : null

/** Returns the latest export in progress, available, or failed within a day. */
export const findLatestExport = async (db: Db, accountId: string): Promise<Export | null> =>
  answerOf(
    await selectExports(db)
      .where('account_id', '=', accountId)
      .where((eb) => eb.or([eb('state', '=', 'waiting'), eb(endsAt, '>', sql<Date>`now()`)]))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  )

/** @returns its id; undefined while one is in progress */
export const insertExport = async (db: Db, accountId: string): Promise<string | undefined> =>
  (
    await db
      .insertInto('data_export')
      .values({ account_id: accountId })
      .onConflict((conflict) => conflict.column('account_id').where('state', '=', sql.lit('waiting')).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

/** Returns the user of an export in progress. */
export const findWaitingExport = (db: Db, id: string) =>
  db
    .selectFrom('data_export')
    .innerJoin('account', 'account.id', 'data_export.account_id')
    .select((eb) => ['account.id', 'account.email', eb.ref('account.language').$castTo<Language>().as('language')])
    .where('data_export.id', '=', id)
    .where('data_export.state', '=', 'waiting')
    .executeTakeFirst()

/** @returns false if it is no longer wanted */
export async function endExport(db: Db, id: string, outcome: { state: 'done'; bytes: number } | { state: 'failed' }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_export')
    .set({ ...outcome, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether this user can download this archive. */
export const isFetchable = async (db: Db, id: string, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('data_export')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', '=', 'done')
    .where(endsAt, '>', sql<Date>`now()`)
    .executeTakeFirst()) !== undefined

/** Deletes expired exports, and those unfinished after a day. */
export const listLapsedExports = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('data_export')
      .select('id')
      .where((eb) => eb.or([eb(endsAt, '<', sql<Date>`now()`), eb('created_at', '<', sql<Date>`now() - interval '2 days'`)]))
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Deletes the user's earlier exports. @returns their ids, whose files still exist */
export const deleteEarlierExports = async (db: Db, id: string): Promise<string[]> =>
  (
    await db
      .deleteFrom('data_export as earlier')
      .using('data_export as latest')
      .where('latest.id', '=', id)
      .where('latest.state', '=', 'done')
      .whereRef('earlier.account_id', '=', 'latest.account_id')
      .whereRef('earlier.created_at', '<', 'latest.created_at')
      .returning('earlier.id')
      .execute()
  ).map((row) => row.id)

export const deleteExport = (db: Db, id: string) => db.deleteFrom('data_export').where('id', '=', id).execute()

/** Returns which of these archives have a row: other files are orphans. */
export const listKnownExports = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('data_export')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute()
  ).map(({ id }) => id)
