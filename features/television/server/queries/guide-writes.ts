/** How a guide gets into the database: read into `programme_stage`, then what is new in it is written, all of it or nothing. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
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

/** Keeps rows, as the child wrote them, until the guide was read. @returns lines and titles of those whose channel and start came before */
export async function stageProgrammes(db: Db, importId: string, rows: string): Promise<{ line: number; title: string }[]> {
  const { rows: doubled } = await sql<{ line: number; title: string }>`
    with given as (
      select *, to_timestamp(starts) as starts_at, row_number() over (partition by channel, starts order by line) as nth
      from json_to_recordset(${rows}::json) as one (line integer, channel text, starts bigint, stops bigint, id text, ${contentTypes})
    ), staged as (
      insert into programme_stage (import_id, channel, starts_at, stops_at, id, ${content})
      select ${importId}, channel, starts_at, to_timestamp(stops), id, ${content} from given where nth = 1
      on conflict do nothing
      returning channel, starts_at
    )
    select given.line, given.title from given
    where nth > 1 or not exists (select from staged where staged.channel = given.channel and staged.starts_at = given.starts_at)
    order by line`.execute(db)
  return doubled
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

/** Imports of one source wait for each other here, until their transaction ends. @returns false when the source is gone */
export async function lockSource(tx: Db, sourceId: string): Promise<boolean> {
  const { rows } = await sql`select from tv_source where id = ${sourceId} for update`.execute(tx)
  return rows.length > 0
}

/** A transaction that takes long: nobody waits for it, and it holds no locks that others want. */
export async function allowTime(tx: Db, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true), set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)
}

/** So that what is staged is read as the amount that it is. */
export const analyzeStage = (db: Db) => sql`analyze programme_stage, tv_list_stage`.execute(db)

/** Channels with staged programmes, and how many each has. */
export async function listStagedChannels(db: Db, importId: string): Promise<{ channel: string; count: number }[]> {
  const { rows } = await sql<{ channel: string; count: number }>`
    select channel, count(*)::int as count from programme_stage where import_id = ${importId} group by channel order by channel`.execute(db)
  return rows
}

export interface Written {
  written: number
  unchanged: number
  removed: number
}

/**
 * Writes what is new of these channels. Where one programme runs into the next, it ends there; one without an end lasts until the next,
 * twelve hours at most, and the last one an hour. What stood from the first start on and is not named any more goes, where the guide was read to
 * its end.
 */
export async function writeProgrammes(
  tx: Db,
  { id, source_id }: Pick<ImportToRun, 'id' | 'source_id'>,
  channels: readonly string[],
  isComplete: boolean,
): Promise<Written> {
  const { rows } = await sql<Written>`
    with staged as materialized (
      select stage.*, guide_channel.id as guide_channel_id,
        least(lead(starts_at) over following,
          coalesce(stops_at, starts_at + case when lead(starts_at) over following is null then interval '1 hour' else interval '12 hours' end)
        )::timestamptz(0) as ends_at
      from programme_stage stage join guide_channel on guide_channel.source_id = ${source_id} and guide_channel.key = stage.channel
      where stage.import_id = ${id} and stage.channel = any(${channels}::text[])
      window following as (partition by stage.channel order by stage.starts_at)
    ), removed as (
      delete from programme using (select guide_channel_id, min(starts_at) as starts_at from staged group by guide_channel_id) as first,
        guide_channel
      where ${isComplete} and guide_channel.id = first.guide_channel_id
        and programme.guide_channel_id = first.guide_channel_id and programme.starts_at >= first.starts_at
        and not exists (
          select from programme_stage stage
          where stage.import_id = ${id} and stage.channel = guide_channel.key and stage.starts_at = programme.starts_at)
      returning 1
    ), written as (
      insert into programme as known (guide_channel_id, id, starts_at, stops_at, ${content})
      select staged.guide_channel_id, staged.id, staged.starts_at, staged.ends_at, ${columnsOf('staged')}
      from staged left join programme before
        on before.guide_channel_id = staged.guide_channel_id and before.starts_at = staged.starts_at
      where before.id is null or before.hash <> staged.hash or before.stops_at <> staged.ends_at
      on conflict (guide_channel_id, starts_at) do update set (stops_at, ${content}) = (excluded.stops_at, ${columnsOf('excluded')})
      returning 1
    )
    select (select count(*) from written) as written, (select count(*) from staged) - (select count(*) from written) as unchanged,
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
