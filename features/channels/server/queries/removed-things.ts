/** Stores removed videos and series while their removal can be undone. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, queryIds } from '#kit/server/db/db.ts'

export interface KeptRow {
  row: Readonly<Record<string, unknown>>
  after: string | null
}
export interface KeptVideo extends KeptRow {
  is_home: boolean
}
export interface KeptContent {
  /** The act of the removal. */
  act_id: string
  series: KeptRow | null
  videos: readonly KeptVideo[]
}

/** Finds the things that a removal stored. After an undo and a redo, the redo has stored the latest state. */
export const findKeptContent = async (db: Db, actId: string): Promise<KeptContent | undefined> =>
  (
    await sql<KeptContent>`
      select act_id, series, videos from removed_thing join team_act removal on removal.id = removed_thing.act_id
      where removal.id in (
        select ${actId} union all select again.id from team_act undo join team_act again on again.undoes = undo.id where undo.undoes = ${actId})
      order by removal.seq desc limit 1`.execute(db)
  ).rows[0]

/** SQL: videos as JSON, each with the video directly before it. */
const keptVideos = (which: RawBuilder<unknown>) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('row', to_jsonb(video),
    'is_home', exists (select from series where series.id = video.series_id and home_video_id = video.id), 'after', (
      select former.id from video former where former.series_id = video.series_id and former.position < video.position
      order by former.position desc limit 1)) order by video.position), '[]') from video where ${which})`

const isReported = (column: 'video_id' | 'series_id', id: RawBuilder<unknown>) =>
  sql`exists (select from report where report.${sql.ref(column)} = ${id} and report.state = 'open')`

/**
 * Stores videos, or a series with its videos, before they are deleted, so that the deletion can be undone. Omits things with open reports,
 * because an undo would restore them before an operator has decided.
 */
export async function storeRemovedItems(db: Db, actId: string, removed: { series: string } | { videos: readonly string[] }): Promise<void> {
  const series =
    'series' in removed
      ? sql`(select jsonb_build_object('row', to_jsonb(series), 'after', (
          select former.id from series former where former.playlist_id = series.playlist_id and former.position < series.position
          order by former.position desc limit 1)) from series
          where id = ${removed.series} and not ${isReported('series_id', sql.ref('series.id'))})`
      : sql`null::jsonb`
  const isCandidate =
    'series' in removed
      ? sql`video.series_id = ${removed.series} and not ${isReported('series_id', sql`${removed.series}`)}`
      : sql`video.id = any(${[...removed.videos]}::text[])`
  const isStored = sql`${isCandidate} and not ${isReported('video_id', sql.ref('video.id'))}`
  // Locks the item before its comments are stored, because comments are written under that lock.
  if ('series' in removed) await sql`select from series where id = ${removed.series} for update`.execute(db)
  await sql`select from video where ${isCandidate} order by id for update`.execute(db)
  await sql`insert into removed_thing (act_id, series, videos) values (${actId}, ${series}, ${keptVideos(isStored)})`.execute(db)
  await sql`insert into removed_file (act_id, picture_id, upload_id)
    select distinct ${actId}, file.* from video cross join lateral (values
      (picture_id, null), (more_picture_id, null), (null, upload_id)) file (picture_id, upload_id)
    where ${isStored} and num_nonnulls(file.picture_id, file.upload_id) = 1`.execute(db)
  await sql`select keep_with_removed(${actId})`.execute(db)
  if ('series' in removed)
    await sql`update team_act set thing_ids = thing_ids || array(select id from video where series_id = ${removed.series}) where id = ${actId}`.execute(
      db,
    )
}

/** Restores the captions and comments of restored things, and deletes the stored copies. */
export const restoreCaptionsAndComments = async (db: Db, removalId: string): Promise<void> => {
  await sql`select return_with_restored(${removalId})`.execute(db)
}

/** Finds uploads that exist, and keeps them until the transaction ends. */
export const lockUploads = (db: Db, ids: readonly string[]): Promise<string[]> =>
  queryIds(db, sql`select id from upload where id = any(${[...ids]}::text[]) order by id for key share`)

/** Marks the upload of deleted videos as no longer kept. Its file may then be deleted, and the videos can't be restored. */
export const releaseUpload = async (db: Db, uploadId: string): Promise<void> => {
  await sql`delete from removed_file where upload_id = ${uploadId}`.execute(db)
}
