import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'

/**
 * Begins to tell of channels whose news have waited for so long: from now on what is new in them waits for the next time. Channels that
 * are not public now, or in which nothing is left of it, have no news. What is shared directly is told by the share itself.
 */
export async function beginNews(db: Db, waitSeconds: number): Promise<void> {
  await sql`
    with due as (
      select news.id, playlist.status_id = 3 and playlist.removed_at is null and playlist.kind = 'channel' as is_public, (select count(*)::int from series join video on video.series_id = series.id
        where series.playlist_id = playlist.id and video.created_at >= news.since) as videos
      from channel_news news join playlist on playlist.key = news.playlist_key
      where news.until is null and news.since <= now() - make_interval(secs => ${waitSeconds})
      order by news.id limit 500 for update of news skip locked
    ), dropped as (delete from channel_news using due where channel_news.id = due.id and (due.videos = 0 or not due.is_public))
    update channel_news set until = now(), count = due.videos from due
    where channel_news.id = due.id and due.videos > 0 and due.is_public`.execute(db)
}

export interface News {
  id: number
  playlist_key: number
  count: number
  after_user_id: string
}

/** News of which followers are to be told, and no other process tells at this moment. In a transaction. */
export async function takeNews(db: Db): Promise<News | undefined> {
  const { rows } = await sql<News>`
    select news.id, news.playlist_key, news.count, news.after_user_id
    from channel_news news where news.until is not null order by news.id limit 1 for update of news skip locked`.execute(db)
  return rows[0]
}

/** The next followers of a channel. */
export async function listFollowers(db: Db, { playlist_key, after_user_id }: News, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from follow where playlist_key = ${playlist_key} and user_id > ${after_user_id} order by user_id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}

export const noteTold = (db: Db, id: number, after_user_id: string) =>
  db.updateTable('channel_news').set({ after_user_id }).where('id', '=', id).execute()

export const endNews = (db: Db, id: number) => db.deleteFrom('channel_news').where('id', '=', id).execute()
