import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { deleteInBatches } from '#kit/server/db/delete-in-batches.ts'
import { inList, prepare, prepareOne } from '#kit/server/db/prepare.ts'
import { presenceTimes, type PresentMember } from '../../contract.ts'

const lifetime = sql`make_interval(secs => ${sql.lit(presenceTimes.seconds)})`

/**
 * Extends the presence of a member in a channel, if nothing else has changed.
 * @returns the other present members; undefined if the user wasn't present there, drags something else, or isn't a member
 */
export const extendUnchangedPresence = prepareOne(
  (_, playlistId: string, userId: string, hasDragging: boolean, dragging: string | null) => sql<{ people: PresentMember[] }>`
    with channel as (
        select key, team_id from playlist join team_member using (team_id)
        where playlist.id = ${playlistId} and team_member.user_id = ${userId}),
      kept as (
        update presence set seen_at = now() from channel
        where playlist_key = channel.key and user_id = ${userId} and seen_at > now() - ${lifetime}
          ${hasDragging ? sql`and dragging is not distinct from ${dragging}` : sql``}
        returning channel.key, channel.team_id)
    select coalesce((
        select json_agg(json_build_object('user_id', presence.user_id, 'nickname', account.nickname, 'dragging', presence.dragging,
          'seconds', ceil(extract(epoch from presence.seen_at + ${lifetime} - now()))::int) order by presence.user_id)
        from presence
        join team_member member on member.team_id = kept.team_id and member.user_id = presence.user_id
        join account on account.id = presence.user_id
        where presence.playlist_key = kept.key and presence.user_id <> ${userId} and presence.seen_at > now() - ${lifetime}), '[]') as people
    from kept`,
)

/**
 * Stores that a member has a team's channel open.
 * @param dragging undefined leaves the stored item
 * @returns the state before; undefined if the channel isn't a team's
 */
export const touchPresence = prepareOne(
  (_, playlistId: string, userId: string, hasDragging: boolean, dragging: string | null) => sql<{
    was_present: boolean
    dragged: string | null
  }>`
    with channel as (select key from playlist where id = ${playlistId} and team_id is not null),
      former as (
        select presence.dragging from presence join channel on channel.key = presence.playlist_key
        where presence.user_id = ${userId} and presence.seen_at > now() - ${lifetime}),
      touched as (
        insert into presence (playlist_key, user_id, dragging)
        select key, ${userId}, ${dragging} from channel
        on conflict (playlist_key, user_id) do update set seen_at = now(), dragging = ${
          hasDragging ? sql`excluded.dragging` : sql`case when presence.seen_at > now() - ${lifetime} then presence.dragging end`
        })
    select exists (select from former) as was_present, (select dragging from former) as dragged from channel`,
)

/** A page that holds a socket open. */
export interface OpenPage {
  playlistId: string
  userId: string
  sessionId: string
}

/**
 * Extends the presence of users with an open page who are still members and logged in.
 * @param ages seconds since each page last answered a ping
 * @returns the pages of these users
 */
export const extendPresence = prepare(
  (_, playlistIds: string[], userIds: string[], sessionIds: string[], ages: number[]) => sql<OpenPage>`
    -- Joins each list only to tables, by their keys. PostgreSQL expects a list to have one row, so it would join two lists pair by pair.
    with shown as (
        select playlist.key, playlist_id, member.user_id, min(age) as age, array_agg(session_id) as session_ids
        from unnest(${playlistIds}::text[], ${userIds}::text[], ${sessionIds}::text[], ${ages}::float8[]) as open (playlist_id, user_id, session_id, age)
        join playlist on playlist.id = playlist_id
        join team_member member on member.team_id = playlist.team_id and member.user_id = open.user_id
        join session on session.id = session_id and account_id = member.user_id and expires_at > now()
        group by playlist.key, playlist_id, member.user_id),
      -- Locks in the same order in all processes, because another process may extend the presence of the same members.
      locked as (
        select shown.* from presence join shown on key = playlist_key and presence.user_id = shown.user_id
        order by playlist_key, presence.user_id for update of presence),
      kept as (
        -- Other pages see an expiry at their next check, so the expiry is set earlier by that interval.
        update presence set seen_at = greatest(seen_at, now() - make_interval(secs => age + ${sql.lit(presenceTimes.checkSeconds)}))
        from locked where playlist_key = key and presence.user_id = locked.user_id returning playlist_id, presence.user_id, session_ids)
    select playlist_id as "playlistId", user_id as "userId", unnest(session_ids) as "sessionId" from kept`,
)

/** Lists the present members of channels. Each list is JSON text, so that unchanged lists are equal. */
export const listPresentMembers = prepare(
  (_, playlistIds: string[]) => sql<{ playlist_id: string; people: string }>`
    select playlist.id as playlist_id, json_agg(json_build_object('user_id', presence.user_id, 'nickname', account.nickname,
      'dragging', presence.dragging, 'seconds', ${sql.lit(presenceTimes.seconds)}) order by presence.user_id)::text as people
    from playlist join presence on playlist_key = playlist.key and seen_at > now() - ${lifetime}
    join team_member member on member.team_id = playlist.team_id and member.user_id = presence.user_id
    join account on account.id = presence.user_id
    where playlist.id in ${inList(playlistIds)} group by playlist.id`,
)

export const findNickname = prepareOne((db: Db, userId: string) => db.selectFrom('account').select('nickname').where('id', '=', userId))

export const deleteOldPresence = (db: Db): Promise<void> => deleteInBatches(db, 'presence', sql`seen_at < now() - interval '1 hour'`)
