/** Playbacks, and their watched time. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { deleteInBatches } from '#kit/server/db/delete-in-batches.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { visitorHashOf, type Viewer } from './views.ts'

/** Maximum watched time between two reports. Players report every 15 seconds, unless paused. */
const maxCountedMs = 20_000

/**
 * SQL on `view_process`: columns that a report changes. Counts the time since the previous report once, even if clocks change or the call
 * is repeated.
 */
export const reportChanges = {
  reported_at: sql<Date>`now()`,
  uncounted_ms: sql<number>`uncounted_ms + case when playlist_key is not null and ended_at is null
    then greatest(0, least(${sql.lit(maxCountedMs)}, extract(epoch from now() - reported_at) * 1000))::integer else 0 end`,
  is_to_count: sql<boolean>`playlist_key is not null`,
}

/**
 * Starts a playback with this id for a view of the last day. Returns no row if there is no such view.
 * @param viewer the view's viewer; undefined for a guest, who proves to be the viewer by knowing the view's id
 */
export const insertPlayback = prepareOne(
  (_: Db, viewer: Viewer | undefined, id: string, viewActionId: string) => sql<{ id: string }>`
    select id from start_playback(${id}, ${viewActionId}, ${viewer?.user ?? null}, ${viewer ? visitorHashOf(viewer) : sql`null`}) as id where id is not null`,
)

/** Finds a playback of the reader or a guest, with its video or programme and the duration. */
export const findPlayback = prepare((db: Db, reader: Reader, id: string) =>
  db
    .selectFrom('view_process')
    .innerJoin('view_action', (join) =>
      join.onRef('view_action.id', '=', 'view_process.view_action_id').onRef('view_action.half_hour', '=', 'view_process.view_half_hour'),
    )
    .leftJoin('video', 'video.id', 'view_action.video_id')
    .leftJoin('watch_position', (join) =>
      join.onRef('watch_position.video_id', '=', 'view_action.video_id').onRef('watch_position.user_id', '=', 'view_action.user_id'),
    )
    .leftJoin('programme', 'programme.id', 'view_action.programme_id')
    .leftJoin('tv_channel', 'tv_channel.id', 'view_action.tv_channel_id')
    .select([
      'view_process.id',
      'view_action.video_id',
      sql<boolean>`programme.id is not null and reachable_days(tv_channel.catchup_mode, tv_channel.dvr_base, tv_channel.catchup_days) > 0`.as(
        'is_reachable',
      ),
      'view_action.tv_channel_id',
      'view_action.programme_id',
      sql<string | null>`encode(view_action.visitor, 'hex')`.as('visitor'),
      sql<number | null>`coalesce(watch_position.duration, nullif(video.duration, 0),
        extract(epoch from programme.stops_at - programme.starts_at)::float)`.as('duration'),
    ])
    .where('view_process.id', '=', id)
    .where((eb) => eb.or([eb('view_action.video_id', 'is', null), eb('video.id', 'is not', null)]))
    .where((eb) => eb.or([eb('view_action.programme_id', 'is', null), eb('programme.id', 'is not', null)]))
    .where((eb) =>
      eb.or([eb('view_action.user_id', 'is', null), ...(reader.user ? [eb('view_action.user_id', '=', reader.user.id)] : [])]),
    ),
)
export interface PlaybackRow {
  id: string
  video_id: string | null
  tv_channel_id: string | null
  programme_id: string | null
  /** True if the TV channel has catch-up. */
  is_reachable: boolean
  /** The guest's hash in hexadecimal; null if the playback is the reader's. */
  visitor: string | null
  duration: number | null
}

/** Stores the time of a report. A report after the end reopens the playback. @param isOver true if the playback has ended */
export const touchPlayback = (db: Db, id: string, isOver: boolean) =>
  db
    .updateTable('view_process')
    .set({ ...reportChanges, ended_at: isOver ? sql`coalesce(ended_at, now())` : null })
    .where('id', '=', id)
    .execute()

/** Ends playbacks without a report for this long. The last report becomes their end. */
export async function endSilentPlaybacks(db: Db, silentSeconds: number): Promise<void> {
  await sql`
    update view_process set ended_at = reported_at
    where ended_at is null and reported_at < now() - make_interval(secs => ${silentSeconds})`.execute(db)
}

export const deleteOldPlaybacks = (db: Db, retentionDays: number): Promise<void> =>
  deleteInBatches(db, 'view_process', sql`ended_at < now() - make_interval(days => ${retentionDays})`)

/** Lists at most `limit` channels with uncounted time. */
export const listChannelsWithUncountedTime = (db: Db, limit: number): Promise<{ playlist_key: number | null }[]> =>
  db.selectFrom('view_process').select('playlist_key').distinct().where('is_to_count', '=', true).limit(limit).execute()

/** Counts the watched time of a channel's next playbacks. @returns true if there may be more */
export async function countWatchedTime(db: Db, playlistKey: number, limit: number): Promise<boolean> {
  const { rows } = await sql<{ counted: number }>`select count_watched_time(${playlistKey}, ${limit}::integer) as counted`.execute(db)
  return rows[0]!.counted === limit
}
