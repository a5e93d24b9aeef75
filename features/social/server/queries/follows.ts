import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepare, prepareOne } from '#kit/server/prepare.ts'
import type { FollowableType } from '../../rules.ts'

/** What is followed, as the rows of `follow` name it: a channel by its key, a person by their id. */
export interface Following {
  type: FollowableType
  key: string | number
}
const columnOf = ({ type }: Following) => (type === 'playlist' ? 'playlist_key' : 'followed_user_id')
/** Both of these columns. */
const columnsOf = ({ type, key }: Following): [number | null, string | null] =>
  type === 'playlist' ? [Number(key), null] : [null, String(key)]

/**
 * Has people follow a thing; twice is once. Who follows `most` already is left out, and so are accounts that go meanwhile.
 * @throws a broken foreign key when the thing has gone meanwhile
 */
export async function addFollows(db: Db, userIds: readonly string[], thing: Following, most: number): Promise<void> {
  const [playlistKey, personId] = columnsOf(thing)
  await callAddFollows(db, userIds, playlistKey, personId, most)
}
const callAddFollows = prepare(
  (_: Db, userIds: readonly string[], playlistKey: number | null, personId: string | null, most: number) =>
    sql`select add_follows(${userIds}::text[], ${playlistKey}::bigint, ${personId}::text, ${most}::integer)`,
)

export const deleteFollows = (db: Db, userIds: readonly string[], thing: Following) =>
  db
    .deleteFrom('follow')
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .where(columnOf(thing), '=', thing.key)
    .execute()

/** How many follow a thing, and who of these people does. */
export async function findFollowers(db: Db, userIds: readonly string[], { type, key }: Following) {
  const found = type === 'playlist' ? findOfPlaylist(db, userIds, Number(key)) : findOfPerson(db, userIds, String(key))
  return (await found)!
}
interface Followers {
  followers: number
  following: string[]
}
const findOfPlaylist = prepareOne(
  (_: Db, userIds: readonly string[], key: number) => sql<Followers>`
    select coalesce((select followers from playlist_count where playlist_key = ${key}), 0) as followers,
      array(select user_id from follow where playlist_key = ${key} and user_id = any(${userIds}::text[])) as following`,
)
const findOfPerson = prepareOne(
  (_: Db, userIds: readonly string[], id: string) => sql<Followers>`
    select coalesce((select followers from person_count where user_id = ${id}), 0) as followers,
      array(select user_id from follow where followed_user_id = ${id} and user_id = any(${userIds}::text[])) as following`,
)

/** Somebody has looked at what they follow. */
export const updateSeen = (db: Db, userId: string, thing: Following) =>
  db
    .updateTable('follow')
    .set({ seen_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where(columnOf(thing), '=', thing.key)
    .execute()

/** Whose a followed thing is, when somebody has just begun to follow it who never had. */
export async function findNewlyFollowed(db: Db, userId: string, { type, key }: Following): Promise<string | undefined> {
  const isThing = type === 'playlist' ? sql`event.playlist_key = ${key}` : sql`event.followed_user_id = ${key}`
  const { rows } = await sql<{ owner_id: string }>`
    select coalesce(event.followed_user_id, playlist.user_id) as owner_id
    from follow_event event left join playlist on playlist.key = event.playlist_key
    where event.user_id = ${userId} and ${isThing} and event.kind = 'first_follow' and event.happened_at > now() - interval '10 seconds'
    limit 1`.execute(db)
  return rows[0]?.owner_id
}

/** A follow with all that is known of it; otherwise they are added by {@link addFollows}. */
export interface NewFollow {
  userId: string
  playlistId: string
  position: number
  followedAt: Date
  seenAt: Date
}
export const insertFollows = (db: Db, follows: readonly NewFollow[]) => {
  const column = <K extends keyof NewFollow>(name: K) => follows.map((follow) => follow[name])
  return sql`
    insert into follow (user_id, playlist_key, position, created_at, seen_at)
    select added.user_id, playlist.key, added.position, added.followed_at, added.seen_at
    from unnest(${column('userId')}::text[], ${column('playlistId')}::text[], ${column('position')}::bigint[],
        ${column('followedAt')}::timestamptz[], ${column('seenAt')}::timestamptz[])
      as added (user_id, playlist_id, position, followed_at, seen_at)
      join playlist on playlist.id = added.playlist_id`.execute(db)
}
