import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/** SQL: the caption languages of a video, of its own captions and of those in its file. */
const languagesOfVideo = sql<string[]>`array(
  select language from video_captions where video_id = video.id and vtt is not null
  union
  select language from upload_captions where upload_id = video.upload_id and not exists (
    select from video_captions own where own.video_id = video.id and own.language = upload_captions.language)
  order by 1)`

/** Returns the caption languages of a video, and the upload with its timeline previews. */
export async function findTracks(db: Db, videoId: string): Promise<{ languages: string[]; thumbnailsOf: string | null } | undefined> {
  const { rows } = await sql<{ languages: string[]; thumbnailsOf: string | null }>`
    select ${languagesOfVideo} as languages,
      (select id from upload where upload.id = video.upload_id and has_thumbnails) as "thumbnailsOf"
    from video where video.id = ${videoId}`.execute(db)
  return rows[0]
}

/** Returns the caption languages of each of these videos. */
export async function listCaptionLanguages(db: Db, videoIds: readonly string[]): Promise<{ id: string; languages: string[] }[]> {
  const { rows } = await sql<{ id: string; languages: string[] }>`
    select video.id, ${languagesOfVideo} as languages from video where video.id = any(${videoIds})`.execute(db)
  return rows
}

/** @returns undefined if the video has no captions in this language */
export async function findCaptions(db: Db, videoId: string, language: string): Promise<string | undefined> {
  const { rows } = await sql<{ vtt: string | null }>`
    select vtt from (
      select 0 as rank, vtt from video_captions where video_id = ${videoId} and language = ${language}
      union all
      select 1, upload_captions.vtt from video join upload_captions on upload_captions.upload_id = video.upload_id
      where video.id = ${videoId} and language = ${language}
    ) found order by rank limit 1`.execute(db)
  return rows[0]?.vtt ?? undefined
}

/** @returns false if the video was deleted */
export async function upsertCaptions(db: Db, videoId: string, language: string, vtt: string): Promise<boolean> {
  const { rows } = await sql`
    insert into video_captions (video_id, language, vtt)
    select id, ${language}, ${vtt} from video where id = ${videoId} for key share
    on conflict (video_id, language) do update set vtt = excluded.vtt, changed_at = now() returning video_id`.execute(db)
  return rows.length > 0
}

/** Deletes a video's own captions in a language, and hides those of its file. */
export async function deleteCaptions(db: Db, videoId: string, language: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('video_captions').where('video_id', '=', videoId).where('language', '=', language).execute()
    await sql`
      insert into video_captions (video_id, language, vtt)
      select video.id, language, null from video join upload_captions on upload_captions.upload_id = video.upload_id
      where video.id = ${videoId} and language = ${language}
      on conflict do nothing`.execute(tx)
  })
}

/** Returns the kind of a video (the player that it needs); undefined if it was deleted. */
export const findVideoKind = async (db: Db, videoId: string): Promise<string | undefined> =>
  (await db.selectFrom('video').select('kind').where('id', '=', videoId).executeTakeFirst())?.kind

/**
 * Returns the versions of captions, by `{video}/{language}`. Leaves out captions of linked files, whose sources may not allow other
 * origins.
 */
export async function findCaptionVersions(
  db: Db,
  names: readonly string[],
): Promise<{ name: string; video_id: string; version: string }[]> {
  const { rows } = await sql<{ name: string; video_id: string; version: string }>`
    select asked.name, video.id as video_id, left(md5(found.vtt), 12) as version
    from unnest(${[...names]}::text[]) asked (name)
    join video on video.id = split_part(asked.name, '/', 1) and video.upload_id is not null
    cross join lateral (
      select vtt from (
        select 0 as rank, vtt from video_captions where video_id = video.id and language = split_part(asked.name, '/', 2)
        union all
        select 1, vtt from upload_captions where upload_id = video.upload_id and language = split_part(asked.name, '/', 2)
      ) each_one order by rank limit 1) found
    where found.vtt is not null`.execute(db)
  return rows
}
