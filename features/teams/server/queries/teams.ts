import { type Insertable, sql, type Updateable } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import type { PictureUses } from '#kit/server/picture-uses.ts'
import type { Reader } from '#kit/server/reader.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { Team, TeamTile } from '../../contract.ts'
import { limits } from '../../rules.ts'

/** SQL: whether the member is an admin. Accounts that an operator removed have no rights. */
const isAdmin = sql<boolean>`(member.is_admin and account.removed_at is null)`
const hasMembers = sql`exists (select from team_member where team_member.team_id = team_invitation.team_id)`

/** SQL: open invitations to a user's address, without those to teams that the user is in. */
const openInvitationsOf = (userId: unknown) => sql`team_invitation
  where team_invitation.email = (select lower(email) from account where id = ${userId}) and answer is null and expires_at > now() and ${hasMembers}
    and not exists (select from team_member where team_member.team_id = team_invitation.team_id and team_member.user_id = ${userId})`

/** Finds the reader's membership in a team. */
export const findMembership = prepare(
  (_: Db, { user }: Reader, teamId: string) => sql<{ id: string; name: string; is_admin: boolean; only_suggests: boolean }>`
    select team.id, team.name, ${isAdmin} as is_admin, member.role is not null as only_suggests
    from team_member member join team on team.id = member.team_id join account on account.id = member.user_id
    where member.team_id = ${teamId} and member.user_id = ${user?.id ?? null}`,
)

/** Lists the reader's latest open invitations, followed by the reader's teams. */
export const listTeams = prepare(
  (_: Db, { user }: Reader) => sql<TeamTile>`
    with mine as (
      select member.team_id, ${isAdmin} as is_admin, null::timestamptz as invited_at
      from team_member member join account on account.id = member.user_id where member.user_id = ${user?.id ?? null}
      union all (
        select team_id, false, created_at from ${openInvitationsOf(user?.id ?? null)}
        order by created_at desc limit ${sql.lit(limits.shownInvitations)}))
    select team.id, team.name, team.description, ${pictureAddress('team.picture_id')} as logo, mine.is_admin, mine.invited_at is not null as is_pending,
      (select count(*)::int from team_member where team_member.team_id = team.id) as users_count,
      (select count(*)::int from playlist where playlist.owner_id = team.id) as playlists_count
    from mine join team on team.id = mine.team_id
    order by mine.invited_at desc nulls last, lower(team.name), team.id`,
)

const shownEmail = (column: string, isWhole: unknown) =>
  sql`case when ${isWhole} then ${sql.ref(column)} else left(${sql.ref(column)}, ${sql.lit(limits.shownEmail)}) end`

/** Finds a team with its members, open invitations and channels, if the reader is a member. */
export const findTeam = prepare(
  (_: Db, { user }: Reader, teamId: string) => sql<Team>`
    with reading as materialized (
      select ${isAdmin} as is_admin, member.user_id
      from team_member member join account on account.id = member.user_id where member.team_id = ${teamId} and member.user_id = ${user?.id ?? null})
    select team.id, team.name, team.description, ${pictureAddress('team.picture_id')} as logo, reading.is_admin,
      (select json_agg(json_build_object('id', member.user_id, 'email', ${shownEmail('account.email', sql`reading.is_admin or member.user_id = reading.user_id`)},
          'nickname', account.nickname, 'is_admin', ${isAdmin}, 'is_admin_asked', member.admin_asked_at is not null,
          'role', coalesce(member.role, case when ${isAdmin} then 'admin' else 'member' end))
          order by ${isAdmin} desc, member.accepted_at, member.user_id)
        from team_member member join account on account.id = member.user_id where member.team_id = team.id) as users,
      (select coalesce(json_agg(json_build_object('id', id, 'email', ${shownEmail('email', sql`reading.is_admin`)}, 'nickname', null,
          'invited_at', ${isoTime(sql.ref('renewed_at'))}) order by created_at, id), '[]')
        from team_invitation where team_id = team.id and answer is null and expires_at > now()) as pending_users,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'icon', ${pictureAddress('picture_id')}) order by lower(name), key), '[]')
        from playlist where owner_id = team.id) as playlists
    from team cross join reading where team.id = ${teamId}`,
)

export const insertTeam = (db: Db, team: Insertable<DB['team']>) => db.insertInto('team').values(team).execute()

/** Creates a team with a fixed id, unless it already exists. */
export const insertTeamOnce = (db: Db, team: Insertable<DB['team']>) =>
  db
    .insertInto('team')
    .values(team)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const changeTeam = (db: Db, id: string, change: Updateable<DB['team']>) =>
  db.updateTable('team').set(change).where('id', '=', id).execute()

/** Returns a team's name. */
export const findTeamName = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('team').select('name').where('id', '=', id).executeTakeFirst())?.name

/** Deletes a team without channels, with its members, invitations, groups and shortcuts. */
export const removeTeam = (db: Db, id: string) => db.deleteFrom('team').where('id', '=', id).execute()

/** Lets members and invited users see the logo of a team, and members use it. */
export const teamsPictures: PictureUses = {
  isPublic: () => sql`false`,
  isSeenBy: (id, { user }) => sql`exists (select from team where picture_id = ${id} and (
    exists (select from team_member where team_member.team_id = team.id and team_member.user_id = ${user.id})
    or team.id in (select team_id from ${openInvitationsOf(user.id)})))`,
  isOwnedBy: (id, userId) => sql`exists (select from team join team_member on team_member.team_id = team.id
    where team.picture_id = ${id} and team_member.user_id = ${userId})`,
}
