import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { withJson } from '#kit/server/db/json-text.ts'
import { inList, prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { Restriction } from '../../rules.ts'
import { isPrivateLinkOnly, mayEdit, maySeeInside, onlySuggests, videoAccess, videoRestriction, videoViewRestriction } from './access.ts'
import { noSourceColumns, videoColumns, fullVideoTexts } from './columns.ts'
import { isCopiedVideo } from './sources.ts'
import { mayBePaidVideo } from './tiers.ts'

const fromVideos = (db: Db) =>
  db.selectFrom('video').innerJoin('series', 'series.id', 'video.series_id').innerJoin('playlist', 'playlist.id', 'series.playlist_id')

/** Returns data for access checks; undefined if the reader may not know that the video exists. @param playlistId as given by the caller */
export const findVideoAccess = prepare((db: Db, reader: Reader, id: string, playlistId?: string) =>
  fromVideos(db)
    .select([
      'video.id as key',
      'video.series_id',
      'video.title',
      'video.src',
      'video.duration',
      'video.start_at',
      'video.end_at',
      'series.playlist_id',
      'playlist.kind',
      ...videoAccess(reader),
    ])
    .where('video.id', '=', id)
    .where(maySeeInside(reader, playlistId)),
)

/**
 * Reads a video and its restriction. Without `isWhole`, skips the source of a copy and the locks of packages, which few videos have and
 * which double the cost of the statement. If the video may have them, `is_partial` is true: the caller must read again with `isWhole`.
 * The first read then treats a video that may be paid as locked.
 * @param playlistId the channel id given by the caller
 */
export const findVideo = prepare((db: Db, reader: Reader, id: string, { playlistId, isWhole }: FindVideoOptions) =>
  fromVideos(db)
    // A lateral join, so that the conditions of packages, which cost most, are computed once.
    .innerJoinLateral(
      () =>
        db
          .selectNoFrom(
            (isWhole
              ? videoRestriction(reader)
              : sql<Restriction | null>`coalesce(${videoViewRestriction(reader)}, case when ${mayBePaidVideo} then 'tier_required' end)`
            ).as('restriction'),
          )
          .offset(sql.lit(0))
          .as('access'),
      (join) => join.onTrue(),
    )
    .$call((query) =>
      withJson(db, query, videoColumns(reader, fullVideoTexts, isWhole ? undefined : noSourceColumns, sql.ref('access.restriction'))),
    )
    .select([
      sql<Restriction | null>`access.restriction`.as('restriction'),
      isPrivateLinkOnly(reader).as('is_behind_link'),
      (isWhole ? sql<boolean>`false` : sql<boolean>`(${isCopiedVideo} or playlist.kind = 'direct_publish' or ${mayBePaidVideo})`).as(
        'is_partial',
      ),
    ])
    .where('video.id', '=', id)
    .where(maySeeInside(reader, playlistId)),
)
interface FindVideoOptions {
  playlistId?: string | undefined
  isWhole: boolean
}

/** Returns the given videos that the reader may edit, with their series and channels. */
export const findEditableVideos = prepare((db: Db, reader: Reader, ids: readonly string[]) =>
  fromVideos(db)
    .select(['video.id', 'video.series_id', 'series.playlist_id', onlySuggests(reader).as('only_suggests')])
    .where('video.id', 'in', inList(ids))
    .where(mayEdit(reader)),
)

/** Returns the ids of the given videos that were chosen as opener of their series. */
export const findChosenOpeners = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const homes = db
    .selectFrom('video')
    .innerJoin('series', (join) => join.onRef('series.id', '=', 'video.series_id').onRef('series.home_video_id', '=', 'video.id'))
    .select('video.id')
    .where('video.id', 'in', inList(ids))
  return (await homes.execute()).map(({ id }) => id)
}

/** Returns the path of a video that is a file on this host; undefined for others. */
export const findOwnFile = prepareOne((db: Db, id: string) =>
  db.selectFrom('video').select('video.src').where('video.id', '=', id).where('video.kind', '=', 'file').where('video.src', 'like', '/%'),
)

export type VideoRow = Insertable<DB['video']>
/** Rows per statement, to stay within 65,535 parameters. */
const rowsPerStatement = 2000

/** Inserts any number of rows; the caller sets positions. */
export async function insertVideos(db: Db, rows: readonly VideoRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await db
      .insertInto('video')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
}

/** @returns false if the video is not in that series */
export async function updateVideo(db: Db, id: string, seriesId: string, change: Updateable<DB['video']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('video')
    .set(change)
    .where('id', '=', id)
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes videos of one series. @returns the number deleted */
export async function deleteVideos(db: Db, seriesId: string, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('video')
    .where('series_id', '=', seriesId)
    .where('id', 'in', inList(ids))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
