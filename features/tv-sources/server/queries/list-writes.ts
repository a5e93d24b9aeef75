/** Writes a list: entries are read into `tv_list_stage`, then changes are written atomically. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { positionStep } from '../../rules.ts'
import type { ImportCounts, ImportToRun } from './imports.ts'

type WriteCounts = Pick<ImportCounts, 'written' | 'unchanged' | 'removed'>

/** Columns that a list sets and an operator may override. */
const overridableColumns = ['kind', 'name', 'match_name', 'tvg_id', 'number', 'groups', 'stream_url', 'catchup_days', 'adult'] as const
/** Columns that only the list sets. */
const listOnly = [
  'match_tvg_name',
  'logo_url',
  'stream_headers',
  'stream_kind',
  'is_protected',
  'catchup_mode',
  'catchup_source',
  'guide_shift_minutes',
  'hash',
]

const columns = sql.raw([...overridableColumns, ...listOnly].join(', '))
const stageColumns = sql.raw([...overridableColumns, ...listOnly].map((name) => `stage.${name}`).join(', '))
/** Returns the column that operators set to override a column. The normalized name is overridden with the name. */
const sourceColumn = (name: string) => (name === 'match_name' ? 'name' : name)
const mergedColumns = sql.raw(
  [
    ...overridableColumns.map(
      (name) => `${name} = case when '${sourceColumn(name)}' = any(channel.set_by_hand) then channel.${name} else stage.${name} end`,
    ),
    ...listOnly.map((name) => `${name} = stage.${name}`),
  ].join(', '),
)

/** Stages a batch of rows from the child process. @returns lines and names of duplicates */
export async function stageEntries(db: Db, importId: string, rows: string): Promise<{ line: number; name: string }[]> {
  const { rows: doubled } = await sql<{ line: number; name: string }>`
    with given as (
      select line, kind, name, match_name, coalesce(match_tvg_name, '') as match_tvg_name, tvg_id, number, groups, logo_url, stream_url,
        stream_headers, stream_kind, is_protected, catchup_mode, catchup_source, catchup_days, guide_shift_minutes, adult, hash,
        row_number() over (partition by name, tvg_id, stream_url, kind order by line) as nth
      from json_to_recordset(${rows}::json) as one (line integer, kind text, name text, match_name text, match_tvg_name text, tvg_id text,
        number double precision, groups text[], logo_url text, stream_url text, stream_headers jsonb, stream_kind text, is_protected boolean, catchup_mode text,
        catchup_source text, catchup_days smallint, guide_shift_minutes smallint, adult boolean, hash bigint)
    ), staged as (
      insert into tv_list_stage (import_id, line, ${columns})
      select ${importId}, line, ${columns} from given
      where nth = 1 and not exists (
        select from tv_list_stage before
        where import_id = ${importId} and md5(before.name) = md5(given.name) and md5(before.stream_url) = md5(given.stream_url)
          and before.tvg_id is not distinct from given.tvg_id)
      on conflict do nothing
      returning line
    )
    select line, name from given where line not in (select line from staged) order by line`.execute(db)
  return doubled
}

/** Keys that match an entry to an existing channel, the most reliable first. Entries with equal keys are matched in order. */
const matchKeys = [
  `coalesce(one.tvg_id, '') || E'\\n' || one.name || E'\\n' || one.url`,
  `one.tvg_id || E'\\n' || one.name`,
  `one.url`,
  `one.tvg_id`,
  `one.name`,
].map((key) => sql.raw(key))

/** Matches staged entries to existing channels; other entries get new ids. */
async function matchEntries(tx: Db, { id, source_id }: Pick<ImportToRun, 'id' | 'source_id'>): Promise<void> {
  for (const key of matchKeys)
    await sql`
      with entry as (
        select line, key, row_number() over (partition by key order by line) as nth
        from (select line, ${key} as key from (
          select line, name, tvg_id, stream_url as url from tv_list_stage
          where import_id = ${id} and kind <> 'on_demand' and channel_id is null) as one) as keyed
        where key is not null
      ), channel as (
        select id, key, row_number() over (partition by key order by position, id) as nth
        from (select id, position, ${key} as key from (
          select id, position, list_name as name, list_tvg_id as tvg_id, list_url as url from tv_channel
          where source_id = ${source_id}
            and not exists (select from tv_list_stage where import_id = ${id} and channel_id = tv_channel.id)) as one) as keyed
        where key is not null
      )
      update tv_list_stage stage set channel_id = channel.id
      from entry join channel using (key, nth)
      where stage.import_id = ${id} and stage.line = entry.line`.execute(tx)
  await sql`
    update tv_list_stage set channel_id = random_id(), is_new = true
    where import_id = ${id} and kind <> 'on_demand' and channel_id is null`.execute(tx)
}

/** Writes new, changed, missing and returned channels. New channels come after all others, in the order of their list. */
export async function writeChannels(tx: Db, source: Pick<ImportToRun, 'id' | 'source_id'>): Promise<WriteCounts> {
  const { id, source_id } = source
  await matchEntries(tx, source)
  const { rows } = await sql<WriteCounts>`
    with staged as materialized (select * from tv_list_stage where import_id = ${id} and kind <> 'on_demand'),
    added as (
      insert into tv_channel (id, source_id, ${columns}, list_name, list_tvg_id, list_url, position, picture_due_at)
      select channel_id, ${source_id}, ${stageColumns}, name, tvg_id, stream_url,
        coalesce((select max(position) from tv_channel), 0) + ${positionStep}::bigint * row_number() over (order by line),
        case when logo_url is not null then now() end
      from staged stage where is_new
      returning 1
    ), changed as (
      update tv_channel channel set ${mergedColumns}, list_name = stage.name, list_tvg_id = stage.tvg_id, list_url = stage.stream_url,
        gone_at = null,
        picture_due_at = case when stage.logo_url is distinct from channel.logo_url and not 'logo' = any(channel.set_by_hand) then now()
          else channel.picture_due_at end
      from staged stage
      where not stage.is_new and channel.id = stage.channel_id and (channel.hash <> stage.hash or channel.gone_at is not null)
      returning 1
    ), gone as (
      update tv_channel set gone_at = now()
      where source_id = ${source_id} and gone_at is null
        and not exists (select from tv_list_stage where import_id = ${id} and channel_id = tv_channel.id)
      returning 1
    ), counted as (select (select count(*) from added) + (select count(*) from changed) as written)
    select written, (select count(*) from staged) - written as unchanged, (select count(*) from gone) as removed from counted`.execute(tx)
  return rows[0]!
}

/** Maximum on-demand videos per channel, as more would make its response too large. */
const maxItems = 2000

/** An entry that was not written. */
export interface SkippedEntry {
  line: number
  name: string
  code: 'no_channel_for_item' | 'too_many'
}

/**
 * Assigns each on-demand entry to a channel of its list: the one with the same guide id, else the first of its group. Adult entries are
 * assigned only to adult channels.
 */
async function findChannelsOfItems(tx: Db, importId: string): Promise<void> {
  await sql`
    with listed as (
      select stage.line, lower(stage.tvg_id) as tvg_id, stage.groups, tv_channel.id, tv_channel.adult
      from tv_list_stage stage join tv_channel on tv_channel.id = stage.channel_id
      where stage.import_id = ${importId} and stage.kind <> 'on_demand'
    ), by_id as materialized (
      select distinct on (tvg_id, adult) tvg_id as key, adult, id from listed where tvg_id is not null order by tvg_id, adult, line
    ), by_group as materialized (
      select distinct on (key, adult) key, adult, id from listed, unnest(groups) as key order by key, adult, line
    ), found as (
      select item.line, coalesce(open_by_id.id, adult_by_id.id, open_by_group.id, adult_by_group.id) as channel_id
      from tv_list_stage item
        left join by_id open_by_id on open_by_id.key = lower(item.tvg_id) and not open_by_id.adult and not item.adult
        left join by_id adult_by_id on adult_by_id.key = lower(item.tvg_id) and adult_by_id.adult
        left join by_group open_by_group on open_by_group.key = item.groups[1] and not open_by_group.adult and not item.adult
        left join by_group adult_by_group on adult_by_group.key = item.groups[1] and adult_by_group.adult
      where item.import_id = ${importId} and item.kind = 'on_demand'
    )
    update tv_list_stage item set channel_id = found.channel_id
    from found where item.import_id = ${importId} and item.line = found.line`.execute(tx)
}

/** Writes on-demand videos. @returns the counts, and the videos left out: without a channel, or above the limit */
export async function writeItems(
  tx: Db,
  { id, source_id }: Pick<ImportToRun, 'id' | 'source_id'>,
): Promise<WriteCounts & { skippedEntries: SkippedEntry[] }> {
  await findChannelsOfItems(tx, id)
  const { rows: skippedEntries } = await sql<SkippedEntry>`
    with item as (
      select line, name, channel_id, row_number() over (partition by channel_id order by line) as nth
      from tv_list_stage where import_id = ${id} and kind = 'on_demand'
    ), left_out as (
      update tv_list_stage stage set channel_id = null from item
      where stage.import_id = ${id} and stage.line = item.line and (item.channel_id is null or item.nth > ${maxItems})
      returning item.line, item.name, case when item.channel_id is null then 'no_channel_for_item' else 'too_many' end as code
    )
    select line, name, code from left_out order by line`.execute(tx)
  const { rows } = await sql<WriteCounts>`
    with staged as materialized (
      select distinct on (channel_id, hash) * from tv_list_stage
      where import_id = ${id} and kind = 'on_demand' and channel_id is not null order by channel_id, hash, line
    ), removed as (
      delete from tv_item using tv_channel
      where tv_channel.id = tv_item.channel_id and tv_channel.source_id = ${source_id}
        and not exists (select from staged where staged.channel_id = tv_item.channel_id and staged.hash = tv_item.hash)
      returning 1
    ), added as (
      insert into tv_item (channel_id, title, url, poster_url, "group", position, hash)
      select channel_id, name, stream_url, logo_url, coalesce(groups[1], ''), line, hash from staged
      where not exists (select from tv_item where tv_item.channel_id = staged.channel_id and tv_item.hash = staged.hash)
      returning 1
    )
    select (select count(*) from added) as written, (select count(*) from staged) - (select count(*) from added) as unchanged,
      (select count(*) from removed) as removed`.execute(tx)
  return { ...rows[0]!, skippedEntries }
}

/** Deletes channels that have been missing from their list for a month. */
export const deleteMissingChannels = (db: Db) =>
  db
    .deleteFrom('tv_channel')
    .where('gone_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()

/** Updates the planner's statistics of the staged rows. */
export const analyzeStage = (db: Db) => sql`analyze tv_list_stage`.execute(db)
