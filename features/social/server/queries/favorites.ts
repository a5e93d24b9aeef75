import { sql } from 'kysely'
import { type Db, exactIso, iso } from '#kit/server/db/db.ts'
import { jsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { mayFind, videoRestriction } from '#features/curation/server/queries/access.ts'
import { cardColumns, pivot } from '#features/curation/server/queries/columns.ts'

/** Videos that the reader likes and may find, the latest first, from behind `after`. */
export const listFavorites = prepare((db: Db, reader: Reader, limit: number, after: { time: string; id: string } | undefined) =>
  db
    .selectFrom('liking')
    .innerJoin('video', 'video.id', 'liking.video_id')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .select((eb) => [
      'video.id',
      exactIso(sql.ref('liking.created_at')).as('time'),
      jsonText(db, eb, [
        ...cardColumns(eb),
        pivot.as('pivot'),
        'playlist.name as playlist_name',
        iso(sql.ref('liking.created_at')).as('liked_at'),
      ]).as('json'),
    ])
    .where('liking.user_id', '=', reader.user?.id ?? '')
    .where(mayFind(reader))
    .where(videoRestriction(reader), 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(liking.created_at <= ${after?.time ?? ''}::timestamptz
          and (liking.created_at < ${after?.time ?? ''}::timestamptz or liking.video_id > ${after?.id ?? ''}))`,
      ),
    )
    .orderBy('liking.created_at', 'desc')
    .orderBy('liking.video_id')
    .limit(limit),
)
