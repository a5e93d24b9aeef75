import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/**
 * Starts notifying followers of due channels. Videos added later wait for the next time. Skips channels that aren't public, and those whose
 * new videos were deleted. Direct Share channels notify followers in the `publishing` feature.
 */
export async function startFollowerNotices(db: Db): Promise<void> {
  await sql`
    with due as (
      select news.id, playlist.status_id = 3 and playlist.removed_at is null and playlist.kind = 'channel' as is_public, added.videos, added.video_id
      from channel_news news join playlist on playlist.key = news.playlist_key,
        lateral (select count(*)::int as videos, min(video.id) as video_id from series join video on video.series_id = series.id
          where series.playlist_id = playlist.id and video.created_at >= news.since) as added
      where news.until is null and news.due_at <= now()
      order by news.id limit 500 for update of news skip locked
    ), dropped as (delete from channel_news using due where channel_news.id = due.id and (due.videos = 0 or not due.is_public))
    update channel_news set until = now(), count = due.videos, video_id = case when due.videos = 1 then due.video_id end from due
    where channel_news.id = due.id and due.videos > 0 and due.is_public`.execute(db)
}

export interface FollowerNotice {
  id: number
  playlist_key: number
  count: number
  /** The new video, if there is exactly one. */
  video_id: string | null
  after_user_id: string
}

/**
 * Returns the next channel whose followers have to be notified: first channels that just became due, then those with many followers. Skips
 * channels that another process handles. Call in a transaction.
 */
export async function claimFollowerNotice(db: Db): Promise<FollowerNotice | undefined> {
  const { rows } = await sql<FollowerNotice>`
    select news.id, news.playlist_key, news.count, news.video_id, news.after_user_id
    from channel_news news where news.until is not null and not news.is_told
    order by news.after_user_id <> '', news.id limit 1 for update of news skip locked`.execute(db)
  return rows[0]
}

/** Returns the next followers of a channel. */
export async function listFollowers(db: Db, { playlist_key, after_user_id }: FollowerNotice, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from follow where playlist_key = ${playlist_key} and user_id > ${after_user_id} order by user_id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}

export const saveLastNotified = (db: Db, id: number, after_user_id: string) =>
  db.updateTable('channel_news').set({ after_user_id }).where('id', '=', id).execute()

export const finishFollowerNotice = (db: Db, id: number) =>
  db.updateTable('channel_news').set({ is_told: true }).where('id', '=', id).execute()

/** Deletes notices of which all followers were notified, if there are no newer videos. */
export const deleteFinishedFollowerNotices = (db: Db) =>
  sql`delete from channel_news where is_told and until < now() - interval '1 minute'`.execute(db)
