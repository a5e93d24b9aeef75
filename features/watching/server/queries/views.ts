import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepare, prepareOne } from '#kit/server/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'

/** Who views: the hash of a guest in hexadecimal digits; of somebody who is signed in the hash too, for what must not name them. */
export interface Viewer {
  user?: string | undefined
  visitor: string
}
/** What is viewed, as tables refer to it. */
export type Viewed = { video: string } | { playlist: number }

const hashOf = ({ visitor }: Viewer) => sql`decode(${visitor}::text, 'hex')`
/** Over `view_action`: within the last 30 minutes. */
const isRecent = sql`half_hour >= half_hour(now()) - 1 and viewed_at > now() - interval '30 minutes'`
/** Over `view_action`: by this viewer, whether it names them or not. */
const isBy = (viewer: Viewer) => {
  const byHash = sql`(user_id is null and visitor = ${hashOf(viewer)})`
  return viewer.user === undefined ? byHash : sql`((user_id = ${viewer.user} and visitor is null) or ${byHash})`
}
const viewedColumn = (viewed: Viewed) =>
  'video' in viewed
    ? { name: sql.ref('video_id'), other: sql.ref('playlist_key'), value: sql`${viewed.video}::text` }
    : { name: sql.ref('playlist_key'), other: sql.ref('video_id'), value: sql`${viewed.playlist}::bigint` }

/** The view of this viewer in the last 30 minutes. */
const recentView = (viewer: Viewer, viewed: Viewed) => {
  const what = viewedColumn(viewed)
  return sql<{ id: string }>`
    select id from view_action
    where ${what.name} = ${what.value} and ${what.other} is null and ${isBy(viewer)}
      and ${isRecent}
    order by viewed_at desc limit 1`
}
export const findRecentView = prepareOne((_: Db, viewer: Viewer, viewed: Viewed) => recentView(viewer, viewed))

/** Where it is viewed: its channel, and of a video its series. Nothing when it has gone. */
const placeOf = (viewed: Viewed) =>
  'video' in viewed
    ? sql`
        select playlist.key as playlist_key, series.id as series_id
        from video join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
        where video.id = ${viewed.video}`
    : sql`select key as playlist_key, null::text as series_id from playlist where key = ${viewed.playlist}`

/**
 * The view of the last 30 minutes, or else a new one by this id, which is then to be counted. Nothing: another request makes it at this very
 * moment, or what is viewed has gone meanwhile.
 * @throws a broken foreign key when the viewer has
 */
export const insertView = prepareOne((_: Db, id: string, viewer: Viewer, viewed: Viewed) => {
  const what = viewedColumn(viewed)
  const user = viewer.user ?? null
  return sql<{ id: string }>`
    with recent as (${recentView(viewer, viewed)}), viewer as (
      select case when not exists (select from no_watch_history where user_id = ${user}) then ${user}::text end as user_id
    ), place as (${placeOf(viewed)}), made as (
      insert into view_action (id, ${what.name}, user_id, visitor)
      select ${id}, ${what.value}, user_id, case when user_id is null then ${hashOf(viewer)} end from viewer, place
      where not exists (select from recent)
      on conflict do nothing returning *
    ), to_count as (
      insert into view_to_count (playlist_key, series_id, video_id, viewer, viewed_at)
      select place.playlist_key, series_id, video_id, coalesce(user_id, encode(visitor, 'hex')), viewed_at from made, place
    )
    select id from recent union all select id from made`
})

/**
 * Begins a playback by this id, of a view made within a day; nothing: there is none.
 * @param viewer of theirs; undefined: of a guest, whoever knows it
 */
export const insertProcess = prepareOne((_: Db, viewer: Viewer | undefined, id: string, viewActionId: string) => {
  const isReaders = viewer ? isBy(viewer) : sql`user_id is null`
  return sql<{ id: string }>`
    insert into view_process (id, view_action_id, view_half_hour)
    select ${id}, id, half_hour from view_action
    where id = ${viewActionId} and ${isReaders} and half_hour >= half_hour(now() - interval '1 day') and viewed_at > now() - interval '1 day'
    returning id`
})

/** A playback that names this reader or nobody, with the video that plays and how long that is. */
export const findProcess = prepare((db: Db, reader: Reader, id: string) =>
  db
    .selectFrom('view_process')
    .innerJoin('view_action', (join) =>
      join.onRef('view_action.id', '=', 'view_process.view_action_id').onRef('view_action.half_hour', '=', 'view_process.view_half_hour'),
    )
    .leftJoin('video', 'video.id', 'view_action.video_id')
    .leftJoin('watch_position', (join) =>
      join.onRef('watch_position.video_id', '=', 'view_action.video_id').onRef('watch_position.user_id', '=', 'view_action.user_id'),
    )
    .select([
      'view_process.id',
      'view_action.video_id',
      sql<string | null>`encode(view_action.visitor, 'hex')`.as('visitor'),
      sql<number | null>`coalesce(watch_position.duration, nullif(video.duration, 0))`.as('duration'),
    ])
    .where('view_process.id', '=', id)
    .where((eb) => eb.or([eb('view_action.video_id', 'is', null), eb('video.id', 'is not', null)]))
    .where((eb) =>
      eb.or([eb('view_action.user_id', 'is', null), ...(reader.user ? [eb('view_action.user_id', '=', reader.user.id)] : [])]),
    ),
)
export interface Process {
  id: string
  video_id: string | null
  /** Whose, as a hash in hexadecimal digits; null: it names the reader. */
  visitor: string | null
  duration: number | null
}

/** Its player was heard of, and perhaps has ended. One that goes on after its end is open again. */
export const touchProcess = (db: Db, id: string, isOver: boolean) =>
  db
    .updateTable('view_process')
    .set({ reported_at: sql`now()`, ended_at: isOver ? sql`coalesce(ended_at, now())` : null })
    .where('id', '=', id)
    .execute()

/** Ends what no player was heard of for this long, at the moment when it last was. */
export async function endSilentProcesses(db: Db, silentSeconds: number): Promise<void> {
  await sql`
    update view_process set ended_at = reported_at
    where ended_at is null and reported_at < now() - make_interval(secs => ${silentSeconds})`.execute(db)
}

export async function deleteOldProcesses(db: Db, keptDays: number): Promise<void> {
  await sql`delete from view_process where ended_at < now() - make_interval(days => ${keptDays})`.execute(db)
}

/** Channels whose views wait to be counted. */
export async function listViewedChannels(db: Db, most: number): Promise<number[]> {
  const { rows } = await sql<{ playlist_key: number }>`select distinct playlist_key from view_to_count limit ${most}`.execute(db)
  return rows.map(({ playlist_key }) => playlist_key)
}

/** Counts the next of a channel's views, so many at most, by the hour. @returns how many they were */
export async function countViews(db: Db, playlistKey: number, most: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`select count_views(${playlistKey}, ${most}) as counted`.execute(db)
  return rows[0]!.counted
}

/** What was counted and is not shown yet: videos, and channels. */
export async function listViewsToAdd(db: Db, most: number): Promise<{ video_id: string | null; playlist_key: number | null }[]> {
  return db.selectFrom('views_to_add').select(['video_id', 'playlist_key']).limit(most).execute()
}

/** Adds the views of a video, or of a channel, to those that are shown. */
export const addViews = (db: Db, videoId: string | null, playlistKey: number | null) =>
  sql`select add_views(${videoId}, ${playlistKey})`.execute(db)

/** Makes the partitions of as many months ahead, and drops those of months before the last ones. */
export async function keepMonths(db: Db, ahead: number, kept: number): Promise<void> {
  await sql`select make_view_months(${ahead}::integer)`.execute(db)
  await sql`select drop_view_months(${kept}::integer)`.execute(db)
}

/** Who viewed something a day ago views it anew. */
export async function deleteOldViewers(db: Db): Promise<void> {
  await sql`delete from channel_viewer where viewed_at < now() - interval '1 day'`.execute(db)
}

/** The salt of a day's guests (UTC), made by whoever asks first. */
export async function findSalt(db: Db, day: string, salt: Buffer): Promise<Buffer> {
  const { rows } = await sql<{ salt: Buffer }>`
    with made as (insert into visitor_salt (day, salt) values (${day}::date, ${salt}) on conflict do nothing returning salt)
    select salt from made union all select salt from visitor_salt where day = ${day}::date`.execute(db)
  return rows[0]?.salt ?? findSalt(db, day, salt)
}

export async function deleteOldSalts(db: Db): Promise<void> {
  await sql`delete from visitor_salt where day < (now() at time zone 'utc')::date`.execute(db)
}
