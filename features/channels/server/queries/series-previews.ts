import { expressionBuilder, sql } from 'kysely'
import { jsonText } from '#kit/server/db/json-text.ts'
import type { Db } from '#kit/server/db/db.ts'
import { inList, prepare } from '#kit/server/db/prepare.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isListed, isVideoListed } from './access.ts'
import { cardColumns } from './columns.ts'

/** Number of videos in a preview. */
const previewVideos = 6

/** A lateral join on `series` and `playlist`: the first videos of the series as cards, or no row. */
export const firstCards = (reader: Reader) =>
  expressionBuilder<DB, 'series' | 'playlist'>()
    .selectFrom((eb) =>
      eb
        .selectFrom('video')
        .select((eb) => cardColumns(reader)(eb))
        .whereRef('video.series_id', '=', 'series.id')
        .where(isVideoListed(reader))
        .orderBy('video.position')
        .limit(sql.lit(previewVideos))
        .as('card'),
    )
    .select((eb) => eb.fn.jsonAgg('card').as('videos'))
    .having((eb) => eb.fn.countAll(), '>', sql.lit(0))
    .as('cards')

/** Series of public channels that the reader finds, with their first videos; each as JSON. */
export const listSeriesPreviews = prepare((db: Db, reader: Reader, ids: readonly string[]) =>
  db
    .selectFrom('series')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .innerJoin('account', 'account.id', 'playlist.user_id')
    .innerJoinLateral(
      () => firstCards(reader),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'series.id',
      jsonText(db, eb, ['series.id', 'series.name', 'playlist.id as playlist_id', 'playlist.name as playlist_name', 'cards.videos']).as(
        'json',
      ),
    ])
    .where('series.id', 'in', inList(ids))
    .where('playlist.listing_rank', 'is not', null)
    .where('series.type', 'is', null)
    .where(isListed(reader)),
)
