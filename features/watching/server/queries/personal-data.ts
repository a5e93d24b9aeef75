/** A user's watch history, for the data export and account deletion. */
import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { readerForUser } from '#kit/server/reader.ts'
import {
  mayFind,
  playlistViewRestriction,
  tvChannelViewRestriction,
  videoViewRestriction,
} from '#features/channels/server/queries/access.ts'
import { shownTitle } from '#features/channels/server/queries/titles.ts'
import { isHistoryEnabled } from './history.ts'
import { deleteViewer } from './views.ts'

const batchSize = 5000

interface WatchedVideo {
  id: string
  watched_at: string
  time: string
}
/** Omits names and addresses of things that the user can't see, because a channel's id may now be the key of a private link. */
async function* listHistory(db: Db, userId: string): AsyncGenerator {
  const reader = readerForUser(userId)
  const isFound = sql`${mayFind(reader)}
          and (case when video.id is null then ${playlistViewRestriction(reader)} else ${videoViewRestriction(reader)} end) is null`
  const isTvFound = sql`tv_channel.id is not null and ${tvChannelViewRestriction(reader)} is null`
  for (let after = { time: '-infinity', id: '' }; ;) {
    const { rows } = await sql<WatchedVideo>`
      select view.id, ${isoTime(sql.ref('view.viewed_at'))} as watched_at, view.viewed_at::text as time,
        case when view.programme_id is not null then 'epg' when view.tv_channel_id is not null then 'channel'
          when view.video_id is null then 'playlist' else 'video' end as type,
        case when ${isTvFound} then coalesce(programme.id, tv_channel.id) when ${isFound} then coalesce(video.id, playlist.id) end as watched_id,
        case when ${isTvFound} then coalesce(programme.title, tv_channel.name) when ${isFound} then coalesce(${shownTitle(reader)}, playlist.name) end as name
      from view_action view left join video on video.id = view.video_id left join series on series.id = video.series_id
        left join playlist on playlist.key = view.playlist_key or playlist.id = series.playlist_id
        left join tv_channel on tv_channel.id = view.tv_channel_id left join programme on programme.id = view.programme_id
      where view.user_id = ${userId} and (view.viewed_at, view.id) > (${after.time}::timestamptz, ${after.id})
      order by view.viewed_at, view.id limit ${batchSize}`.execute(db)
    for (const { id: _, time: __, ...row } of rows) yield row
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last
  }
}

async function listPositions(db: Db, userId: string): Promise<unknown[]> {
  const columns = sql`position, duration, ${isoTime(sql.ref('watched_at'))} as watched_at, ${isoTime(sql.ref('reported_at'))} as reported_at`
  const { rows } = await sql`
    select 'video' as type, video_id as id, ${columns} from watch_position where user_id = ${userId}
    union all
    select 'epg', programme_id, ${columns} from programme_position where user_id = ${userId}
    order by reported_at`.execute(db)
  return rows
}

export const watchingPersonalData: PersonalData = {
  exports: { history: listHistory, positions: listPositions, keeps_history: isHistoryEnabled },
  async remove(db, userId) {
    await deleteViewer(db, userId)
    for (let deleted = BigInt(batchSize); deleted === BigInt(batchSize);) {
      const { numAffectedRows } = await sql`
        delete from view_action where id in (select id from view_action where user_id = ${userId} limit ${batchSize})`.execute(db)
      deleted = numAffectedRows ?? 0n
    }
  },
}
