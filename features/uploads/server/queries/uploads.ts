import { type Insertable, sql } from 'kysely'
import { type Db, executeWrite, rowExists, isoTime, queryIds } from '#kit/server/db/db.ts'
import { jsonRows, rowsText } from '#kit/server/db/json-rows.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import { actDays } from '#features/channels/acts.ts'
import type { KeptUpload } from '../../contract.ts'
import type { UploadFailure, UploadState } from '../../rules.ts'

/** Bytes that count for the quota: of an unfinished upload its full size, of others the stored size. */
const takenBytes = sql<number>`coalesce(sum(case when upload.state in ('done', 'failed') then upload.stored_bytes
  else greatest(upload.size, upload.stored_bytes) end), 0)::bigint`

const isUnderWay = sql<boolean>`upload.state in ('uploading', 'waiting', 'processing')`

/** Returns the bytes of a user's uploads, the number of unfinished ones, and the user's own quota if an operator has set one. */
export async function findUsage(db: Db, userId: string): Promise<{ bytes: number; underWay: number; ownQuota: number | null }> {
  return db
    .selectFrom('upload')
    .select([
      takenBytes.as('bytes'),
      sql<number>`count(*) filter (where ${isUnderWay})`.as('underWay'),
      sql<number | null>`(select upload_quota from account where id = ${userId})`.as('ownQuota'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Makes checks of a user's quota wait for each other until the transaction ends. */
export const lockUsage = async (tx: Db, userId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtext('uploads'), hashtext(${userId}))`.execute(tx))

export const insertUpload = (db: Db, upload: Insertable<DB['upload']>) => db.insertInto('upload').values(upload).execute()

/** Returns an upload of this user. */
export const findOwnUpload = prepareOne((db: Db, id: string, userId: string) =>
  db
    .selectFrom('upload')
    .select((eb) => [
      'id',
      'size',
      eb.ref('state').$castTo<UploadState>().as('state'),
      eb.ref('reason').$castTo<UploadFailure | null>().as('reason'),
      'has_original',
      'job_id',
    ])
    .where('id', '=', id)
    .where('user_id', '=', userId),
)

/** Returns an upload of any user, for the job. */
export const findUpload = (db: Db, id: string) =>
  db
    .selectFrom('upload')
    .select((eb) => [
      'id',
      'user_id',
      'series_id',
      'series_index',
      'title',
      'filename',
      'size',
      'has_original',
      eb.ref('state').$castTo<UploadState>().as('state'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
export type FoundUpload = NonNullable<Awaited<ReturnType<typeof findUpload>>>

/** Maximum uploads in a list. */
const listedUploads = 100

/** SQL: whether the upload's job is dead, cancelled or missing. */
const isLost = sql<boolean>`(upload.state in ('waiting', 'processing') and (job.id is null or job.state in ('dead', 'cancelled')))`

const state = sql<UploadState>`case when ${isLost} then 'failed' when upload.state = 'waiting' and job.state = 'active' then 'processing' else upload.state end`
const reason = sql<UploadFailure | null>`case when ${isLost} then 'interrupted' else upload.reason end`

const listColumns = [
  'upload.id',
  'upload.title',
  'upload.filename',
  'upload.size',
  'upload.missing_percent',
  'upload.series_id',
  'series.playlist_id',
  'upload.series_index as index',
] as const

/** Returns a user's list of uploads, or one of them by `id`. Leaves out the received size, which is read from the file. */
export const listUploads = (db: Db, userId: string, id?: string) =>
  db
    .selectFrom('upload')
    .leftJoin('job', 'job.id', 'upload.job_id')
    .leftJoin('series', 'series.id', 'upload.series_id')
    .select((eb) => [
      ...listColumns,
      state.as('state'),
      reason.as('reason'),
      sql<number | null>`case when job.state = 'active' then coalesce(job.progress, 0) end`.as('percent'),
      eb
        .selectFrom('video')
        .select('video.id')
        .whereRef('video.upload_id', '=', 'upload.id')
        .where('video.copied_video_id', 'is', null)
        .limit(1)
        .as('video_id'),
      isoTime(sql.ref('upload.created_at')).as('created_at'),
    ])
    .where('upload.user_id', '=', userId)
    .where('upload.is_listed', '=', true)
    .where((eb) => eb.or([eb('upload.ended_at', 'is', null), eb('upload.ended_at', '>', sql<Date>`now() - interval '7 days'`)]))
    .$if(id !== undefined, (query) => query.where('upload.id', '=', id!))
    .orderBy('upload.created_at', 'desc')
    .orderBy('upload.id')
    .limit(listedUploads)
    .execute()

/** Marks an upload as received, with its job. @returns false if it is no longer uploading */
export const markUploadReceived = (tx: Db, id: string, jobId: string, storedBytes: number): Promise<boolean> =>
  executeWrite(
    tx,
    sql`update upload set state = 'waiting', job_id = ${jobId}, stored_bytes = ${storedBytes}, has_original = true
      where id = ${id} and state = 'uploading'`,
  )

/** Queues a failed upload again. @returns false if it is being received or is completed, or if its file is gone */
export const markUploadRetried = (tx: Db, id: string, jobId: string): Promise<boolean> =>
  executeWrite(
    tx,
    sql`update upload set state = 'waiting', job_id = ${jobId}, reason = null, ended_at = null
      where id = ${id} and state in ('failed', 'waiting', 'processing') and has_original`,
  )

export const markUploadProcessing = (db: Db, id: string) =>
  db.updateTable('upload').set({ state: 'processing' }).where('id', '=', id).where('state', 'in', ['waiting', 'processing']).execute()

export const markUploadFailed = (db: Db, id: string, failure: { reason: UploadFailure; storedBytes: number; hasOriginal: boolean }) =>
  sql`update upload set state = 'failed', reason = ${failure.reason}, stored_bytes = ${failure.storedBytes},
      has_original = ${failure.hasOriginal}, ended_at = now()
    where id = ${id} and state in ('waiting', 'processing')`.execute(db)

export interface ProcessedUpload {
  storedBytes: number
  missingPercent: number | null
  hasThumbnails: boolean
  posters: readonly string[]
  captions: readonly { language: string; vtt: string }[]
}
/** @returns false if the upload was cancelled */
export async function markUploadDone(tx: Db, id: string, processed: ProcessedUpload): Promise<boolean> {
  const { storedBytes, missingPercent, hasThumbnails, posters, captions } = processed
  const isDone = await executeWrite(
    tx,
    sql`update upload set state = 'done', stored_bytes = ${storedBytes}, has_thumbnails = ${hasThumbnails},
      missing_percent = ${missingPercent}, ended_at = now()
      where id = ${id} and state = 'processing'`,
  )
  if (!isDone) return false
  await sql`delete from upload_poster where upload_id = ${id}`.execute(tx)
  await sql`insert into upload_poster (upload_id, position, picture_id)
    select ${id}, place - 1, picture from unnest(${[...posters]}::text[]) with ordinality as poster (picture, place)`.execute(tx)
  await sql`delete from upload_captions where upload_id = ${id}`.execute(tx)
  await sql`insert into upload_captions (upload_id, language, vtt)
    select ${id}, language, vtt from ${jsonRows('caption', rowsText(captions), { language: 'text', vtt: 'text' })}`.execute(tx)
  return true
}

export const unlistUpload = (db: Db, id: string) => db.updateTable('upload').set({ is_listed: false }).where('id', '=', id).execute()

/** SQL: whether the upload is played by a video, or by a removed video that can still be restored. */
const isPlayed = sql`(exists (select from video where video.upload_id = upload.id)
  or exists (select from removed_file where removed_file.upload_id = upload.id))`

/** SQL: true if all videos that play the upload were removed, so that a team can still restore them. */
const isKept = sql<boolean>`(upload.state = 'done' and not exists (select from video where video.upload_id = upload.id)
  and exists (select from removed_file where removed_file.upload_id = upload.id))`

/** Lists the files of a user's removed videos, largest first. */
export const listRestorableUploads = (db: Db, userId: string): Promise<KeptUpload[]> =>
  db
    .selectFrom('upload')
    .select((eb) => [
      'id',
      'title',
      'stored_bytes as bytes',
      isoTime(
        sql`${eb
          .selectFrom('removed_file')
          .innerJoin('team_act', 'team_act.id', 'removed_file.act_id')
          .select(sql<Date>`max(made_at) + make_interval(days => ${sql.lit(actDays)})`.as('until'))
          .whereRef('removed_file.upload_id', '=', 'upload.id')}`,
      ).as('until'),
    ])
    .where('user_id', '=', userId)
    .where(isKept)
    .orderBy('stored_bytes', 'desc')
    .orderBy('id')
    .limit(listedUploads)
    .execute()

/** Locks an upload of removed videos. @param userId the uploader; undefined: uploads of all users @returns false if there is none */
export const lockRestorableUpload = (tx: Db, id: string, userId?: string): Promise<boolean> =>
  rowExists(
    tx,
    sql`select from upload where id = ${id} and exists (select from removed_file where removed_file.upload_id = upload.id)
      and ${userId === undefined ? sql`true` : sql`user_id = ${userId}`} for update`,
  )

/** @returns false if the upload is played by a video, or by a removed video that can still be restored */
export const deleteUpload = (db: Db, id: string): Promise<boolean> =>
  executeWrite(db, sql`delete from upload where id = ${id} and not ${isPlayed}`)

/** Lists uploads in progress, by id. */
export const listReceivingUploads = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('upload')
    .select(['id', 'size', 'user_id', sql<boolean>`created_at < now() - interval '1 day'`.as('is_old')])
    .where('state', '=', 'uploading')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Lists uploads whose job ended without a result, because its process died too often or the job was cancelled. */
export const listOrphanedUploads = (db: Db, limit: number): Promise<string[]> =>
  queryIds(
    db,
    sql`select upload.id from upload left join job on job.id = upload.job_id
      where ${isLost} and upload.created_at < now() - interval '10 minutes' limit ${limit}`,
  )

/**
 * Lists uploads with unused files: completed uploads that no video plays any more, and failed uploads that are older than a week, that their
 * user removed from the list, or whose user was deleted. Leaves out uploads that have just been completed, because this query may not see their video yet.
 */
export const listUnusedUploads = (db: Db, limit: number): Promise<string[]> =>
  queryIds(
    db,
    sql`select id from upload where not ${isPlayed} and (state = 'done' and ended_at < now() - interval '1 minute'
      or state = 'failed' and (not is_listed or user_id is null or ended_at < now() - interval '7 days')) limit ${limit}`,
  )

const isDeletable = {
  failed: sql<boolean>`upload.state = 'failed' and not ${isPlayed}`,
  kept: isKept,
  unused: sql<boolean>`upload.state = 'done' and upload.ended_at < now() - interval '1 minute' and not ${isPlayed}`,
} as const
export type DeletableUploads = keyof typeof isDeletable

/**
 * Counts uploads whose files an operator can delete: failed uploads of any age, uploads that no video plays, or uploads
 * of removed videos.
 */
export const countDeletableUploads = (db: Db, kind: DeletableUploads) =>
  db
    .selectFrom('upload')
    .select([
      sql<number>`count(*)`.as('files'),
      sql<number>`coalesce(sum(stored_bytes), 0)::bigint`.as('bytes'),
      sql<number>`count(distinct user_id)`.as('people'),
    ])
    .where(isDeletable[kind])
    .executeTakeFirstOrThrow()

/** Lists the uploads that {@link countDeletableUploads} counts, by id. */
export const listDeletableUploads = (db: Db, kind: DeletableUploads, after: string, limit: number): Promise<string[]> =>
  queryIds(db, sql`select id from upload where ${isDeletable[kind]} and id > ${after} order by id limit ${limit}`)

/** Lists the posters of a video's upload, for users who may edit the video. */
export const listPosterAddresses = async (db: Db, videoId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('upload_poster')
      .innerJoin('video', 'video.upload_id', 'upload_poster.upload_id')
      .select(pictureAddress('upload_poster.picture_id').as('address'))
      .where('video.id', '=', videoId)
      .orderBy('upload_poster.position')
      .execute()
  ).flatMap(({ address }) => address ?? [])

/** Whether the upload has a video. */
export const hasVideo = (db: Db, uploadId: string): Promise<boolean> =>
  rowExists(db, sql`select from video where upload_id = ${uploadId} limit 1`)

/** Returns the uploader, on whose behalf the job adds the video. */
export const findUploader = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .select((eb) => [
      'id',
      eb
        .exists(eb.selectFrom('team_member').select('team_member.team_id').where('team_member.user_id', '=', id))
        .$castTo<boolean>()
        .as('isInTeams'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
