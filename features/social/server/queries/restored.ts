/** Restores follows and likes from an archive, if their targets exist here. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import {
  isListed,
  isTvChannelListed,
  mayEdit,
  mayFind,
  playlistViewRestriction,
  videoViewRestriction,
} from '#features/channels/server/queries/access.ts'
import { type FollowedType, maxFollows } from '../../rules.ts'
import type { LikedType } from '../../rules.ts'

export interface RestoredReference<T extends string> {
  type: T
  id: string
}

const markRows = (marks: readonly RestoredReference<string>[]) =>
  sql`unnest(${marks.map(({ type }) => type)}::text[], ${marks.map(({ id }) => id)}::text[]) with ordinality as named (type, id, place)`

/**
 * Makes a user follow these targets, in their order, up to {@link maxFollows} (idempotent). Skips targets that the user may not follow.
 * Sends no notifications, because the user followed them before.
 * @returns how many of these the user follows
 */
export async function restoreFollows(db: Db, reader: Reader<User>, marks: readonly RestoredReference<FollowedType>[]): Promise<number> {
  const { id } = reader.user
  // Takes the same lock as {@link addFollows}.
  await sql`select from account where id = ${id} for no key update`.execute(db)
  const { rows } = await sql<{ latest: number }>`select coalesce(max(id), 0) as latest from follow_event`.execute(db)
  const result = sql`(
    select playlist.key as playlist_key, null::text as person_id, null::text as tv_id, min(place) as place
      from ${markRows(marks)} join playlist on playlist.id = named.id
      where named.type = 'playlist' and ${isListed(reader)} and not ${mayEdit(reader)} and playlist.kind <> 'watch_later' group by playlist.key
    union all select null, person.id, null, min(place) from ${markRows(marks)} join account person on person.id = named.id
      where named.type = 'user' and person.is_found and person.id <> ${id} group by person.id
    union all select null, null, tv_channel.id, min(place) from ${markRows(marks)} join tv_channel on tv_channel.id = named.id
      where named.type = 'channel' and ${isTvChannelListed(reader)} group by tv_channel.id)`
  const isFollowed = sql`exists (select from follow where follow.user_id = ${id} and (follow.playlist_key = found.playlist_key
    or follow.followed_user_id = found.person_id or follow.tv_channel_id = found.tv_id))`
  await sql`
    insert into follow (user_id, playlist_key, followed_user_id, tv_channel_id, position)
    select ${id}, playlist_key, person_id, tv_id,
      coalesce((select min(position) from follow where user_id = ${id}), 0) - 1048576 * row_number() over (order by place desc)
    from (select * from ${result} as found where not ${isFollowed} order by place
      limit greatest(0, ${maxFollows}::bigint - (select count(*) from follow where user_id = ${id}))) as added`.execute(db)
  await sql`
    delete from follow_to_tell using follow_event event
    where event.id = follow_to_tell.event_id and event.id > ${rows[0]!.latest}::bigint and event.user_id = ${id}`.execute(db)
  const counted = await sql<{ followed: number }>`select count(*)::integer as followed from ${result} as found where ${isFollowed}`.execute(
    db,
  )
  return counted.rows[0]!.followed
}

/** Makes a user like these targets, if they may see them (idempotent). @returns how many of these the user likes */
export async function restoreLikes(db: Db, reader: Reader<User>, marks: readonly RestoredReference<LikedType>[]): Promise<number> {
  const { id } = reader.user
  const result = sql`(
    select null::text as video_id, playlist.key as playlist_key, min(place) as place from ${markRows(marks)} join playlist on playlist.id = named.id
      where named.type = 'playlist' and ${mayFind(reader)} and ${playlistViewRestriction(reader)} is null group by playlist.key
    union all select video.id, null, min(place) from ${markRows(marks)} join video on video.id = named.id
      join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
      where named.type = 'video' and ${mayFind(reader)} and ${videoViewRestriction(reader)} is null group by video.id)`
  await sql`
    insert into liking (user_id, video_id, playlist_key) select ${id}, video_id, playlist_key from ${result} as found order by place on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<{ liked: number }>`select count(*)::integer as liked from ${result} as found`.execute(db)
  return rows[0]!.liked
}
