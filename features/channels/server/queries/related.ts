import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { limits } from '../../limits.ts'
import { isPrivateLinkOnly, isVideoListed, maySeeInside, videoViewRestriction } from './access.ts'
import { cardColumns, videoLocation } from './columns.ts'

/** Selects the related videos of a channel, or of one of its videos (`videoId`). @param playlistId the channel id given by the caller */
const selectRelatedVideos = (db: Db, reader: Reader, playlistId: string, videoId?: string) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('video')
        .innerJoin('series', 'series.id', 'video.series_id')
        .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
        .select(['video.id', 'series.position as series_position', 'video.position as video_position'])
        .where('playlist.id', '=', playlistId)
        .where(isVideoListed(reader))
        .$if(videoId !== undefined, (query) => query.where('video.id', '=', videoId!))
        .as('shown'),
    )
    .innerJoin('related_video', 'related_video.video_id', 'shown.id')
    .innerJoin('video', 'video.id', 'related_video.related_video_id')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .where(maySeeInside(reader, playlistId))
    .where(videoViewRestriction(reader), 'is', null)

/** Lists related videos in the order of the channel. */
export const listRelatedVideos = prepare((db: Db, reader: Reader, playlistId: string, videoId?: string) =>
  selectRelatedVideos(db, reader, playlistId, videoId)
    .select((eb) => [
      'related_video.video_id',
      ...cardColumns(reader)(eb),
      videoLocation.as('pivot'),
      isPrivateLinkOnly(reader).as('is_behind_link'),
    ])
    .orderBy('shown.series_position')
    .orderBy('shown.video_position')
    .orderBy('related_video.position')
    .limit(sql.lit(limits.relatedOfPlaylist)),
)

/** Lists the related videos of a channel without duplicates. */
export const relatedIdsSql = (db: Db, reader: Reader, playlistId: string) =>
  jsonArrayFrom(
    selectRelatedVideos(db, reader, playlistId).select('video.id').distinct().orderBy('video.id').limit(sql.lit(limits.relatedOfPlaylist)),
  )

/** Lists ids in order; deletes entries whose video was deleted. */
export async function listRelatedIds(db: Db, videoId: string): Promise<string[]> {
  await db
    .deleteFrom('related_video')
    .where('video_id', '=', videoId)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('video').select('video.id').whereRef('video.id', '=', 'related_video.related_video_id'))))
    .execute()
  const rows = await db.selectFrom('related_video').select('related_video_id').where('video_id', '=', videoId).orderBy('position').execute()
  return rows.map((row) => row.related_video_id)
}

export const countRelatedOfPlaylist = async (db: Db, playlistId: string): Promise<number> =>
  (
    await db
      .selectFrom('related_video')
      .innerJoin('video', 'video.id', 'related_video.video_id')
      .innerJoin('series', 'series.id', 'video.series_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('series.playlist_id', '=', playlistId)
      .executeTakeFirstOrThrow()
  ).count

/** Replaces the related videos of a video. */
export async function writeRelatedVideos(db: Db, videoId: string, ids: readonly string[]): Promise<void> {
  await sql`
    with wanted as (
      select id, place from unnest(${ids}::text[]) with ordinality as wanted (id, place)
    ), removed as (
      delete from related_video where video_id = ${videoId} and related_video_id not in (select id from wanted)
    )
    insert into related_video as kept (video_id, related_video_id, position)
    select ${videoId}, id, place from wanted
    on conflict (video_id, related_video_id) do update set position = excluded.position where kept.position <> excluded.position`.execute(
    db,
  )
}
