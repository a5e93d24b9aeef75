/** Writes a guide: stages its programmes as they are read, then merges them into the table in the same transaction. */
import { sql } from 'kysely'
import { copyRows } from '#kit/server/db/copy-rows.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { StoredProgrammes } from '../guide-channels.ts'
import { programmeColumns } from '../programme-rows.ts'
import { maxProgrammeSeconds } from '../xmltv-programme.ts'

const columns = sql.join(programmeColumns.map((column) => sql.ref(column)))
const columnsOf = (table: string) => sql.join(programmeColumns.map((column) => sql.ref(`${table}.${column}`)))

/**
 * Creates two staging tables, which are dropped at the end of the transaction. `guide_stage` has new, changed and deleted programmes, with
 * their channel's id in the guide; a deleted programme has no id. `guide_stage_channel` has all channels. A constraint checks the
 * programmes, because the child process that makes them reads untrusted bytes.
 */
export async function createStage(tx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  const time = (seconds: number) => sql`to_timestamp(${sql.lit(seconds)})`
  await sql`create temp table guide_stage on commit drop as
    select key as channel, ${columnsOf('guide_programme')} from guide_channel, guide_programme with no data`.execute(tx)
  await sql`alter table guide_stage add check (id is null or (
    id ~ '^[0-9A-Za-z]{11}$' and starts_at >= ${time(from - maxProgrammeSeconds)} and starts_at < ${time(to)}
    and coalesce(guide_stops_at, starts_at) <= starts_at + make_interval(secs => ${sql.lit(maxProgrammeSeconds)})) is true)`.execute(tx)
  await sql`create temp table guide_stage_channel (key text, id integer, first_at timestamptz) on commit drop`.execute(tx)
}

/** Lists hashes of a guide's stored programmes as text, which the server passes on unparsed. */
export async function listStoredProgrammes(db: Db, sourceId: string): Promise<StoredProgrammes> {
  const { rows } = await sql<{ key: string; programmes: string }>`
    select key, '[' || string_agg('[' || extract(epoch from starts_at)::bigint || ',' || guide_programme.hash || ']', ',') || ']' as programmes
    from guide_channel join guide_programme on guide_channel_id = guide_channel.id
    where source_id = ${sourceId} group by key`.execute(db)
  return new Map(rows.map(({ key, programmes }) => [key, programmes]))
}

export const stageProgrammes = (tx: Db, lines: Uint8Array) => copyRows(tx, sql`copy guide_stage (channel, ${columns}) from stdin`, [lines])

/** Writes new and changed programmes, and deletes programmes that are gone. Does not set ends: see {@link updateProgrammeEnds}. */
export async function writeProgrammes(tx: Db): Promise<{ written: number; removed: number }> {
  await sql`analyze guide_stage (channel, title, starts_at), guide_stage_channel`.execute(tx)
  // `guide_programme` may have been analyzed while empty. PostgreSQL then considers its scan free, and would repeat it for each staged row.
  await sql`set local enable_seqscan = off`.execute(tx)
  const deleted = await sql<{ removed: number }>`
    with deleted as (
      delete from guide_programme using guide_stage join guide_stage_channel on key = channel
      where guide_channel_id = guide_stage_channel.id and guide_programme.starts_at = guide_stage.starts_at
      returning guide_stage.id is null as is_gone
    )
    select count(*) filter (where is_gone)::int as removed from deleted`.execute(tx)
  const inserted = await sql`
    insert into guide_programme (guide_channel_id, stops_at, ${columns})
    select guide_stage_channel.id, coalesce(guide_stops_at, starts_at + interval '1 hour'), ${columnsOf('guide_stage')}
    from guide_stage join guide_stage_channel on key = channel where guide_stage.id is not null`.execute(tx)
  return { written: Number(inserted.numAffectedRows), removed: deleted.rows[0]!.removed }
}

/**
 * Sets the ends of programmes on the changed channels. A programme that overlaps the next one ends where the next one begins. A programme
 * without an end lasts until the next one, at most twelve hours, or an hour if it is the last one of its channel.
 * @returns the number of programmes whose end changed. Omits programmes that this transaction wrote, and those before the channel's first
 * programme in the guide
 */
export async function updateProgrammeEnds(tx: Db): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with timed as materialized (
      select guide_channel_id, starts_at, stops_at, xmin = pg_current_xact_id()::xid as is_written_here, least(lead(starts_at) over following,
        coalesce(guide_stops_at, starts_at + case when lead(starts_at) over following is null then interval '1 hour' else interval '12 hours' end)
      )::timestamptz(0) as ends_at
      from guide_programme where guide_channel_id in (select id from guide_stage_channel where key in (select channel from guide_stage))
      window following as (partition by guide_channel_id order by starts_at)
    ), moved as (
      update guide_programme set stops_at = ends_at from timed
      where timed.stops_at <> ends_at and guide_programme.guide_channel_id = timed.guide_channel_id and guide_programme.starts_at = timed.starts_at
      returning is_written_here, guide_programme.guide_channel_id, guide_programme.starts_at
    )
    select count(*) filter (where not is_written_here)::int as moved
    from moved join guide_stage_channel on id = guide_channel_id and starts_at >= first_at`.execute(tx)
  return rows[0]!.moved
}

/** Adds the titles of the guide. Imports with the same new titles wait until the transaction ends, so call this last. */
export const addTitles = (tx: Db) =>
  sql`
    insert into programme_title (title)
    select distinct title from guide_stage where title is not null and not exists (select from programme_title where title = guide_stage.title)
    order by title on conflict do nothing`.execute(tx)

/**
 * Deletes channels that the guide no longer contains, once they have no programmes and no TV channel uses them. Without this, channels of
 * guides with new names each day would accumulate.
 */
export async function deleteUnlistedGuideChannels(tx: Db, sourceId: string): Promise<void> {
  await sql`
    delete from guide_channel where source_id = ${sourceId}
      and not exists (select from guide_stage_channel where guide_stage_channel.id = guide_channel.id)
      and not exists (select from guide_programme where guide_channel_id = guide_channel.id)
      and not exists (select from tv_channel where guide_channel_id = guide_channel.id)`.execute(tx)
}

/** Updates the planner's statistics. Until autoanalyze does, PostgreSQL would plan for the former number of programmes. */
export const analyzeProgrammes = (db: Db) => sql`analyze guide_programme`.execute(db)

/** Stages a batch of channels of the guide (rows of `guide-channels.ts`), and writes those that are new or changed. */
export async function writeGuideChannels(tx: Db, sourceId: string, rows: string): Promise<void> {
  await sql`
    insert into guide_channel as known (source_id, key, name, match_names, icon_url, hash)
    select ${sourceId}, given.*
    from json_to_recordset(${rows}::json) as given (key text, name text, match_names text[], icon_url text, hash bigint)
    where not exists (select from guide_channel where source_id = ${sourceId} and key = given.key and hash = given.hash)
    on conflict (source_id, key) do update set
      name = excluded.name, match_names = excluded.match_names, icon_url = excluded.icon_url, hash = excluded.hash`.execute(tx)
  await sql`
    insert into guide_stage_channel (key, id, first_at) select key, id, to_timestamp(first)
    from json_to_recordset(${rows}::json) as given (key text, first bigint) join guide_channel using (key) where source_id = ${sourceId}`.execute(
    tx,
  )
}

/**
 * Blocks the deletion of titles until the transaction ends, as their programmes may not be committed yet. See {@link deleteUnusedTitles}.
 */
export const lockTitles = (tx: Db) => sql`select pg_advisory_xact_lock_shared(hashtext('programme_title'))`.execute(tx)

/** Serializes imports of one source until their transaction ends, and prevents its deletion. @returns false if it was deleted */
export async function lockSource(tx: Db, sourceId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('tv_source'), hashtext(${sourceId}))`.execute(tx)
  const { rows } = await sql`select from tv_source where id = ${sourceId} for key share`.execute(tx)
  return rows.length > 0
}

/** Sets long timeouts for a transaction that may also be idle. The transaction holds no contended locks, so it delays no other caller. */
export async function extendTimeouts(tx: Db, { statementMs, idleMs }: { statementMs: number; idleMs: number }): Promise<void> {
  const [statement, idle] = [String(statementMs), String(idleMs)]
  await sql`select set_config('statement_timeout', ${statement}, true), set_config('lock_timeout', ${statement}, true),
    set_config('idle_in_transaction_session_timeout', ${idle}, true)`.execute(tx)
}

/**
 * Deletes programmes that ended this many days ago, up to 5,000 at a time; skips programmes locked by an import.
 * @returns the number of deleted rows
 */
export async function deleteOldProgrammes(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with deleted as (
      delete from guide_programme using (
        select guide_channel_id, starts_at from guide_channel
          cross join lateral (
            select guide_channel_id, starts_at from guide_programme
            where guide_channel_id = guide_channel.id and starts_at < now() - make_interval(days => ${days}) and stops_at < now() - make_interval(days => ${days})
            order by starts_at limit 100 for update skip locked) as old
        limit 5000) as old
      where guide_programme.guide_channel_id = old.guide_channel_id and guide_programme.starts_at = old.starts_at returning 1)
    select count(*)::int as deleted from deleted`.execute(db)
  return rows[0]!.deleted
}

/**
 * Deletes up to 5,000 titles without programmes. Does nothing during an import of a guide, whose programmes are not committed yet.
 * @returns the number of deleted rows
 */
export const deleteUnusedTitles = (db: Db): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('programme_title')) as is_mine`.execute(tx)
    if (!rows[0]!.is_mine) return 0
    const deleted = await sql`
      delete from programme_title where title in (
        select title from programme_title where not exists (
          select from guide_programme as programme where hashtext(programme.title) = hashtext(programme_title.title) and programme.title = programme_title.title)
        limit 5000)`.execute(tx)
    return Number(deleted.numAffectedRows)
  })
