import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { deleteInBatches } from '#kit/server/db/delete-in-batches.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import { presence, type PresentMember } from '../../contract.ts'

const lasting = sql`make_interval(secs => ${sql.lit(presence.seconds)})`

/**
 * Notes that a member has a team's channel open.
 * @param dragging undefined keeps the last one
 * @returns the state before; undefined if no team owns the channel
 */
export const touchPresence = prepareOne(
  (_, playlistId: string, userId: string, isGiven: boolean, dragging: string | null) => sql<{
    was_present: boolean
    dragged: string | null
  }>`
    with channel as (select key from playlist where id = ${playlistId} and team_id is not null),
      former as (
        select presence.dragging from presence join channel on channel.key = presence.playlist_key
        where presence.user_id = ${userId} and presence.seen_at > now() - ${lasting}),
      touched as (
        insert into presence (playlist_key, user_id, dragging)
        select key, ${userId}, ${dragging} from channel
        on conflict (playlist_key, user_id) do update set seen_at = now(), dragging = ${
          isGiven ? sql`excluded.dragging` : sql`case when presence.seen_at > now() - ${lasting} then presence.dragging end`
        })
    select exists (select from former) as was_present, (select dragging from former) as dragged from channel`,
)

/** Lists the other present members. */
export const listPresent = prepare(
  (_, playlistId: string, userId: string) => sql<PresentMember>`
    select presence.user_id, account.nickname, presence.dragging,
      ceil(extract(epoch from presence.seen_at + ${lasting} - now()))::int as seconds
    from playlist
    join presence on presence.playlist_key = playlist.key
    join team_member member on member.team_id = playlist.team_id and member.user_id = presence.user_id and member.accepted_at is not null
    join account on account.id = presence.user_id
    where playlist.id = ${playlistId} and presence.user_id <> ${userId} and presence.seen_at > now() - ${lasting}
    order by presence.user_id`,
)

export const findNickname = prepareOne((db: Db, userId: string) => db.selectFrom('account').select('nickname').where('id', '=', userId))

export const deleteOldPresence = (db: Db): Promise<void> => deleteInBatches(db, 'presence', sql`seen_at < now() - interval '1 hour'`)
