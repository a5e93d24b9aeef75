import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { withJson } from '#kit/server/db/json-text.ts'
import { listed, prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isBehindLink, mayEdit, maySeeInside, videoAccess, videoRestriction } from './access.ts'
import { noCopy, videoColumns, wholeTexts } from './columns.ts'
import { isCopiedVideo } from './sources.ts'

const fromVideos = (db: Db) =>
  db.selectFrom('video').innerJoin('series', 'series.id', 'video.series_id').innerJoin('playlist', 'playlist.id', 'series.playlist_id')

/** What decides over a video before anything is done with it; undefined when the reader can't know that it exists. @param playlistId by which id its channel is known */
export const findVideoAccess = prepare((db: Db, reader: Reader, id: string, playlistId?: string) =>
  fromVideos(db)
    .select([
      'video.id as key',
      'video.series_id',
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
 * A video, and what keeps the reader from it. Where a copy comes from is only looked up when that is asked for: a statement that could tell
 * costs a fifth more, also for the many that are no copies.
 * @param playlistId by which id its channel is known
 */
export const findVideo = prepare((db: Db, reader: Reader, id: string, { playlistId, withSource }: FindVideoOptions) =>
  fromVideos(db)
    .$call((query) => withJson(db, query, videoColumns(reader, wholeTexts, withSource ? undefined : noCopy)))
    .select([
      videoRestriction(reader).as('restriction'),
      isBehindLink(reader).as('is_behind_link'),
      (withSource ? sql<boolean>`false` : sql<boolean>`(${isCopiedVideo} or playlist.kind = 'direct_publish')`).as('may_have_source'),
    ])
    .where('video.id', '=', id)
    .where(maySeeInside(reader, playlistId)),
)
interface FindVideoOptions {
  playlistId?: string | undefined
  withSource: boolean
}

/** Those of these videos that the reader may edit, and where they are. */
export const findEditableVideos = prepare((db: Db, reader: Reader, ids: readonly string[]) =>
  fromVideos(db).select(['video.id', 'video.series_id', 'series.playlist_id']).where('video.id', 'in', listed(ids)).where(mayEdit(reader)),
)

/** Those of these videos that were chosen to be the home of their series. */
export const findChosenHomes = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const homes = db
    .selectFrom('video')
    .innerJoin('series', (join) => join.onRef('series.id', '=', 'video.series_id').onRef('series.home_video_id', '=', 'video.id'))
    .select('video.id')
    .where('video.id', 'in', listed(ids))
  return (await homes.execute()).map(({ id }) => id)
}

/** The path of a video that is a file on this host; undefined for any other. */
export const findOwnFile = prepareOne((db: Db, id: string) =>
  db.selectFrom('video').select('video.src').where('video.id', '=', id).where('video.kind', '=', 'file').where('video.src', 'like', '/%'),
)

export type VideoRow = Insertable<DB['video']>
/** As many rows as fit into one statement's 65,535 values. */
const rowsAtOnce = 2000

/** Many at once; positions are the caller's to give. */
export async function insertVideos(db: Db, rows: readonly VideoRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db
      .insertInto('video')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
}

/** @returns whether the video is (still) in that series */
export async function updateVideo(db: Db, id: string, seriesId: string, change: Updateable<DB['video']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('video')
    .set(change)
    .where('id', '=', id)
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes videos of one series. @returns how many of them there were */
export async function deleteVideos(db: Db, seriesId: string, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('video')
    .where('series_id', '=', seriesId)
    .where('id', 'in', listed(ids))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
