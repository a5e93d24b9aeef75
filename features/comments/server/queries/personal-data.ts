import { sql } from 'kysely'
import { type Db, iso } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'

/** The user's own comments, also in teams that they have left. */
const listOwnComments = async (db: Db, userId: string): Promise<unknown[]> =>
  (
    await sql`
      select team.name as team, case when thread.video_id is null then 'serie' else 'video' end as item_type,
        coalesce(thread.video_id, thread.series_id) as item_id, comment.text, ${iso(sql.ref('comment.created_at'))} as created_at,
        ${iso(sql.ref('comment.edited_at'))} as edited_at
      from item_comment comment join comment_thread thread on thread.key = comment.thread_key join team on team.id = thread.team_id
      where comment.author_id = ${userId} order by comment.created_at, comment.id`.execute(db)
  ).rows

export const commentsPersonalData: PersonalData = { exports: { comments: listOwnComments } }
