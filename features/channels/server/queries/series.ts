import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
import { type Db, rowExists } from '#kit/server/db/db.ts'
import { jsonText } from '#kit/server/db/json-text.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { inList, prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { positionGap } from '../positions.ts'
import { isSeriesShown, mayEdit, maySeeInside, onlySuggests, seriesAccess, seriesRestriction } from './access.ts'
import { truncatedDescription, seriesColumns, seriesDetailColumns, fullDescription } from './columns.ts'

const fromSeries = (db: Db) => db.selectFrom('series').innerJoin('playlist', 'playlist.id', 'series.playlist_id')

/** Returns data for access checks; undefined if the reader may not know that the series exists. @param playlistId as given by the caller */
export const findSeriesAccess = prepare((db: Db, reader: Reader, id: string, playlistId?: string) =>
  fromSeries(db)
    .select(['series.id as key', 'series.name', 'series.playlist_id', 'playlist.kind', ...seriesAccess(reader)])
    .where('series.id', '=', id)
    .where(maySeeInside(reader, playlistId)),
)

/** A series with its videos and position. */
const placeColumns =
  (reader: Reader, text = fullDescription('series')) =>
  (eb: ExpressionBuilder<DB, 'series' | 'playlist'>) =>
    [
      ...seriesColumns(reader, text)(eb),
      eb
        .selectFrom('series as before')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('before.playlist_id', '=', 'series.playlist_id')
        .whereRef('before.position', '<', 'series.position')
        .$asScalar()
        .$notNull()
        .as('position'),
    ] as const

/** Reads a series with its videos; only if the reader may edit it. */
export const findSeries = prepareOne((db: Db, reader: Reader<User>, id: string) =>
  fromSeries(db)
    .select((eb) => jsonText(db, eb, placeColumns(reader)(eb)).as('json'))
    .where('series.id', '=', id)
    .where(mayEdit(reader)),
)

/** Position of a series among the series visible to the reader. */
const visiblePosition = (reader: Reader) => sql<number>`(select placed.place from (
  select series.id, row_number() over (order by series.position) - 1 as place from series
  where series.playlist_id = playlist.id and ${isSeriesShown(reader)}) as placed where placed.id = series.id)`

/** Reads a series without videos, and its restriction. @param playlistId as given by the caller */
export const findSeriesDetails = prepare((db: Db, reader: Reader, id: string, playlistId?: string) =>
  fromSeries(db)
    .select((eb) => [
      seriesRestriction(reader).as('restriction'),
      jsonText(db, eb, [...seriesDetailColumns(reader, fullDescription('series'))(eb), visiblePosition(reader).as('position')]).as('json'),
    ])
    .where('series.id', '=', id)
    .where(maySeeInside(reader, playlistId)),
)

/** Reads several series with truncated texts, unordered. */
export const findSeriesByIds = prepare((db: Db, reader: Reader<User>, ids: readonly string[]) =>
  fromSeries(db)
    .select((eb) => ['series.id', jsonText(db, eb, placeColumns(reader, truncatedDescription('series'))(eb)).as('json')])
    .where('series.id', 'in', inList(ids))
    .where(mayEdit(reader)),
)

/** Returns the given series that the reader may edit, with their channels. */
export const findEditableSeries = prepare((db: Db, reader: Reader, ids: readonly string[]) =>
  fromSeries(db)
    .select(['series.id', 'series.playlist_id', onlySuggests(reader).as('only_suggests')])
    .where('series.id', 'in', inList(ids))
    .where(mayEdit(reader)),
)

/** Finds the first series of a channel that is not the banner. */
export const findFirstSeries = prepareOne((db: Db, playlistId: string) =>
  db.selectFrom('series').select('id').where('playlist_id', '=', playlistId).where('type', 'is', null).orderBy('position').limit(1),
)

/** Checks whether a channel has a banner. */
export const hasBanner = async (db: Db, playlistId: string): Promise<boolean> =>
  (await db.selectFrom('series').select('id').where('playlist_id', '=', playlistId).where('type', '=', 'header').executeTakeFirst()) !==
  undefined

/** Turns the banner of a channel, if any, into an ordinary series. */
export const clearBanner = (db: Db, playlistId: string) =>
  db.updateTable('series').set({ type: null }).where('playlist_id', '=', playlistId).where('type', '=', 'header').execute()

/** Returns the ids of the given series that are banners. */
export const findBanners = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('series').select('id').where('id', 'in', inList(ids)).where('type', '=', 'header').execute()).map(({ id }) => id)

export interface NewSeries {
  id: string
  playlistId: string
  name: string
  description: string
  type: 'header' | null
  /** The user for the team's activity; undefined if another act includes the new series. */
  actorId: string | undefined
}
/**
 * Adds a series at the end of a channel with fewer than `limit` series. In the same statement, locks the channel, raises its revision and
 * records the act of a team's member.
 * @returns its index; undefined if the limit is reached
 * @throws a violation of `series_place` if another series was added while this one waited for the lock; retry then
 */
export const appendSeries = prepareOne((db, { id, playlistId, name, description, type, actorId }: NewSeries, limit: number) =>
  db
    .with('locked', (db) =>
      db.selectFrom('playlist').select(['id', 'key', 'name', 'team_id']).where('id', '=', playlistId).forNoKeyUpdate(),
    )
    .with('raised', (db) =>
      db
        .insertInto('channel_revision')
        .columns(['playlist_key'])
        .expression((eb) => eb.selectFrom('locked').select('locked.key'))
        .onConflict((conflict) => conflict.column('playlist_key').doUpdateSet({ revision: sql`channel_revision.revision + 1` })),
    )
    .with('ending', (db) =>
      db
        .selectFrom('series')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('position').as('last')])
        .where('playlist_id', '=', playlistId),
    )
    .with('acted', (db) =>
      actorId === undefined
        ? db
            .selectFrom('locked')
            .select('locked.id')
            .where(sql<boolean>`false`)
        : db
            .insertInto('team_act')
            .columns([
              'team_id',
              'actor_id',
              'kind',
              'thing_type',
              'thing_ids',
              'thing_name',
              'playlist_key',
              'playlist_name',
              'is_undoable',
            ])
            .expression((eb) =>
              eb
                .selectFrom(['locked', 'ending'])
                .select([
                  sql<string>`locked.team_id`.as('team_id'),
                  eb.val(actorId).as('actor_id'),
                  sql.lit('added').as('kind'),
                  sql.lit('serie').as('thing_type'),
                  sql<string[]>`array[${id}::text]`.as('thing_ids'),
                  eb.val(name).as('thing_name'),
                  'locked.key as playlist_key',
                  'locked.name as playlist_name',
                  sql.lit(true).as('is_undoable'),
                ])
                .where('locked.team_id', 'is not', null)
                .where('ending.count', '<', limit),
            )
            .returning('team_act.id'),
    )
    .insertInto('series')
    .columns(['id', 'playlist_id', 'name', 'description', 'type', 'position'])
    .expression((eb) =>
      eb
        .selectFrom('ending')
        .leftJoin('locked', (join) => join.onTrue())
        .select([
          eb.val(id).as('id'),
          eb.val(playlistId).as('playlist_id'),
          eb.val(name).as('name'),
          eb.val(description).as('description'),
          eb.val(type).as('type'),
          sql<number>`coalesce(ending.last, 0) + ${sql.lit(positionGap)}`.as('position'),
        ])
        .where('ending.count', '<', limit),
    )
    .returning((eb) => eb.selectFrom('ending').select('ending.count').$asScalar().$notNull().as('index')),
)

export type SeriesRow = Insertable<DB['series']>
/** Inserts any number of rows; the caller sets positions. */
export const insertSeries = (db: Db, rows: readonly SeriesRow[]) => db.insertInto('series').values(rows).execute()

export const updateSeries = (db: Db, id: string, change: Updateable<DB['series']>) =>
  db.updateTable('series').set(change).where('id', '=', id).execute()

export const deleteSeries = (db: Db, id: string) => db.deleteFrom('series').where('id', '=', id).execute()

/** Deletes a series unless it has videos. */
export const deleteEmptySeries = (db: Db, id: string) =>
  db
    .deleteFrom('series')
    .where('id', '=', id)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('video').select('video.id').whereRef('video.series_id', '=', 'series.id'))))
    .execute()

export const hasVideos = (db: Db, id: string): Promise<boolean> => rowExists(db, sql`select from video where series_id = ${id} limit 1`)

/** Makes a video the opener of its series. @returns false if the video is not in that series */
export const setOpener = async (db: Db, seriesId: string, videoId: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('series')
    .set({ home_video_id: videoId })
    .where('id', '=', seriesId)
    .where(sql<boolean>`exists (select from video where video.id = ${videoId} and video.series_id = series.id)`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
