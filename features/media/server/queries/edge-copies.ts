/** Paths of files that a CDN has read. Recorded only if purging is configured. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

export interface EdgeCopy {
  path: string
  kind: string
  thing: string
  version: string
}

/** Minimum interval between two updates of `served_at`. */
const updateInterval = sql`interval '10 minutes'`

export async function recordEdgeCopy(db: Db, { path, kind, thing, version }: EdgeCopy): Promise<void> {
  await sql`
    insert into edge_copy (path, kind, thing, version) values (${path}, ${kind}, ${thing}, ${version})
    on conflict (path) do update set served_at = now() where edge_copy.served_at < now() - ${updateInterval}`.execute(db)
}

/** Lists copies by path. @param after the last path of the previous batch */
export async function listEdgeCopies(db: Db, after: string, limit: number): Promise<EdgeCopy[]> {
  const { rows } = await sql<EdgeCopy>`
    select path, kind, thing, version from edge_copy where path > ${after} order by path limit ${limit}`.execute(db)
  return rows
}

/** Marks the purge of copies as due. */
export const markPurgesDue = (db: Db, paths: readonly string[]) =>
  sql`update edge_copy set purge_since = coalesce(purge_since, now()) where path = any(${[...paths]}::text[])`.execute(db)

/** Deletes the rows of purged copies. */
export const deleteEdgeCopies = (db: Db, paths: readonly string[]) =>
  sql`delete from edge_copy where path = any(${[...paths]}::text[])`.execute(db)

/** Deletes the rows of copies that the CDN has not asked for in a day, except those whose purge is due. */
export const deleteOldEdgeCopies = (db: Db) =>
  sql`delete from edge_copy where served_at < now() - interval '1 day' and purge_since is null`.execute(db)

/** Deletes all rows, if purging is no longer configured. */
export const deleteAllEdgeCopies = (db: Db) => sql`delete from edge_copy`.execute(db)

/** Returns the number of due purges, and the age of the oldest. */
export async function readDuePurges(db: Db): Promise<{ count: number; oldest_seconds: number }> {
  const { rows } = await sql<{ count: number; oldest_seconds: number }>`
    select count(*)::int as count, coalesce(extract(epoch from now() - min(purge_since)), 0)::int as oldest_seconds
    from edge_copy where purge_since is not null`.execute(db)
  return rows[0]!
}
