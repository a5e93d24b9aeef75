import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { VideoRow } from './videos.ts'

/** The next user after `after` for whom pages are still to be looked at; undefined after the last. */
export async function findPendingUser(db: Db, after: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('video')
    .select('pending_user_id')
    .where('pending_user_id', '>', after)
    .orderBy('pending_user_id')
    .limit(1)
    .executeTakeFirst()
  return row?.pending_user_id ?? undefined
}

export interface PendingVideo {
  id: string
  src: string
  /** It has waited for longer than a day: this is the last time that it is looked at. */
  is_last: boolean
}

/** The videos of a user whose pages are still to be looked at, oldest first. */
export const listPendingVideos = (db: Db, userId: string, limit: number): Promise<PendingVideo[]> =>
  db
    .selectFrom('video')
    .select(['id', 'src', sql<boolean>`pending_since < now() - interval '1 day'`.as('is_last')])
    .where('pending_user_id', '=', userId)
    .orderBy('pending_since')
    .orderBy('id')
    .limit(limit)
    .execute()

type Looked = Omit<VideoRow, 'id' | 'series_id' | 'position' | 'published_at'> & { published_at?: VideoRow['published_at'] }

/**
 * What the page at a video's address says, once it was looked at. A title, description or picture that somebody gave it meanwhile
 * stays, and so does all of it when the address is another by now.
 * @param givenTitle what it was called until then: any other title is somebody's
 */
export async function fillPendingVideo(db: Db, id: string, givenTitle: string, looked: Looked): Promise<void> {
  const { title, description, picture_id, published_at, ...rest } = looked
  await db
    .updateTable('video')
    .set({
      ...rest,
      title: sql`case when title = ${givenTitle} then ${title} else title end`,
      description: sql`case when description = '' then ${description ?? ''} else description end`,
      picture_id: sql`coalesce(picture_id, ${picture_id ?? null})`,
      ...(published_at && { published_at }),
    })
    .where('id', '=', id)
    .where('src', '=', looked.src)
    .where('pending_user_id', 'is not', null)
    .execute()
}

/** Nobody looks at its page any more. */
export const settlePendingVideo = (db: Db, id: string) =>
  db.updateTable('video').set({ pending_user_id: null, pending_since: null }).where('id', '=', id).execute()
