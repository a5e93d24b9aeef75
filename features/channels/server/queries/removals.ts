import type { Db } from '#kit/server/db/db.ts'
import { sql } from 'kysely'

/** A thing that operators can remove: a channel by key, a series or video by id. */
export type RemovableThing = { type: 'playlist'; key: number } | { type: 'serie' | 'video'; key: string }

/** Name, creator and owner of a removed thing. */
export interface RemovedThing {
  name: string
  user_id: string
  owner_id: string
}

/** Hides a thing from all users who may not edit it, or shows it again. @returns undefined if nothing changed */
export async function setRemoved(db: Db, { type, key }: RemovableThing, isRemoved: boolean): Promise<RemovedThing | undefined> {
  const removedAt = isRemoved ? sql<Date>`now()` : null
  const isOther = isRemoved ? ('is' as const) : ('is not' as const)
  if (type === 'playlist')
    return db
      .updateTable('playlist')
      .set({ removed_alone_at: removedAt })
      .where('key', '=', key)
      .where('removed_alone_at', isOther, null)
      .returning(['name', 'user_id', 'owner_id'])
      .executeTakeFirst()
  if (type === 'serie')
    return db
      .updateTable('series')
      .from('playlist')
      .set({ removed_at: removedAt })
      .whereRef('playlist.id', '=', 'series.playlist_id')
      .where('series.id', '=', key)
      .where('series.removed_at', isOther, null)
      .returning(['series.name', 'playlist.user_id', 'playlist.owner_id'])
      .executeTakeFirst()
  return db
    .updateTable('video')
    .from('series')
    .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
    .set({ removed_at: removedAt })
    .whereRef('series.id', '=', 'video.series_id')
    .where('video.id', '=', key)
    .where('video.removed_at', isOther, null)
    .returning(['video.title as name', 'playlist.user_id', 'playlist.owner_id'])
    .executeTakeFirst()
}
