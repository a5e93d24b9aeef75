import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'
import type { FollowedType } from '../../rules.ts'

/** A followed thing as in rows of `follow`: a channel by key, a user or TV channel by id. */
export interface FollowTarget {
  type: FollowedType
  key: string | number
}
const columns = { playlist: 'playlist_key', user: 'followed_user_id', channel: 'tv_channel_id' } as const satisfies Record<
  FollowedType,
  string
>

export interface Followers {
  followers: number
  /** Those of the given users who follow the target now. */
  following: string[]
}

/**
 * Makes the users follow the target (idempotent). Skips users who have `limit` follows, and users deleted concurrently.
 * @throws a foreign key error if the target was deleted concurrently
 */
export async function addFollows(db: Db, userIds: readonly string[], target: FollowTarget, limit: number): Promise<Followers> {
  return (await callAddFollows(db, userIds, targetKeysOf(target), limit))!
}
/** The target's key under the name of its type; null under the other names. */
type TargetKeys = Record<FollowedType, string | null>
function targetKeysOf({ type, key }: FollowTarget): TargetKeys {
  const keyFor = (followedType: FollowedType) => (type === followedType ? String(key) : null)
  return { playlist: keyFor('playlist'), user: keyFor('user'), channel: keyFor('channel') }
}
const callAddFollows = prepareOne(
  (_: Db, userIds: readonly string[], { playlist, user, channel }: TargetKeys, limit: number) =>
    sql<Followers>`
      select followers, following
      from add_follows(${userIds}::text[], ${playlist}::bigint, ${user}::text, ${channel}::text, ${limit}::integer)`,
)

/** Deletes follows. Doesn't wait for a concurrent deletion of the target, which deletes the same follows. */
export async function deleteFollows(db: Db, userIds: readonly string[], target: FollowTarget): Promise<void> {
  await callRemoveFollows(db, userIds, targetKeysOf(target))
}
const callRemoveFollows = prepareOne(
  (_: Db, userIds: readonly string[], { playlist, user, channel }: TargetKeys) =>
    sql`select remove_follows(${userIds}::text[], ${playlist}::bigint, ${user}::text, ${channel}::text)`,
)

/** Stores that the user has seen a followed thing. */
export const updateFollowSeen = (db: Db, userId: string, target: FollowTarget) =>
  sql`update follow set seen_at = now() where user_id = ${userId} and ${sql.ref(columns[target.type])} = ${target.key}`.execute(db)

/** New followers of a thing on one day, without users who followed it before. */
export interface NewFollowers {
  playlist_key: number | null
  followed_user_id: string | null
  day: string
  /** Ids of the followers, latest first. */
  follower_ids: string[]
  /** Ids of the notified users: the followed user, the channel's owner, or the members of its team. */
  owner_ids: string[]
}
export interface FollowerBatch {
  /** Number of notices that were taken from the queue, including those of deleted followers and targets. */
  takenCount: number
  followers: NewFollowers[]
}

/** Takes the `limit` oldest pending notices of followers, grouped by target and day. Skips rows locked by another process. */
export async function dequeueNewFollowers(db: Db, limit: number): Promise<FollowerBatch> {
  const { rows } = await sql<FollowerBatch>`
    with taken as (
      delete from follow_to_tell
      where event_id = any(array(select event_id from follow_to_tell order by event_id limit ${limit} for update skip locked))
      returning event_id
    ), new as (
      select event.playlist_key, event.followed_user_id, to_char(event.happened_at at time zone 'utc', 'YYYY-MM-DD') as day,
        array_agg(event.user_id order by event.id desc) as follower_ids, max(event.id) as latest
      from taken join follow_event event on event.id = taken.event_id
      where event.user_id is not null
      group by event.playlist_key, event.followed_user_id, day
    ), told as (
      select new.playlist_key, followed_user_id, day, follower_ids, latest, case when playlist.team_id is null
        then array_remove(array[coalesce(followed_user_id, playlist.user_id)], null)
        else array(select user_id from team_member where team_member.team_id = playlist.team_id)
        end as owner_ids
      from new left join playlist on playlist.key = new.playlist_key)
    select (select count(*)::integer from taken) as "takenCount",
      coalesce((select json_agg(told order by latest) from told where owner_ids <> '{}'), '[]') as followers`.execute(db)
  return rows[0]!
}

/** A follow with all columns, for bulk inserts. For a single follow, use {@link addFollows}. */
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
