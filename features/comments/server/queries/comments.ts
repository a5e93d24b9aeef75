import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { Comment, ItemCount } from '../../contract.ts'
import { limits } from '../../rules.ts'
import type { Item } from './items.ts'

export type CommentRow = Omit<Comment, 'item_type' | 'item_id' | 'playlist_id'> & { seq: number }

/** Columns of a comment. `author` is null unless the author is still a member of the team. */
const columns = (userId: string, isAdmin: boolean) => sql`
  comment.id, comment.text, comment.seq, ${isoTime(sql.ref('comment.created_at'))} as created_at, ${isoTime(sql.ref('comment.edited_at'))} as edited_at,
  ${isoTime(sql.ref('comment.resolved_at'))} as resolved_at, comment.author_id is not distinct from ${userId} as is_own,
  ${isAdmin ? sql`true` : sql`comment.author_id is not distinct from ${userId}`} as may_delete,
  (select json_build_object('id', account.id, 'nickname', account.nickname)
    from team_member member join account on account.id = member.user_id
    where member.user_id = comment.author_id and member.team_id = thread.team_id) as author`

const threadKeySql = ({ item_type: type, item_id: id, team_id: teamId }: Item) => sql`
  thread.team_id = ${teamId} and ${type === 'video' ? sql`thread.video_id` : sql`thread.series_id`} = ${id}`

/** Lists comments, latest first. @param before sequence number of the last comment of the previous page */
export async function listComments(db: Db, userId: string, item: Item, limit: number, before: number | undefined): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${columns(userId, item.is_admin)}
    from comment_thread thread join item_comment comment on comment.thread_key = thread.key
    where ${threadKeySql(item)} ${before === undefined ? sql`` : sql`and comment.seq < ${before}::bigint`}
    order by comment.seq desc limit ${limit}`.execute(db)
  return rows
}

export async function readComment(db: Db, userId: string, item: Item, id: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columns(userId, item.is_admin)}
    from item_comment comment join comment_thread thread on thread.key = comment.thread_key where comment.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks an item's thread, and creates it if there is none. @returns its key; undefined if the item was deleted in the meantime */
export async function lockThread(tx: Db, { item_type: type, item_id: id, team_id: teamId }: Item): Promise<number | undefined> {
  const column = type === 'video' ? sql.ref('video_id') : sql.ref('series_id')
  await sql`insert into comment_thread (team_id, ${column}) values (${teamId}, ${id}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ key: number }>`
    select key from comment_thread where team_id = ${teamId} and ${column} = ${id} for update`.execute(tx)
  return rows[0]?.key
}

/** Adds a comment to a locked item, unless the item has the maximum number of comments. @returns whether it was added */
export async function insertComment(tx: Db, threadKey: number, comment: { id: string; author_id: string; text: string }): Promise<boolean> {
  const { rows } = await sql`
    insert into item_comment (id, thread_key, author_id, text)
    select ${comment.id}, ${threadKey}, ${comment.author_id}, ${comment.text}
    where (select count(*) from item_comment where thread_key = ${threadKey}) < ${limits.comments}
    returning 1`.execute(tx)
  return rows.length > 0
}

export const updateCommentText = (tx: Db, id: string, text: string) =>
  sql`update item_comment set text = ${text}, edited_at = now() where id = ${id} and text <> ${text}`.execute(tx)
/** Resolves or reopens a comment. Keeps the time of a comment that is already resolved. */
export const setCommentResolved = (tx: Db, id: string, isResolved: boolean) =>
  sql`update item_comment set resolved_at = ${isResolved ? sql`coalesce(resolved_at, now())` : sql`null`} where id = ${id}`.execute(tx)
export const deleteComment = (tx: Db, id: string) => sql`delete from item_comment where id = ${id}`.execute(tx)

/** Marks a comment and all earlier comments as read. */
export const markCommentRead = (db: Db, userId: string, id: string) =>
  sql`insert into comment_read as mark (thread_key, user_id, seq)
    select thread_key, ${userId}, seq from item_comment where id = ${id}
    on conflict (thread_key, user_id) do update set seq = excluded.seq where mark.seq < excluded.seq`.execute(db)

/**
 * Counts the comments of a channel's items, up to {@link limits.counted} each. Comments written before the reader
 * became a member aren't unread.
 */
export const countComments = prepare(
  (_: Db, reader: Reader, playlistId: string) => sql<ItemCount>`
    select case when thread.video_id is null then 'serie' else 'video' end as item_type, coalesce(thread.video_id, thread.series_id) as item_id,
      (select count(*)::int from (
        select from item_comment where thread_key = thread.key and resolved_at is null limit ${sql.lit(limits.counted)}) as one) as open,
      (select count(*)::int from (
        select from item_comment where thread_key = thread.key and seq > coalesce(mark.seq, 0)
          and author_id is distinct from member.user_id and created_at >= member.accepted_at limit ${sql.lit(limits.counted)}) as one) as unread
    from playlist
    join team_member member on member.team_id = playlist.team_id and member.user_id = ${reader.user?.id ?? ''}
    join comment_thread thread on thread.team_id = playlist.team_id
    left join video on video.id = thread.video_id
    join series on series.id = coalesce(thread.series_id, video.series_id) and series.playlist_id = playlist.id
    left join comment_read mark on mark.thread_key = thread.key and mark.user_id = member.user_id
    where playlist.id = ${playlistId} and exists (select from item_comment where thread_key = thread.key)
    order by thread.key`,
)
