import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type Db, iso } from '#kit/server/db.ts'
import { jsonText } from '#kit/server/json-text.ts'
import { listed, prepare, prepareOne } from '#kit/server/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { mayFind, videoRestriction } from '#features/curation/server/queries/access.ts'
import { cardColumns, noOrder, tileColumns } from '#features/curation/server/queries/columns.ts'
import type { PlaylistTile } from '#features/curation/shapes.ts'
import type { Position } from '../../contract.ts'

export interface NewPosition {
  position: number
  /** Seconds; null: as it was, if it was known. */
  duration: number | null
  watched: boolean
}

const upsert = (userId: string, videoId: string, { position, duration, watched }: NewPosition) => {
  const watchedAt = watched ? sql`now()` : sql`null`
  return sql<Position>`
    insert into watch_position as kept (user_id, video_id, position, duration, watched_at)
    values (${userId}, ${videoId}, ${position}, ${duration}, ${watchedAt})
    on conflict (user_id, video_id) do update set position = excluded.position, duration = coalesce(excluded.duration, kept.duration),
      watched_at = excluded.watched_at, reported_at = now()
    returning video_id as id, position, duration, watched_at is not null as watched`
}

/** Keeps where somebody is in a video. @throws a broken foreign key when it has gone meanwhile */
export const upsertPosition = prepareOne((_: Db, userId: string, videoId: string, position: NewPosition) =>
  upsert(userId, videoId, position),
)

/** The same for a playback, which was heard of by that. */
export const reportPosition = prepareOne(
  (_: Db, processId: string, userId: string, videoId: string, position: NewPosition) => sql<Position>`
    with heard as (update view_process set reported_at = now(), ended_at = null where id = ${processId})
    ${upsert(userId, videoId, position)}`,
)

export const findPosition = prepareOne((db: Db, userId: string, videoId: string) =>
  db
    .selectFrom('video')
    .leftJoin('watch_position', (join) => join.onRef('watch_position.video_id', '=', 'video.id').on('watch_position.user_id', '=', userId))
    .select([
      sql<number>`coalesce(watch_position.position, 0)`.as('position'),
      sql<number | null>`coalesce(watch_position.duration, nullif(video.duration, 0))`.as('duration'),
      sql<boolean>`watch_position.watched_at is not null`.as('watched'),
    ])
    .where('video.id', '=', videoId),
)

export const deletePosition = (db: Db, userId: string, videoId: string) =>
  db.deleteFrom('watch_position').where('user_id', '=', userId).where('video_id', '=', videoId).execute()

/** Of each person the latest stay. */
export async function deleteOldPositions(db: Db, kept: number): Promise<void> {
  await sql`
    delete from watch_position using (
      select user_id, reported_at as oldest from (
        select user_id, reported_at, row_number() over (partition by user_id order by reported_at desc) as number
        from watch_position where user_id in (select user_id from watch_position group by user_id having count(*) > ${kept})
      ) as numbered where number = ${kept}
    ) as limited
    where watch_position.user_id = limited.user_id and watch_position.reported_at < limited.oldest`.execute(db)
}

/** Where the reader is in videos: in these, or in those that they watched last. */
export const listPositions = prepare((db: Db, reader: Reader, limit: number, ids: readonly string[] | undefined) =>
  db
    .selectFrom('watch_position')
    .innerJoin('video', 'video.id', 'watch_position.video_id')
    .select([
      'watch_position.video_id as id',
      'watch_position.position',
      sql<number | null>`coalesce(watch_position.duration, nullif(video.duration, 0))`.as('duration'),
      sql<boolean>`watch_position.watched_at is not null`.as('watched'),
    ])
    .where('watch_position.user_id', '=', reader.user?.id ?? '')
    .$if(ids !== undefined, (query) => query.where('watch_position.video_id', 'in', listed(ids ?? [])))
    .orderBy('watch_position.reported_at', 'desc')
    .limit(limit),
)

/** Videos that the reader has begun and not ended, and that may stand in lists of theirs: the latest first, from behind `after`. */
export const listContinue = prepare((db: Db, reader: Reader, limit: number, after: { time: string; id: string } | undefined) =>
  db
    .selectFrom('watch_position')
    .innerJoin('video', 'video.id', 'watch_position.video_id')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .innerJoin('account', 'account.id', 'playlist.user_id')
    .select((eb) => [
      'video.id',
      iso(sql.ref('watch_position.reported_at')).as('time'),
      jsonText(db, eb, [
        ...cardColumns(eb),
        'video.series_id',
        jsonObjectFrom(db.selectNoFrom([...tileColumns(reader)(eb), noOrder] as never))
          .$notNull()
          .$castTo<PlaylistTile>()
          .as('playlist'),
        'watch_position.position',
        iso(sql.ref('watch_position.reported_at')).as('viewed_at'),
      ]).as('json'),
    ])
    .where('watch_position.user_id', '=', reader.user?.id ?? '')
    .where('watch_position.watched_at', 'is', null)
    .where('watch_position.position', '>', 0)
    .where(mayFind(reader))
    .where(videoRestriction(reader), 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(watch_position.reported_at, video.id) < (${after?.time ?? ''}::timestamptz, ${after?.id ?? ''})`),
    )
    .orderBy('watch_position.reported_at', 'desc')
    .orderBy('video.id', 'desc')
    .limit(limit),
)
