import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'

/** Reads and inserts views in the database. */
export function storedViews(db: Db) {
  const keyOf = async (id: string) => (await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key
  /** Views of a channel and its videos: in statistics, and as displayed. */
  async function figuresOf(playlistId: string, videoIds: readonly string[] = []) {
    const { rows } = await sql<{ channel: number; videos: number; shown: number }>`
      select (select coalesce(sum(views), 0)::int from channel_view_count where playlist_key = key) as channel,
        (select coalesce(sum(views), 0)::int from item_view_count where playlist_key = key) as videos, views as shown
      from playlist where id = ${playlistId}`.execute(db)
    const shown = await db
      .selectFrom('video')
      .select('views')
      .where('id', 'in', [...videoIds, ''])
      .execute()
    return { ...rows[0], shownOfVideos: shown.reduce((sum, { views }) => sum + views, 0) }
  }
  /** Inserts a user's uncounted view of a channel, or of a video in it, at a time. */
  async function insertView(key: number, viewer: string, viewed_at: string, videoId?: string) {
    const row = { channel_type: 'playlist', channel_id: `${key}`, viewer, viewed_at, series_id: videoId }
    const items = videoId ? ['', videoId] : ['']
    await db
      .insertInto('view_to_count')
      .values(items.map((item_id) => ({ ...row, item_id })))
      .execute()
  }
  return { keyOf, figuresOf, insertView }
}
