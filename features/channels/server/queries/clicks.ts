import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { ClickableType } from '../../contract/clicks.ts'
import { maySeeInside, videoRestriction } from './access.ts'
import { hasMoreInfo } from './columns.ts'

/** Finds a video and its buttons. @param playlistId the channel id given by the caller */
export const findClickable = prepare((db: Db, reader: Reader, id: string, playlistId?: string) =>
  db
    .selectFrom('video')
    .innerJoin('series', 'series.id', 'video.series_id')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .select((eb) => [
      'video.id',
      'playlist.key as playlist_key',
      eb('video.go_to', 'is not', null).$castTo<boolean>().as('go_to'),
      hasMoreInfo.as('more_info'),
      videoRestriction(reader).as('restriction'),
    ])
    .where('video.id', '=', id)
    .where(maySeeInside(reader, playlistId)),
)

/** Counts a click in its quarter hour; does nothing if the channel was deleted. */
export const addClick = prepareOne(
  (_: Db, { playlistKey, videoId, type }: { playlistKey: number; videoId: string; type: ClickableType }) => sql<never>`
    insert into click_count as counted (playlist_key, video_id, clickable_type, quarter, clicks)
    select key, ${videoId}, ${type}, quarter_hour(now()), 1 from playlist where key = ${playlistKey} for key share
    on conflict (playlist_key, quarter, video_id, clickable_type) do update set clicks = counted.clicks + 1`,
)
