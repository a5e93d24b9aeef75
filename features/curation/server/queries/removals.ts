import type { Db } from '#kit/server/db.ts'
import { sql } from 'kysely'

/** A channel by its key, a video by its id. */
export type Removable = { type: 'playlist'; key: number } | { type: 'video'; key: string }

/** Keeps a channel or video from everybody but who may edit it, or no longer. @returns its name and whose it is; undefined when it was so before */
export async function setRemoved(
  db: Db,
  { type, key }: Removable,
  isRemoved: boolean,
): Promise<{ name: string; user_id: string } | undefined> {
  const removedAt = isRemoved ? sql<Date>`now()` : null
  const isOther = isRemoved ? ('is' as const) : ('is not' as const)
  if (type === 'playlist')
    return db
      .updateTable('playlist')
      .set({ removed_at: removedAt })
      .where('key', '=', key)
      .where('removed_at', isOther, null)
      .returning(['name', 'user_id'])
      .executeTakeFirst()
  return db
    .updateTable('video')
    .from('series')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .set({ removed_at: removedAt })
    .whereRef('series.id', '=', 'video.series_id')
    .where('video.id', '=', key)
    .where('video.removed_at', isOther, null)
    .returning(['video.title as name', 'playlist.user_id'])
    .executeTakeFirst()
}
