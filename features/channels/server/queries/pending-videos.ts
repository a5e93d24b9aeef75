import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { VideoRow } from './videos.ts'

/** Finds the next user after `after` with pending pages; undefined after the last. */
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
  /** Whether this is the last attempt, because the video has been pending for over a day. */
  is_last: boolean
}

/** Lists a user's videos with pending pages, oldest first. */
export const listPendingVideos = (db: Db, userId: string, limit: number): Promise<PendingVideo[]> =>
  db
    .selectFrom('video')
    .select(['id', 'src', sql<boolean>`pending_since < now() - interval '1 day'`.as('is_last')])
    .where('pending_user_id', '=', userId)
    .orderBy('pending_since')
    .orderBy('id')
    .limit(limit)
    .execute()

type FetchedVideo = Omit<VideoRow, 'id' | 'series_id' | 'position' | 'published_at'> & { published_at?: VideoRow['published_at'] }

/**
 * Fills in the metadata of a fetched page. Keeps a title, description, picture or range that a user has set since. Writes nothing if the
 * address has changed.
 * @param placeholderTitle the provisional title; a user set any other title
 */
export async function fillPendingVideo(db: Db, id: string, placeholderTitle: string, fetched: FetchedVideo): Promise<void> {
  const { title, description, picture_id, published_at, end_at: endAt, ...rest } = fetched
  await db
    .updateTable('video')
    .set({
      ...rest,
      title: sql`case when title = ${placeholderTitle} then ${title} else title end`,
      description: sql`case when description = '' then ${description ?? ''} else description end`,
      picture_id: sql`coalesce(picture_id, ${picture_id ?? null})`,
      ...(published_at && { published_at }),
      // The end time in the address may be before the user's start, which the constraint on the range refuses.
      ...(endAt !== undefined && {
        end_at: sql<number | null>`case when start_at is null and end_at is null then ${endAt}::int else end_at end`,
      }),
    })
    .where('id', '=', id)
    .where('src', '=', fetched.src)
    .where('pending_user_id', 'is not', null)
    .execute()
}

/** Gives up on fetching the page of a video. */
export const abandonPendingVideo = (db: Db, id: string) =>
  db.updateTable('video').set({ pending_user_id: null, pending_since: null }).where('id', '=', id).execute()
