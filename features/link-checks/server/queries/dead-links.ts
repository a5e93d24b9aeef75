import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { Reader } from '#kit/server/reader.ts'
import { cardColumns, videoLocation, playableAddress } from '#features/channels/server/queries/columns.ts'
import type { LinkFailure } from '#features/channels/contract/shapes.ts'
import type { LinkTarget } from '../check-link.ts'

/** Returns the check target of a video; undefined if deleted. */
export const findTarget = (db: Db, videoId: string): Promise<LinkTarget | undefined> =>
  db
    .selectFrom('video')
    .select(['src as address', 'embed_url as embedUrl', 'content_type as contentType'])
    .where('id', '=', videoId)
    .executeTakeFirst()

/** Cursor of a page: first failure and id of the previous page's last video. */
export interface DeadLinkPosition {
  since: string
  id: string
}

interface DeadLinksPage {
  ownerId: string
  limit: number
  after: DeadLinkPosition | undefined
}

/** Returns an owner's videos with dead links, latest failure first. */
export const listDeadLinks = (db: Db, reader: Reader, { ownerId, limit, after }: DeadLinksPage) =>
  db
    .selectFrom('playlist')
    .innerJoin('series', 'series.playlist_id', 'playlist.id')
    .innerJoin('video', 'video.series_id', 'series.id')
    .select((eb) => [
      ...cardColumns(reader)(eb),
      playableAddress(reader).as('src'),
      sql<boolean>`true`.as('is_gone'),
      sql<LinkFailure>`json_build_object('state', video.link_state, 'problem', video.link_problem, 'since', ${isoTime(sql.ref('video.link_failed_at'))})`.as(
        'link_failure',
      ),
      'series.name as series_name',
      'playlist.name as playlist_name',
      'playlist.kind as playlist_kind',
      videoLocation.as('pivot'),
    ])
    .where('playlist.owner_id', '=', ownerId)
    .where('video.link_state', '=', 'gone')
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(video.link_failed_at, video.id) < (${after!.since}::timestamptz, ${after!.id})`),
    )
    .orderBy('video.link_failed_at', 'desc')
    .orderBy('video.id', 'desc')
    .limit(limit)
    .execute()
