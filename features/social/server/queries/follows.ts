import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepare, prepareOne } from '#kit/server/prepare.ts'
import type { FollowedType } from '../../rules.ts'

/** What is followed, as the rows of `follow` name it: a channel by its key, a person or a TV channel by their id. */
export interface Following {
  type: FollowedType
  key: string | number
}
const columns = { playlist: 'playlist_key', user: 'followed_user_id', channel: 'tv_channel_id' } as const satisfies Record<
  FollowedType,
  string
>
const columnOf = ({ type }: Following) => columns[type]

/**
 * Has people follow a thing; twice is once. Who follows `most` already is left out, and so are accounts that go meanwhile.
 * @throws a broken foreign key when the thing has gone meanwhile
 */
export async function addFollows(db: Db, userIds: readonly string[], thing: Following, most: number): Promise<void> {
  const keyOf = (type: FollowedType) => (thing.type === type ? String(thing.key) : null)
  await callAddFollows(db, userIds, { playlist: keyOf('playlist'), user: keyOf('user'), channel: keyOf('channel') }, most)
}
const callAddFollows = prepare(
  (_: Db, userIds: readonly string[], { playlist, user, channel }: Record<FollowedType, string | null>, most: number) =>
    sql`select add_follows(${userIds}::text[], ${playlist}::bigint, ${user}::text, ${channel}::text, ${most}::integer)`,
)

export const deleteFollows = (db: Db, userIds: readonly string[], thing: Following) =>
  db
    .deleteFrom('follow')
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .where(columnOf(thing), '=', thing.key)
    .execute()

/** How many follow a thing, and who of these people does. */
export const findFollowers = async (db: Db, userIds: readonly string[], { type, key }: Following) => (await findOf[type](db, userIds, key))!
interface Followers {
  followers: number
  following: string[]
}
const findIn = (counts: string, counted: string, column: (typeof columns)[FollowedType]) =>
  prepareOne(
    (_: Db, userIds: readonly string[], key: string | number) => sql<Followers>`
      select coalesce((select followers from ${sql.table(counts)} where ${sql.ref(counted)} = ${key}), 0) as followers,
        array(select user_id from follow where ${sql.ref(column)} = ${key} and user_id = any(${userIds}::text[])) as following`,
  )
const findOf = {
  playlist: findIn('playlist_count', 'playlist_key', columns.playlist),
  user: findIn('person_count', 'user_id', columns.user),
  channel: findIn('tv_channel_count', 'tv_channel_id', columns.channel),
} as const

/** Somebody has looked at what they follow. */
export const updateSeen = (db: Db, userId: string, thing: Following) =>
  db
    .updateTable('follow')
    .set({ seen_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where(columnOf(thing), '=', thing.key)
    .execute()

/** Whose a followed thing is, a team's members or one person, when somebody has just begun to follow it who never had; a TV channel is nobody's. */
export async function findNewlyFollowed(db: Db, userId: string, { type, key }: Following): Promise<string[]> {
  const isThing = sql`${sql.ref(`event.${columns[type]}`)} = ${key}`
  const { rows } = await sql<{ owner_ids: string[] }>`
    select case when playlist.team_id is null then array_remove(array[coalesce(event.followed_user_id, playlist.user_id)], null) else array(
      select user_id from team_member where team_member.team_id = playlist.team_id and team_member.accepted_at is not null) end as owner_ids
    from follow_event event left join playlist on playlist.key = event.playlist_key
    where event.user_id = ${userId} and ${isThing} and event.kind = 'first_follow' and event.happened_at > now() - interval '10 seconds'
    limit 1`.execute(db)
  return rows[0]?.owner_ids ?? []
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
