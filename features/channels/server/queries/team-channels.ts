import { sql } from 'kysely'
import { type Db, queryIds } from '#kit/server/db/db.ts'
import { placeholderAccountId } from '#features/accounts/server/queries/deletion.ts'
import { teamSuccessor } from './personal-data.ts'

/** A team's channel that is returned to a user. */
export interface ReturningChannel {
  id: string
  /** The user who added the channel to the team; the placeholder account if that user was deleted. */
  recipient_id: string
}

/** Lists a team's channels, or only the channels with these ids, in the order of the team's bar. */
export const listReturnedChannels = async (db: Db, teamId: string, ids: readonly string[] | undefined): Promise<ReturningChannel[]> =>
  (
    await sql<ReturningChannel>`
      select id, case when is_bringer_gone then ${placeholderAccountId} else user_id end as recipient_id
      from playlist where owner_id = ${teamId} and team_id is not null ${ids === undefined ? sql`` : sql`and id = any(${[...ids]}::text[])`}
      order by section, group_id, position`.execute(db)
  ).rows

/** Members of a team, whose pages show its channels. */
export const listTeamMembers = async (db: Db, teamId: string): Promise<string[]> =>
  (await db.selectFrom('team_member').select('user_id').where('team_id', '=', teamId).execute()).map(({ user_id }) => user_id)

/** Returns the member who becomes the creator of things that no member added to the team. Null if the team has no members. */
export const findTeamSuccessor = async (db: Db, teamId: string): Promise<string | null> =>
  (await sql<{ id: string | null }>`select ${teamSuccessor(sql`${teamId}`, placeholderAccountId)} as id`.execute(db)).rows[0]!.id

/** Lists teams without members, and the placeholder account if it has channels, each with its number of channels. */
export const listOrphans = async (db: Db): Promise<{ id: string; name: string; channels: number }[]> =>
  (
    await sql<{ id: string; name: string; channels: number }>`
      select orphan.id, orphan.name, (select count(*)::int from playlist where owner_id = orphan.id) as channels
      from (select id, name from team where not exists (select from team_member where team_member.team_id = team.id)
        union all select ${placeholderAccountId}, '' where exists (select from playlist where owner_id = ${placeholderAccountId})) orphan
      order by orphan.name, orphan.id`.execute(db)
  ).rows

/** Like {@link listOrphans}, in the order of ids. */
export const listOrphansPage = async (db: Db, after: string, limit: number): Promise<{ id: string; name: string; channels: number }[]> =>
  (
    await sql<{ id: string; name: string; channels: number }>`
      select orphan.id, orphan.name, (select count(*)::int from (
        select from playlist where owner_id = orphan.id and kind = 'channel' limit 10000) as theirs) as channels
      from (
        (select id, name from team where id > ${after} and not exists (select from team_member where team_member.team_id = team.id)
          order by id limit ${limit})
        union all select ${placeholderAccountId}, '' where ${placeholderAccountId} > ${after}
          and exists (select from playlist where owner_id = ${placeholderAccountId} and kind = 'channel')) orphan
      order by orphan.id limit ${limit}`.execute(db)
  ).rows

/** Locks a team's row, if it exists. @returns whether it has members; undefined without a team */
export const lockOrphan = async (db: Db, teamId: string): Promise<{ has_members: boolean } | undefined> => {
  await sql`select from team where id = ${teamId} for no key update`.execute(db)
  const { rows } = await sql<{ has_members: boolean }>`
    select exists (select from team_member where team_member.team_id = team.id) as has_members from team where id = ${teamId}`.execute(db)
  return rows[0]
}

/** Lists the ids of an owner's channels, in the order of the bar. */
export const listChannelIds = (db: Db, ownerId: string): Promise<string[]> =>
  queryIds(db, sql`select id from playlist where owner_id = ${ownerId} and kind = 'channel' order by section, group_id, position`)
