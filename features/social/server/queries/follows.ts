import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepareOne } from '#kit/server/prepare.ts'
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

export interface Followers {
  followers: number
  /** Of these people, who follows it. */
  following: string[]
}

/**
 * Has people follow a thing; twice is once. Who follows `most` already is left out, and so are accounts that go meanwhile.
 * @throws a broken foreign key when the thing has gone meanwhile
 */
export async function addFollows(db: Db, userIds: readonly string[], thing: Following, most: number): Promise<Followers> {
  const keyOf = (type: FollowedType) => (thing.type === type ? String(thing.key) : null)
  return (await callAddFollows(db, userIds, { playlist: keyOf('playlist'), user: keyOf('user'), channel: keyOf('channel') }, most))!
}
const callAddFollows = prepareOne(
  (_: Db, userIds: readonly string[], { playlist, user, channel }: Record<FollowedType, string | null>, most: number) =>
    sql<Followers>`
      select followers, following
      from add_follows(${userIds}::text[], ${playlist}::bigint, ${user}::text, ${channel}::text, ${most}::integer)`,
)

export const deleteFollows = (db: Db, userIds: readonly string[], thing: Following) =>
  db
    .deleteFrom('follow')
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .where(columnOf(thing), '=', thing.key)
    .execute()

/** Somebody has looked at what they follow. */
export const updateSeen = (db: Db, userId: string, thing: Following) =>
  db
    .updateTable('follow')
    .set({ seen_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where(columnOf(thing), '=', thing.key)
    .execute()

/** People who began to follow a thing on a day, who never had before, and of whom nobody was told yet. */
export interface NewFollowers {
  event_ids: string[]
  playlist_key: number | null
  followed_user_id: string | null
  day: string
  /** Whose it is: a person, or a team's members. */
  owner_ids: string[]
}

/** Of the `limit` that have waited longest, together by what they follow and by days. What has gone meanwhile has no owners. */
export async function listNewFollowers(db: Db, limit: number): Promise<NewFollowers[]> {
  const { rows } = await sql<NewFollowers>`
    select new.*, case when playlist.team_id is null then array_remove(array[coalesce(followed_user_id, playlist.user_id)], null) else array(
      select user_id from team_member where team_member.team_id = playlist.team_id and team_member.accepted_at is not null) end as owner_ids
    from (
      select array_agg(waiting.event_id::text) as event_ids, event.playlist_key, event.followed_user_id,
        to_char(event.happened_at at time zone 'utc', 'YYYY-MM-DD') as day
      from (select event_id from follow_to_tell order by event_id limit ${limit}) as waiting
        left join follow_event event on event.id = waiting.event_id
      group by event.playlist_key, event.followed_user_id, day
      order by max(waiting.event_id)) as new left join playlist on playlist.key = new.playlist_key`.execute(db)
  return rows
}

/** Takes them away from what is to be told. @returns who they are, the latest last; whom somebody else has told of, or who has gone, is left out */
export async function takeNewFollowers(db: Db, { event_ids }: NewFollowers): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with taken as (delete from follow_to_tell where event_id = any(${event_ids}::bigint[]) returning event_id)
    select user_id from taken join follow_event event on event.id = taken.event_id where user_id is not null order by event.id`.execute(db)
  return rows.map(({ user_id }) => user_id)
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
