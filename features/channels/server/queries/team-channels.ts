import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { placeholderId } from '#features/accounts/server/queries/deletion.ts'

/** A channel of a team that goes back. */
export interface ReturningChannel {
  id: string
  /** The user who brought it; the placeholder account if theirs was deleted. */
  recipient_id: string
}

/** Lists a team's channels, or the one with this id, in the order of the team's bar. */
export const listReturning = async (db: Db, teamId: string, id: string | undefined): Promise<ReturningChannel[]> =>
  (
    await sql<ReturningChannel>`
      select id, case when is_bringer_gone then ${placeholderId} else user_id end as recipient_id
      from playlist where owner_id = ${teamId} and team_id is not null ${id === undefined ? sql`` : sql`and id = ${id}`}
      order by section, group_id, position`.execute(db)
  ).rows

/** Members of a team, whose pages show its channels. */
export const listTeamMembers = async (db: Db, teamId: string): Promise<string[]> =>
  (await db.selectFrom('team_member').select('user_id').where('team_id', '=', teamId).execute()).map(({ user_id }) => user_id)

/** Teams without members that have channels, for the operator. */
export const listOrphans = async (db: Db): Promise<{ id: string; name: string; channels: number }[]> =>
  (
    await sql<{ id: string; name: string; channels: number }>`
      select team.id, team.name, (select count(*)::int from playlist where owner_id = team.id) as channels
      from team where not exists (select from team_member where team_member.team_id = team.id) order by team.name, team.id`.execute(db)
  ).rows
