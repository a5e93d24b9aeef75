/** How a guide gets into the database: read into `programme_stage`, then what is new in it is written, all of it or nothing. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import type { KnownChannel } from '../readings.ts'
import type { ImportToRun } from './imports.ts'

/** The columns that a programme of a guide has of its own. */
const names =
  `title sub_title description language translations categories season episode episode_text icon_url rating year is_new is_repeat
  hash`.split(/\s+/)
const columnsOf = (table?: string) => sql.raw(names.map((name) => (table ? `${table}.${name}` : name)).join(', '))
const content = columnsOf()
const contentTypes = sql.raw(`title text, sub_title text, description text, language text, translations jsonb, categories text[],
  season smallint, episode integer, episode_text text, icon_url text, rating text, year smallint, is_new boolean, is_repeat boolean,
  hash bigint`)

/** Channels of a guide that are looked at by one statement. */
const knownEach = 50

/** What is known of a source, channel by channel, packed: the server never has an object for each programme. */
export async function listKnown(db: Db, sourceId: string): Promise<KnownChannel[]> {
  const known: KnownChannel[] = []
  for (let after: number | undefined = 0; after !== undefined;) {
    const { rows } = await sql<KnownChannel & { id: number }>`
      select id, key as channel, coalesce(packed.rows, '') as rows
      from (select id, key from guide_channel where source_id = ${sourceId} and id > ${after} order by id limit ${knownEach}) as looked_at
        cross join lateral (
          select string_agg(int8send(extract(epoch from starts_at)::bigint) || int8send(hash), '') as rows
          from programme where guide_channel_id = looked_at.id) as packed
      order by id`.execute(db)
    known.push(...rows.filter(({ rows: packed }) => packed.length).map(({ channel, rows: packed }) => ({ channel, rows: packed })))
    after = rows.length < knownEach ? undefined : rows.at(-1)!.id
  }
  return known
}

/** Keeps rows, as the child wrote them, until the guide was read. None comes twice. */
export async function stageProgrammes(db: Db, importId: string, rows: string): Promise<void> {
  await sql`
    insert into programme_stage (import_id, channel, starts_at, stops_at, id, ${content})
    select ${importId}, channel, to_timestamp(starts), to_timestamp(stops), id, ${content}
    from json_to_recordset(${rows}::json) as given (channel text, starts bigint, stops bigint, id text, ${contentTypes})`.execute(db)
}

/** Keeps what goes, until the guide was read. */
export async function stageGone(db: Db, importId: string, rows: string): Promise<void> {
  await sql`
    insert into programme_gone_stage (import_id, channel, starts_at)
    select ${importId}, channel, to_timestamp(starts) from json_to_recordset(${rows}::json) as given (channel text, starts bigint)`.execute(
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

/** Guides are written one after the other: each writes titles in pieces, and two at once could each wait for one of the other's for ever. */
export const lockTitles = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('programme_title'))`.execute(tx)

/** Imports of one source wait for each other here, until their transaction ends. @returns when it was last imported; undefined: it is gone */
export async function lockSource(tx: Db, sourceId: string): Promise<string | null | undefined> {
  const { rows } = await sql<{
    imported_at: string | null
  }>`select imported_at::text from tv_source where id = ${sourceId} for update`.execute(tx)
  return rows[0] && rows[0].imported_at
}

/** A transaction that takes long: nobody waits for it, and it holds no locks that others want. */
export async function allowTime(tx: Db, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true), set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)
}

/** So that what is staged is read as the amount that it is. */
export const analyzeStage = (db: Db) => sql`analyze programme_stage, programme_gone_stage, tv_list_stage`.execute(db)

/** Channels of which something was staged, and how much of each. */
export async function listStagedChannels(db: Db, importId: string): Promise<{ channel: string; count: number }[]> {
  const { rows } = await sql<{ channel: string; count: number }>`
    select channel, count(*)::int as count from (
      select channel from programme_stage where import_id = ${importId}
      union all select channel from programme_gone_stage where import_id = ${importId}) as staged
    group by channel order by channel`.execute(db)
  return rows
}

export interface Written {
  written: number
  /** Less than 0 for programmes that the guide did not change, and whose end moves with their next one. */
  unchanged: number
  removed: number
}

/**
 * Writes what differs of these channels. Where one programme runs into the next, it ends there; one without an end lasts until the next,
 * twelve hours at most, and the last one an hour.
 */
export async function writeProgrammes(
  tx: Db,
  { id, source_id }: Pick<ImportToRun, 'id' | 'source_id'>,
  channels: readonly string[],
): Promise<Written> {
  const { rows } = await sql<Written>`
    with touched as materialized (
      select id, key from guide_channel where source_id = ${source_id} and key = any(${channels}::text[])
    ), staged as materialized (
      select touched.id as guide_channel_id, stage.* from programme_stage stage join touched on touched.key = stage.channel where import_id = ${id}
    ), gone as materialized (
      select touched.id as guide_channel_id, starts_at from programme_gone_stage stage join touched on touched.key = stage.channel
      where import_id = ${id}
    ), timed as materialized (
      select guide_channel_id, starts_at, is_staged, stops_at, least(lead(starts_at) over following,
        coalesce(guide_stops_at, starts_at + case when lead(starts_at) over following is null then interval '1 hour' else interval '12 hours' end)
      )::timestamptz(0) as ends_at
      from (
        select guide_channel_id, starts_at, true as is_staged, null::timestamptz as stops_at, stops_at as guide_stops_at from staged
        union all
        select guide_channel_id, starts_at, false, stops_at, guide_stops_at from programme
        where guide_channel_id in (select id from touched)
          and (guide_channel_id, starts_at) not in (select guide_channel_id, starts_at from staged)
          and (guide_channel_id, starts_at) not in (select guide_channel_id, starts_at from gone)
      ) as after_it
      window following as (partition by guide_channel_id order by starts_at)
    ), removed as (
      delete from programme using gone
      where programme.guide_channel_id = gone.guide_channel_id and programme.starts_at = gone.starts_at
      returning 1
    ), written as (
      insert into programme as known (guide_channel_id, id, starts_at, stops_at, guide_stops_at, ${content})
      select staged.guide_channel_id, staged.id, staged.starts_at, timed.ends_at, staged.stops_at, ${columnsOf('staged')}
      from staged join timed on is_staged and timed.guide_channel_id = staged.guide_channel_id and timed.starts_at = staged.starts_at
      on conflict (guide_channel_id, starts_at) do update
        set (stops_at, guide_stops_at, ${content}) = (excluded.stops_at, excluded.guide_stops_at, ${columnsOf('excluded')})
      returning 1
    ), moved as (
      update programme set stops_at = ends_at from timed
      where not is_staged and timed.stops_at <> ends_at
        and programme.guide_channel_id = timed.guide_channel_id and programme.starts_at = timed.starts_at
      returning 1
    )
    select (select count(*) from written) + (select count(*) from moved) as written, -(select count(*) from moved) as unchanged,
      (select count(*) from removed) as removed`.execute(tx)
  return rows[0]!
}

/** What has ended so long ago goes, some thousand at a time. @returns how many went */
export async function deleteOldProgrammes(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with deleted as (
      delete from programme using (
        select guide_channel_id, starts_at from guide_channel
          cross join lateral (
            select guide_channel_id, starts_at from programme
            where guide_channel_id = guide_channel.id and starts_at < now() - make_interval(days => ${days}) and stops_at < now() - make_interval(days => ${days})
            order by starts_at limit 100) as old
        limit 5000) as old
      where programme.guide_channel_id = old.guide_channel_id and programme.starts_at = old.starts_at returning 1)
    select count(*)::int as deleted from deleted`.execute(db)
  return rows[0]!.deleted
}
