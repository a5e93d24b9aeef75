import { sql } from 'kysely'
import { type Db, executeWrite, queryIds } from '#kit/server/db/db.ts'
import { limits } from '../../rules.ts'

/** A member's role, which must be read while the team is locked. */
export interface MemberRole {
  user_id: string
  /** False for admins whose account is removed or suspended: they can't act as admins. */
  is_admin: boolean
  /** True if the account is neither removed nor suspended. */
  is_active: boolean
  is_asked: boolean
  /** True if the member was asked to give up the role in the last {@link limits.requestPauseHours} hours. */
  is_asked_lately: boolean
}

const isActive = sql<boolean>`(account.removed_at is null and (account.suspended_until is null or account.suspended_until <= now()))`

export const listRoles = async (db: Db, teamId: string): Promise<MemberRole[]> =>
  (
    await sql<MemberRole>`
      select member.user_id, member.is_admin and ${isActive} as is_admin, ${isActive} as is_active,
        member.admin_asked_at is not null as is_asked,
        coalesce(member.admin_asked_at between now() - make_interval(hours => ${limits.requestPauseHours}) and now(), false) as is_asked_lately
      from team_member member join account on account.id = member.user_id where member.team_id = ${teamId}`.execute(db)
  ).rows

export const isMember = async (db: Db, teamId: string, userId: string): Promise<boolean> =>
  (await sql`select from team_member where team_id = ${teamId} and user_id = ${userId}`.execute(db)).rows.length > 0

/** Counts a user's teams. */
export const countTeams = async (db: Db, userId: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from team_member where user_id = ${userId}`.execute(db)).rows[0]!.count

/** Adds a user to a team, unless they are already a member. */
export const insertMember = (db: Db, member: { team_id: string; user_id: string; is_admin?: boolean; role?: 'suggester' | null }) =>
  db
    .insertInto('team_member')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Sets whether a member is an admin. This also answers a request to give up the role. */
export const setAdmin = (db: Db, teamId: string, userId: string, isAdmin: boolean) =>
  sql`update team_member set is_admin = ${isAdmin}, role = case when ${isAdmin} then null else role end, admin_asked_at = null, admin_asked_by = null
    where team_id = ${teamId} and user_id = ${userId}`.execute(db)

/** Lets a member who isn't an admin edit, or only suggest. @returns false if the member already has that role */
export const setRole = (db: Db, teamId: string, userId: string, role: 'suggester' | null): Promise<boolean> =>
  executeWrite(
    db,
    sql`update team_member set role = ${role} where team_id = ${teamId} and user_id = ${userId} and not is_admin and role is distinct from ${role}`,
  )

/** Records that an admin is asked to give up the role. */
export const insertStepDownRequest = (db: Db, teamId: string, userId: string, requestedBy: string) =>
  sql`update team_member set admin_asked_at = now(), admin_asked_by = ${requestedBy} where team_id = ${teamId} and user_id = ${userId}`.execute(
    db,
  )

export const deleteMember = (db: Db, teamId: string, userId: string): Promise<boolean> =>
  executeWrite(db, sql`delete from team_member where team_id = ${teamId} and user_id = ${userId}`)

export const listMemberIds = (db: Db, teamId: string): Promise<string[]> =>
  queryIds(db, sql`select user_id as id from team_member where team_id = ${teamId} order by user_id`)

/** Lists teams that have no members other than these users. */
export const listTeamsWithOnlyMembers = (db: Db, userIds: readonly string[]): Promise<string[]> =>
  queryIds(
    db,
    sql`select team_id as id from team_member
      where team_id in (select team_id from team_member where user_id = any(${[...userIds]}::text[]))
      group by team_id having bool_and(user_id = any(${[...userIds]}::text[])) order by team_id`,
  )
