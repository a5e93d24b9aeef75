import { sql } from 'kysely'
import { type Db, executeWrite, rowExists, isoTime, queryIds } from '#kit/server/db/db.ts'
import { isJobOpen } from '#kit/server/jobs/job-store.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Export } from '../../contract.ts'
import { exportAddress, exportLifetimeHours } from '../../rules.ts'

const endsAt = sql<Date>`(data_export.ended_at + make_interval(hours => ${sql.lit(exportLifetimeHours)}))`

const selectExports = (db: Db) =>
  db
    .selectFrom('data_export')
    .select((eb) => [
      'id',
      eb.ref('state').$castTo<Export['state']>().as('state'),
      'bytes',
      isoTime(eb.ref('created_at')).as('created_at'),
      sql<string | null>`case when state = 'done' then ${isoTime(endsAt)} end`.as('expires_at'),
    ])

type ExportRow = Omit<Export, 'url'>
const toExport = (row: ExportRow | undefined): Export | null =>
  row ? { ...row, url: row.state === 'done' ? exportAddress(row.id) : null } : null

/** Returns the latest export if it is in progress or available, or failed within a day. */
export const findLatestExport = async (db: Db, accountId: string): Promise<Export | null> =>
  toExport(
    await selectExports(db)
      .where('account_id', '=', accountId)
      .where((eb) => eb.or([eb('state', '=', 'waiting'), eb(endsAt, '>', sql<Date>`now()`)]))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  )

/** @returns its id; undefined while an export is in progress */
export async function insertExport(db: Db, accountId: string): Promise<string | undefined> {
  const [id] = await queryIds(
    db,
    sql`insert into data_export (account_id) values (${accountId})
      on conflict (account_id) where state = 'waiting' do nothing returning id`,
  )
  return id
}

/** Returns the user of an export in progress. */
export const findExportingUser = (db: Db, id: string) =>
  db
    .selectFrom('data_export')
    .innerJoin('account', 'account.id', 'data_export.account_id')
    .select((eb) => ['account.id', 'account.email', eb.ref('account.language').$castTo<Language>().as('language')])
    .where('data_export.id', '=', id)
    .where('data_export.state', '=', 'waiting')
    .executeTakeFirst()

/** @returns false if the export was deleted or has ended already */
export const endExport = (
  db: Db,
  id: string,
  { state, bytes = null }: { state: 'done' | 'failed'; bytes?: number | null },
): Promise<boolean> =>
  executeWrite(
    db,
    sql`update data_export set state = ${state}, bytes = ${bytes}, ended_at = now()
      where id = ${id} and state = 'waiting'`,
  )

/**
 * Fails exports whose job was cancelled, or ended with its process, so that the user can request another.
 * @param jobName the kind of jobs that make exports
 */
export const failLostExports = (db: Db, jobName: string) =>
  sql`update data_export set state = 'failed', ended_at = now()
    where state = 'waiting' and created_at < now() - interval '1 minute' and not ${isJobOpen(jobName, 'data_export.id')}`.execute(db)

/** Whether this user can download this archive. */
export const canDownloadExport = (db: Db, id: string, accountId: string): Promise<boolean> =>
  rowExists(db, sql`select from data_export where id = ${id} and account_id = ${accountId} and state = 'done' and ${endsAt} > now()`)

/** Lists expired exports, and exports older than two days, which were never finished. */
export const listExpiredExports = (db: Db, limit: number): Promise<string[]> =>
  queryIds(db, sql`select id from data_export where ${endsAt} < now() or created_at < now() - interval '2 days' limit ${limit}`)

/** Counts expired exports. */
export const countExpiredExports = (db: Db) =>
  db
    .selectFrom('data_export')
    .select([
      sql<number>`count(*)`.as('files'),
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
      sql<number>`count(distinct account_id)`.as('people'),
    ])
    .where(sql<boolean>`${endsAt} < now()`)
    .executeTakeFirstOrThrow()

/** Deletes the user's earlier exports. @returns their ids, whose files still have to be deleted */
export const deleteEarlierExports = (db: Db, id: string): Promise<string[]> =>
  queryIds(
    db,
    sql`delete from data_export earlier using data_export latest
      where latest.id = ${id} and latest.state = 'done' and earlier.account_id = latest.account_id
        and earlier.created_at < latest.created_at
      returning earlier.id`,
  )

export const deleteExport = (db: Db, id: string) => db.deleteFrom('data_export').where('id', '=', id).execute()

/** Returns the archives that have a row. Files of other archives are leftovers. */
export const listKnownExports = (db: Db, ids: readonly string[]): Promise<string[]> =>
  queryIds(db, sql`select id from data_export where id = any(${ids}::text[])`)
