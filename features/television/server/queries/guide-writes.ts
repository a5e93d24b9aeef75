/** How a guide gets into the database: what is new in it is copied as it is read, all of it or nothing. */
import { sql } from 'kysely'
import { copyRows, inBinary } from '#kit/server/copy-rows.ts'
import type { Db } from '#kit/server/db.ts'
import { programmeColumns } from '../programme-format.ts'
import type { KnownChannel, ProgrammeKeys } from '../readings.ts'

/** Channels of a guide that are looked at by one statement. */
const knownEach = 50

/** What is known of a source, channel by channel, packed: the server never has an object for each programme. */
export async function listKnown(db: Db, sourceId: string): Promise<KnownChannel[]> {
  const known: KnownChannel[] = []
  for (let after: number | undefined = 0; after !== undefined;) {
    const { rows } = await sql<KnownChannel>`
      select id, key as channel, coalesce(packed.rows, '') as rows
      from (select id, key from guide_channel where source_id = ${sourceId} and id > ${after} order by id limit ${knownEach}) as looked_at
        cross join lateral (
          select string_agg(int8send(extract(epoch from starts_at)::bigint) || int8send(hash), '') as rows
          from guide_programme where guide_channel_id = looked_at.id) as packed
      order by id`.execute(db)
    known.push(...rows)
    after = rows.length < knownEach ? undefined : rows.at(-1)!.id
  }
  return known
}

/** Gives channels of a guide their ids. What else they are is written when all of it was read. @returns them in this order */
export async function addGuideChannels(tx: Db, sourceId: string, keys: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with given as (select key, place from unnest(${keys}::text[]) with ordinality as given (key, place)),
      added as (
        insert into guide_channel (source_id, key, name, hash) select ${sourceId}, key, key, 0 from given order by place returning id, key)
    select added.id from added join given using (key) order by place`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Rows as the child wrote them. None is there yet. */
export const copyProgrammes = (tx: Db, rows: Uint8Array) =>
  copyRows(
    tx,
    sql`copy guide_programme (${sql.join(programmeColumns.map((column) => sql.ref(column)))}) from stdin (format binary)`,
    inBinary(rows),
  )

/** Until PostgreSQL has looked at them by itself, statements are planned for as few programmes as there were before. */
export const analyzeProgrammes = (db: Db) => sql`analyze guide_programme`.execute(db)

/** @returns how many went */
export async function deleteProgrammes(tx: Db, { channels, starts }: ProgrammeKeys): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with deleted as (
      delete from guide_programme using unnest(${channels}::integer[], ${starts}::bigint[]) as gone (channel, start)
      where guide_channel_id = channel and starts_at = to_timestamp(start) returning 1)
    select count(*)::int as deleted from deleted`.execute(tx)
  return rows[0]!.deleted
}

/** Channels that their guide no longer names go with their last programme, unless a TV channel points at them: guides that name them anew each day would fill up. */
export async function deleteUnusedChannels(tx: Db, channels: readonly number[]): Promise<void> {
  await sql`
    delete from guide_channel where id = any(${channels}::integer[])
      and not exists (select from guide_programme where guide_channel_id = guide_channel.id)
      and not exists (select from tv_channel where guide_channel_id = guide_channel.id)`.execute(tx)
}

/** Titles of programmes that are there soon. Others that begin with the same do not wait: each is there at once, for whoever adds it. */
export async function addTitles(db: Db, titles: readonly string[]): Promise<void> {
  await sql`insert into programme_title (title) select title from unnest(${titles}::text[]) as title order by title on conflict do nothing`.execute(
    db,
  )
}

/** Channels that were read, as pieces of rows. What is as it was is left alone. */
export async function writeGuideChannels(tx: Db, sourceId: string, rows: string): Promise<void> {
  await sql`
    insert into guide_channel as known (source_id, key, name, match_names, icon_url, hash)
    select ${sourceId}, given.*
    from json_to_recordset(${rows}::json) as given (key text, name text, match_names text[], icon_url text, hash bigint)
    where not exists (select from guide_channel where source_id = ${sourceId} and key = given.key and hash = given.hash)
    on conflict (source_id, key) do update set
      name = excluded.name, match_names = excluded.match_names, icon_url = excluded.icon_url, hash = excluded.hash`.execute(tx)
}

/** Until the transaction ends no title is forgotten: programmes that have them may not be there yet. See {@link deleteUnusedTitles}. */
export const keepTitles = (tx: Db) => sql`select pg_advisory_xact_lock_shared(hashtext('programme_title'))`.execute(tx)

/** Imports of one source wait for each other here, until their transaction ends; and it is not deleted before. @returns false when it is gone */
export async function lockSource(tx: Db, sourceId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('tv_source'), hashtext(${sourceId}))`.execute(tx)
  const { rows } = await sql`select from tv_source where id = ${sourceId} for key share`.execute(tx)
  return rows.length > 0
}

/** A transaction that takes long, also while nothing is asked in it: nobody waits for it, and it holds no locks that others want. */
export async function allowTime(tx: Db, { statementMs, idleMs }: { statementMs: number; idleMs: number }): Promise<void> {
  const [each, idle] = [String(statementMs), String(idleMs)]
  await sql`select set_config('statement_timeout', ${each}, true), set_config('lock_timeout', ${each}, true),
    set_config('idle_in_transaction_session_timeout', ${idle}, true)`.execute(tx)
}

/**
 * Finds the ends of programmes on these channels. Where one runs into the next, it ends there; one without an end lasts until the next,
 * twelve hours at most, and the last one an hour. `starts`: where the guide begins on each channel; programmes before are not in it.
 * @returns how many programmes of the guide moved that this transaction did not write
 */
export async function settleEnds(tx: Db, { channels, starts }: ProgrammeKeys): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with timed as materialized (
      select guide_channel_id, starts_at, stops_at, xmin = pg_current_xact_id()::xid as is_written_here, least(lead(starts_at) over following,
        coalesce(guide_stops_at, starts_at + case when lead(starts_at) over following is null then interval '1 hour' else interval '12 hours' end)
      )::timestamptz(0) as ends_at
      from guide_programme where guide_channel_id = any(${channels}::integer[])
      window following as (partition by guide_channel_id order by starts_at)
    ), moved as (
      update guide_programme set stops_at = ends_at from timed
      where timed.stops_at <> ends_at and guide_programme.guide_channel_id = timed.guide_channel_id and guide_programme.starts_at = timed.starts_at
      returning is_written_here, guide_programme.guide_channel_id, guide_programme.starts_at
    )
    select count(*) filter (where not is_written_here)::int as moved
    from moved join unnest(${channels}::integer[], ${starts}::bigint[]) as guide (channel, start)
      on guide_channel_id = channel and starts_at >= to_timestamp(start)`.execute(tx)
  return rows[0]!.moved
}

/** What has ended so long ago goes, some thousand at a time; what an import has at hand, another time. @returns how many went */
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
