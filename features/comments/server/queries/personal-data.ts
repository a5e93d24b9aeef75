import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'

/** Lists the user's comments, also those in teams that they have left, and on removed items that can be restored. */
const listOwnComments = async (db: Db, userId: string): Promise<unknown[]> =>
  (
    await sql`
      select team.name as team, case when coalesce(thread.video_id, thread.removed_video_id) is null then 'serie' else 'video' end as item_type,
        coalesce(thread.video_id, thread.series_id, thread.removed_video_id, thread.removed_series_id) as item_id, comment.text, ${isoTime(sql.ref('comment.created_at'))} as created_at,
        ${isoTime(sql.ref('comment.edited_at'))} as edited_at
      from item_comment comment join comment_thread thread on thread.key = comment.thread_key join team on team.id = thread.team_id
      where comment.author_id = ${userId} order by comment.created_at, comment.id`.execute(db)
  ).rows

/**
 * Deletes the user's comments on removed items, so that restoring an item doesn't bring them back. Keeps the user's other comments,
 * because members answered them.
 */
const deleteKeptComments = async (db: Db, userId: string): Promise<void> => {
  await sql`delete from item_comment comment using comment_thread thread
    where comment.author_id = ${userId} and thread.key = comment.thread_key and thread.removed_by is not null`.execute(db)
}

export const commentsPersonalData: PersonalData = { exports: { comments: listOwnComments }, remove: deleteKeptComments }
