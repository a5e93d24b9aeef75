import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { deleteInBatches } from '#kit/server/db/delete-in-batches.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import { startOnChannel } from './programmes.ts'

/** A viewer, with a hash in hexadecimal, and for users also their id. Where users must stay anonymous, only the hash is used. */
export interface Viewer {
  user?: string | undefined
  visitor: string
}
export const viewerKey = ({ user, visitor }: Viewer): string => user ?? visitor
/** The viewed thing, with its key in tables. A TV channel without a programme is live TV. */
export type ViewTarget = { video: string } | { playlist: number } | { tvChannel: string; programme: string | null }

export const visitorHashOf = ({ visitor }: Viewer) => sql`decode(${visitor}::text, 'hex')`
/** SQL on `view_action`: true if the view is from the last 30 minutes. The condition on `half_hour` limits the read to these partitions. */
const isRecent = sql`half_hour between half_hour(now()) - 1 and half_hour(now()) and viewed_at > now() - interval '30 minutes'`
/** SQL on `view_action`: true if the view is by this viewer, named or anonymous. */
const viewerCondition = (viewer: Viewer) => {
  const byHash = sql`(user_id is null and visitor = ${visitorHashOf(viewer)})`
  return viewer.user === undefined ? byHash : sql`((user_id = ${viewer.user} and visitor is null) or ${byHash})`
}
/** Columns of views that identify the viewed thing, with their SQL types. */
const columnTypes = { video_id: 'text', playlist_key: 'bigint', tv_channel_id: 'text', programme_id: 'text' } as const
type Column = keyof typeof columnTypes
type Columns<T> = Partial<Record<Column, T>>
const typeOf = (column: Column) => sql.raw(columnTypes[column])

function columnsOf(viewed: ViewTarget): Columns<string | number> {
  if ('video' in viewed) return { video_id: viewed.video }
  if ('playlist' in viewed) return { playlist_key: viewed.playlist }
  const { tvChannel: tv_channel_id, programme: programme_id } = viewed
  return programme_id === null ? { tv_channel_id } : { tv_channel_id, programme_id }
}
const namesOf = (columns: Columns<unknown>) => Object.keys(columns) as Column[]
/** Returns the columns that identify a thing, as one text. All things of one type use the same columns. */
export const viewTargetKind = (viewed: ViewTarget): string => namesOf(columnsOf(viewed)).join()
export const viewTargetKey = (viewed: ViewTarget): string => Object.values(columnsOf(viewed)).join()

/** SQL on `view_action`: true if these columns name the subject of the view. */
const targetCondition = (columns: Columns<RawBuilder<unknown>>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    namesOf(columnTypes).map((column) =>
      columns[column] ? sql`${sql.ref(column)} = ${columns[column]}` : sql`${sql.ref(column)} is null`,
    ),
    sql` and `,
  )})`
const isOfTarget = (viewed: ViewTarget) => {
  const columns = columnsOf(viewed)
  return targetCondition(Object.fromEntries(namesOf(columns).map((column) => [column, sql`${columns[column]}::${typeOf(column)}`])))
}

/** Finds a guest's view of the last 30 minutes. */
export const findRecentView = prepareOne(
  (_: Db, visitor: string, viewed: ViewTarget) => sql<{ id: string }>`
    select id from view_action where ${isOfTarget(viewed)} and ${viewerCondition({ visitor })} and ${isRecent} limit 1`,
)

/** SQL on `requested` and `playlist`: true if the viewer owns the channel, alone or in a team. */
const isOwnChannel = sql`(coalesce(playlist.owner_id = requested.account_id, false) or exists (
  select from team_member where team_member.user_id = requested.account_id and team_id = playlist.team_id))`

/**
 * SQL on `requested`: the channel or TV channel of the viewed thing, with a video's series, or a programme's title. No row if the thing was
 * deleted, or if the programme begins more than 5 minutes from now. These minutes allow for differences between clocks.
 */
function channelOf(columns: Columns<unknown>) {
  if (columns.video_id)
    return sql`
        select playlist.key::text as channel_id, series.id as series_id, null::text as title, ${isOwnChannel} as is_own
        from video join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
        where video.id = requested.video_id`
  if (columns.playlist_key)
    return sql`select key::text as channel_id, null::text as series_id, null::text as title, ${isOwnChannel} as is_own from playlist where key = requested.playlist_key`
  const tvChannel = sql`select tv_channel.id as channel_id, null::text as series_id, coalesce(tv_channel.owner_id = requested.account_id, false) as is_own`
  return columns.programme_id
    ? sql`
        ${tvChannel}, programme.title from tv_channel, programme
        where tv_channel.id = requested.tv_channel_id and programme.id = requested.programme_id and ${startOnChannel} < now() + interval '5 minutes'`
    : sql`${tvChannel}, null::text as title from tv_channel where id = requested.tv_channel_id`
}

/** SQL on `inserted` and `viewer`: queues the view for its channel, and for its video or programme. */
function queueViewSql(columns: Columns<unknown>) {
  const item = columns.video_id ? 'video_id' : 'programme_id'
  const items = [sql.lit(''), ...(columns[item] ? [sql.ref(`inserted.${item}`)] : [])]
  return sql`
      insert into view_to_count (channel_type, channel_id, item_id, series_id, title, viewer, viewed_at, is_own, source)
      select ${sql.lit(columns.tv_channel_id ? 'tv_channel' : 'playlist')}, channel_id, item_id, series_id, title,
        coalesce(inserted.user_id, encode(inserted.visitor, 'hex')), viewed_at, is_own, source
      from inserted join viewer on viewer.id = inserted.id cross join unnest(array[${sql.join(items)}]) as item_id`
}

/** A view to be inserted with a new id. */
export interface NewView {
  id: string
  viewer: Viewer
  viewed: ViewTarget
  /** How the viewer came to the thing: see `viewSource`. */
  source: string
}
interface RequestedViews {
  ids: readonly string[]
  users: readonly (string | null)[]
  visitors: readonly string[]
  sources: readonly string[]
  /** Indexes of the views, in the order in which they are locked. */
  turns: readonly number[]
}
const fillViews = prepare(
  (_: Db, { ids, users, visitors, sources, turns }: RequestedViews, subjectColumns: Columns<readonly unknown[]>) => {
    const names = namesOf(subjectColumns)
    const refs = sql.join(names.map((column) => sql.ref(column)))
    const isSame = targetCondition(Object.fromEntries(names.map((column) => [column, sql.ref(`requested.${column}`)])))
    const recent = (viewer: RawBuilder<unknown>) => sql`(select id from view_action where ${isSame} and ${viewer} and ${isRecent} limit 1)`
    return sql<{ requested_id: string; id: string | null }>`
    with requested as materialized (
      select *, nextval('view_order') as seq from unnest(${ids}::text[], ${users}::text[], ${visitors}::bytea[], ${sources}::text[], ${turns}::integer[],
        ${sql.join(names.map((column) => sql`${subjectColumns[column]}::${typeOf(column)}[]`))}) as new_view (id, account_id, hash, source, turn, ${refs})
    ), viewer as materialized (
      select requested.*, place.*, case when not exists (select from no_watch_history where user_id = account_id) then account_id end as user_id,
        coalesce(${recent(sql`user_id = account_id and visitor is null`)}, ${recent(sql`user_id is null and visitor = hash`)}) as recent_id
      from requested cross join lateral (${channelOf(subjectColumns)}) as place
    ), free as materialized (
      select id from account where id = any(array(select user_id from viewer where recent_id is null)) order by id for key share skip locked
    ), inserted as (
      insert into view_action (id, ${refs}, user_id, visitor, seq)
      select id, ${refs}, user_id, case when user_id is null then hash end, seq from viewer
      where recent_id is null and (user_id is null or user_id in (select id from free))
      order by turn
      on conflict do nothing returning *
    ), to_count as (${queueViewSql(subjectColumns)})
    select id as requested_id, recent_id as id from viewer where recent_id is not null
    union all select id, id from inserted
    union all select viewer.id, null from viewer join account on account.id = user_id
      where recent_id is null and user_id not in (select id from free)`
  },
)

const orderOf = ({ viewer, viewed }: NewView) => `${viewerKey(viewer)} ${viewTargetKey(viewed)}`

/**
 * Finds each view of the last 30 minutes, or inserts a new uncounted view with the given id. Writes in a fixed order, to avoid deadlocks,
 * and doesn't wait for accounts that others have locked.
 * @param views of things of one type, each with another viewer or thing
 * @returns view ids by given id; null if the account is locked and nothing was written. An id is missing if a concurrent request is
 *   inserting the view, or if its viewer or thing was deleted
 */
export async function insertViews(db: Db, views: readonly [NewView, ...NewView[]]): Promise<ReadonlyMap<string, string | null>> {
  const turns = new Map(views.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)).map((view, turn) => [view, turn]))
  const requested = {
    ids: views.map(({ id }) => id),
    users: views.map(({ viewer }) => viewer.user ?? null),
    visitors: views.map(({ viewer }) => `\\x${viewer.visitor}`),
    sources: views.map(({ source }) => source),
    turns: views.map((view) => turns.get(view)!),
  }
  const columns = views.map(({ viewed }) => columnsOf(viewed))
  const subjectColumns = Object.fromEntries(namesOf(columns[0]!).map((column) => [column, columns.map((item) => item[column])]))
  return new Map((await fillViews(db, requested, subjectColumns)).map(({ requested_id, id }) => [requested_id, id]))
}

/** A channel or TV channel; with `item_id`, a video or programme in it. */
export interface ViewedSubject {
  channel_type: string
  channel_id: string
  item_id: string
}

/** Lists things with uncounted views. */
export const listViewed = (db: Db, limit: number): Promise<ViewedSubject[]> =>
  db.selectFrom('view_to_count').select(['channel_type', 'channel_id', 'item_id']).distinct().limit(limit).execute()

/** Counts a thing's next views by quarter hour, and in its total. @returns the number of counted views; 0 if the video is locked */
export async function countViews(db: Db, { channel_type, channel_id, item_id }: ViewedSubject, limit: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count_views(${channel_type}, ${channel_id}, ${item_id}, ${limit}) as counted`.execute(db)
  return rows[0]!.counted
}

/** Creates partitions for the next months, and deletes those of expired months. */
export async function maintainViewPartitions(db: Db, monthsAhead: number, keptMonths: number): Promise<void> {
  await sql`select make_view_months(${monthsAhead}::integer)`.execute(db)
  await sql`select drop_view_months(${keptMonths}::integer)`.execute(db)
}

/** Deletes guests after a day, because their hashes change daily. Deletes users after some months, or when the account was deleted. */
export const deleteOldViewers = (db: Db, retentionMonths: number): Promise<void> =>
  deleteInBatches(
    db,
    'channel_viewer',
    sql`viewed_at < now() - interval '1 day' and (length(viewer) = 32
      or viewed_at < now() - make_interval(months => ${retentionMonths}::int) or not exists (select from account where account.id = viewer))`,
  )

/** Deletes the user as a viewer of all channels. */
export async function deleteViewer(db: Db, userId: string): Promise<void> {
  await sql`delete from channel_viewer where viewer = ${userId} and length(viewer) = 11`.execute(db)
}

/** Returns the salt for guests of a day (UTC). The first call stores it. */
export async function findOrCreateSalt(db: Db, day: string, salt: Buffer): Promise<Buffer> {
  const { rows } = await sql<{ salt: Buffer }>`
    with inserted as (insert into visitor_salt (day, salt) values (${day}::date, ${salt}) on conflict do nothing returning salt)
    select salt from inserted union all select salt from visitor_salt where day = ${day}::date`.execute(db)
  return rows[0]?.salt ?? findOrCreateSalt(db, day, salt)
}

export async function deleteOldSalts(db: Db): Promise<void> {
  await sql`delete from visitor_salt where day < (now() at time zone 'utc')::date`.execute(db)
}
