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
      and half_hour >= floor(extract(epoch from now()) / 1800)::integer - 1 and viewed_at > now() - interval '30 minutes'
    order by viewed_at desc limit 1`
}
export const findRecentView = prepareOne((_: Db, viewer: Viewer, viewed: Viewed) => recentView(viewer, viewed))

/**
 * The view of the last 30 minutes, or else a new one by this id. Nothing: another request makes it at this very moment.
 * @throws a broken foreign key when what is viewed has gone meanwhile
 */
export const insertView = prepareOne((_: Db, id: string, viewer: Viewer, viewed: Viewed) => {
  const what = viewedColumn(viewed)
  const user = viewer.user ?? null
  return sql<{ id: string }>`
    with recent as (${recentView(viewer, viewed)}), viewer as (
      select case when not exists (select from no_watch_history where user_id = ${user}) then ${user}::text end as user_id
    ), made as (
      insert into view_action (id, ${what.name}, user_id, visitor)
      select ${id}, ${what.value}, user_id, case when user_id is null then ${hashOf(viewer)} end from viewer
      where not exists (select from recent)
      on conflict do nothing returning id
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
    insert into view_process (id, view_action_id)
    select ${id}, id from view_action where id = ${viewActionId} and ${isReaders} and viewed_at > now() - interval '1 day'
    returning id`
})

/** A playback that names this reader or nobody, with the video that plays and how long that is. */
export const findProcess = prepare((db: Db, reader: Reader, id: string) =>
  db
    .selectFrom('view_process')
    .innerJoin('view_action', 'view_action.id', 'view_process.view_action_id')
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

/** Adds views to what is shown, one video or channel at a time. */
export async function addViews(db: Db, maxThings: number, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ video_id: string | null; playlist_key: number | null }>`
    select distinct video_id, playlist_key from view_action where not is_counted limit ${maxThings}`.execute(db)
  for (const { video_id, playlist_key } of rows) {
    if (signal.aborted) break
    await sql`select add_views(${video_id}, ${playlist_key})`.execute(db)
  }
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
