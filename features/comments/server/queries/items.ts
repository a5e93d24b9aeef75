import { sql } from 'kysely'
import { type Db, rowExists } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { ItemType } from '../../rules.ts'

/** A video or series in a channel of the reader's team. */
export interface Item {
  item_type: ItemType
  item_id: string
  playlist_id: string
  playlist_key: number
  team_id: string
  is_admin: boolean
}

/** SQL on `playlist`: joins the reader's membership of the team that owns it. */
const membershipJoin = (reader: Reader) => sql`team_member member on member.team_id = playlist.team_id
  and member.user_id = ${reader.user?.id ?? ''}`

/** SQL: videos and series with the series' channel, as `item`. */
const itemsSql = sql`(select 'video' as type, video.id, series.playlist_id from video join series on series.id = video.series_id
  union all select 'serie', series.id, series.playlist_id from series)`

/** Finds an item whose comments the reader may use. */
export const findItem = prepare(
  (_: Db, reader: Reader, type: string, id: string) => sql<Item>`
    select item.type as item_type, item.id as item_id, playlist.id as playlist_id, playlist.key as playlist_key, playlist.team_id, member.is_admin
    from ${itemsSql} item join playlist on playlist.id = item.playlist_id join ${membershipJoin(reader)}
    where item.type = ${type} and item.id = ${id}`,
)

/** A comment that the reader may see, with its item. */
export interface FoundComment extends Item {
  id: string
  author_id: string | null
  text: string
}
export const findComment = prepare(
  (_: Db, reader: Reader, id: string) => sql<FoundComment>`
    select comment.id, comment.author_id, comment.text, case when thread.video_id is null then 'serie' else 'video' end as item_type,
      coalesce(thread.video_id, thread.series_id) as item_id, playlist.id as playlist_id, playlist.key as playlist_key, playlist.team_id, member.is_admin
    from item_comment comment
    join comment_thread thread on thread.key = comment.thread_key
    left join video on video.id = thread.video_id
    join series on series.id = coalesce(thread.series_id, video.series_id)
    join playlist on playlist.id = series.playlist_id and playlist.team_id = thread.team_id
    join ${membershipJoin(reader)}
    where comment.id = ${id}`,
)

/** Finds a channel of the reader's team. */
export const findTeamChannel = prepare(
  (_: Db, reader: Reader, id: string) => sql<{ id: string }>`
    select playlist.id from playlist join ${membershipJoin(reader)} where playlist.id = ${id}`,
)

/**
 * Locks an item of a team until the transaction ends: accounts, then the team and the channel (against every change of them), then the item.
 * All other changes and deletions lock in this order.
 * @param locksMembers whether the accounts of all members are locked, for changes that may notify them
 * @returns false if the user is no longer a member, or the item was deleted
 */
export async function lockItem(
  tx: Db,
  userId: string,
  { team_id: teamId, playlist_key: key, item_type: type, item_id: id }: Item,
  { locksMembers }: { locksMembers: boolean },
): Promise<boolean> {
  const memberIds = locksMembers ? sql`array(select user_id from team_member where team_id = ${teamId})` : sql`'{}'`
  await sql`select from account where id = any(array_append(${memberIds}::text[], ${userId})) order by id for key share`.execute(tx)
  await sql`select from team where id = ${teamId} for share`.execute(tx)
  const isMember = await rowExists(tx, sql`select from team_member where user_id = ${userId} and team_id = ${teamId}`)
  await sql`select from playlist where key = ${key} for share`.execute(tx)
  const isFound = await rowExists(tx, sql`select from ${sql.table(type === 'video' ? 'video' : 'series')} where id = ${id} for key share`)
  return isMember && isFound
}

/** Lists the members of a team with their nicknames. */
export async function listMembers(db: Db, teamId: string): Promise<{ id: string; nickname: string | null }[]> {
  const { rows } = await sql<{ id: string; nickname: string | null }>`
    select account.id, account.nickname from team_member member join account on account.id = member.user_id
    where member.team_id = ${teamId} and account.removed_at is null`.execute(db)
  return rows
}
