import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { SuggestedChange } from '#features/channels/suggestions.ts'
import type { Suggestion } from '../../contract.ts'

/** Lists open suggestions of a team for a member, oldest first. @param after sequence number of the last suggestion of the previous page */
export const listSuggestions = prepare(
  (_: Db, { user }: Reader, teamId: string, limit: number, after: number | undefined) => sql<Suggestion & { seq: number }>`
    select one.id, one.seq, one.kind, one.thing_type as type, json_build_object('id', one.thing_ids[1], 'name', one.thing_name) as thing, one.thing_ids as ids, one.count,
      json_build_object('id', playlist.id, 'name', playlist.name) as playlist,
      case when one.kind = 'renamed' then json_build_object('before', one.change ->> 'before', 'after', one.change ->> 'name') end as names,
      json_build_object('id', account.id, 'nickname', account.nickname) as actor, ${isoTime(sql.ref('one.made_at'))} as at
    from team_suggestion one join account on account.id = one.user_id
    join playlist on playlist.key = one.playlist_key and playlist.team_id = one.team_id
    where one.team_id = ${teamId} and one.state = 'open' ${after === undefined ? sql`` : sql`and one.seq > ${after}::bigint`}
      and exists (select from team_member where team_member.team_id = ${teamId} and team_member.user_id = ${user?.id ?? null})
    order by one.seq limit ${limit}`,
)

export interface FoundSuggestion {
  id: string
  user_id: string
  state: 'open' | 'approved' | 'refused'
  name: string
  act_seq: string
  change: SuggestedChange
  /** Current id of the suggestion's channel; null if the team no longer owns it. */
  playlist_id: string | null
}
export const findSuggestion = async (db: Db, teamId: string, id: string): Promise<FoundSuggestion | undefined> =>
  (
    await sql<FoundSuggestion>`
      select one.id, one.user_id, one.state, one.thing_name as name, one.act_seq::text, one.change, playlist.id as playlist_id
      from team_suggestion one left join playlist on playlist.key = one.playlist_key and playlist.team_id = one.team_id
      where one.team_id = ${teamId} and one.id = ${id}`.execute(db)
  ).rows[0]
/** Locks a suggestion. @returns its state */
export const lockSuggestion = async (db: Db, id: string): Promise<FoundSuggestion['state'] | undefined> =>
  (await sql<Pick<FoundSuggestion, 'state'>>`select state from team_suggestion where id = ${id} for update`.execute(db)).rows[0]?.state

export const listUserSuggestions = async (db: Db, userId: string): Promise<unknown[]> =>
  (
    await sql`
      select team.name as team, one.kind, one.thing_type, one.thing_name, one.state, one.reason, ${isoTime(sql.ref('one.made_at'))} as at
      from team_suggestion one join team on team.id = one.team_id where one.user_id = ${userId} order by one.seq`.execute(db)
  ).rows
