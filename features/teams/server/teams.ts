import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { TransactionRunner } from '#kit/server/http/idempotency.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import { newId } from '#kit/server/ids.ts'
import type { User } from '#kit/server/reader.ts'
import { barLock } from '#features/channels/server/containers.ts'
import { type LockedTransaction, withContainerLocks } from '#features/channels/server/move.ts'
import { addChannelsToTeam, returnChannels, withReturnLocks } from '#features/channels/server/team-channels.ts'
import { teamsErrors } from '../errors.ts'
import { type GivenRole, limits } from '../rules.ts'
import { admitInvitations, inviteUsers } from './invitations.ts'
import { announceTeamChange, type NoticeTools, type TeamName } from './notices.ts'
import { countTeams, insertMember, listRoles, listTeamsWithOnlyMembers, type MemberRole } from './queries/members.ts'
import { changeTeam, insertTeam, removeTeam } from './queries/teams.ts'
import { assertAdmin, withLockedTeam } from './with-locked-team.ts'

export interface InvitationTools extends NoticeTools {
  limits: Pick<Limits, 'take' | 'takeAll' | 'giveBack'>
}

interface Columns {
  name?: string | undefined
  description?: string | undefined
  picture_id?: string | null
}
interface AddedToTeam {
  users?: readonly string[] | undefined
  playlists?: readonly string[] | undefined
  /** Role of the invited users. */
  role?: GivenRole | undefined
}

interface AdmittedToTeam extends AddedToTeam {
  team: TeamName
  user: User
  /** Mailboxes that may still get an invitation today. */
  mailboxes: ReadonlySet<string>
}
async function addMembersAndChannels(
  locked: LockedTransaction,
  tools: InvitationTools,
  { team, user, users, mailboxes, playlists, role }: AdmittedToTeam,
) {
  if (users?.length)
    await inviteUsers(locked.db, tools, { team, inviter: user, users, mailboxes, role: role === 'suggester' ? role : null })
  if (playlists?.length) await addChannelsToTeam(locked, { userId: user.id, teamId: team.id, ids: playlists })
}

interface NewTeam {
  user: User
  columns: Columns & { name: string }
  additions: AddedToTeam
}

/** Creates a team with the user as its admin. @returns its id @throws 422, 429 */
export async function createTeam(
  writer: TransactionRunner,
  tools: InvitationTools,
  { user, columns, additions }: NewTeam,
): Promise<string> {
  const mailboxes = await admitInvitations(tools.limits, user.id, additions.users ?? [])
  return withContainerLocks(writer, [barLock(user.id)], async (locked) => {
    const { db, lockIds } = locked
    if ((await countTeams(db, user.id)) >= limits.teams) fail(teamsErrors.team_limit, { values: { count: limits.teams } })
    const id = newId()
    await insertTeam(db, { id, ...columns })
    await insertMember(db, { team_id: id, user_id: user.id, is_admin: true })
    if (additions.users?.length) assertAdmin((await listRoles(db, id))[0]!)
    // Doesn't lock the new team, because no other transaction sees it yet.
    const team = { id, name: columns.name }
    await addMembersAndChannels({ ...locked, lockIds: new Set([...lockIds, id]) }, tools, { team, user, ...additions, mailboxes })
    return id
  })
}

interface TeamChange {
  team: TeamName
  user: User
  columns: Columns
  additions: AddedToTeam
}

/**
 * Changes a team, invites users, and adds channels of the caller. Members who aren't admins can only add channels.
 * @throws 403, 404, 422, 429
 */
export async function updateTeam(db: Db, tools: InvitationTools, { team, user, columns, additions }: TeamChange): Promise<void> {
  const mailboxes = await admitInvitations(tools.limits, user.id, additions.users ?? [])
  await withLockedTeam(db, { teamId: team.id, userId: user.id }, async ({ locked, me }) => {
    if (Object.keys(columns).length || additions.users?.length) assertAdmin(me)
    if (Object.keys(columns).length) await changeTeam(locked.db, team.id, columns)
    const renamedTeam = { ...team, ...(columns.name !== undefined && { name: columns.name }) }
    await addMembersAndChannels(locked, tools, { team: renamedTeam, user, ...additions, mailboxes })
  })
}

/** Deletes a team. Its channels go back to the users who brought them. @throws 403, 404 */
export const deleteTeam = (db: Db, teamId: string, userId: string): Promise<void> =>
  deleteTeamIf(db, teamId, userId, (roles) => {
    assertAdmin(roles.find(({ user_id: id }) => id === userId) ?? fail(commonErrors.not_found))
    return true
  })

/** Deletes teams that have no members other than these users. */
export async function deleteTeamsOf(db: Db, userIds: readonly string[]): Promise<void> {
  // Checks again under the lock, because other users may have joined since.
  const isOnlyOf = (roles: readonly MemberRole[]) => roles.every(({ user_id: id }) => userIds.includes(id))
  for (const id of await listTeamsWithOnlyMembers(db, userIds)) await deleteTeamIf(db, id, null, isOnlyOf)
}

/** @param decides whether to delete a team; called while the team is locked */
const deleteTeamIf = (db: Db, teamId: string, byId: string | null, decides: (roles: readonly MemberRole[]) => boolean): Promise<void> =>
  withReturnLocks(db, teamId, undefined, async (locked, returning) => {
    const roles = await listRoles(locked.db, teamId)
    if (!decides(roles)) return
    await returnChannels(locked, teamId, returning, { reason: 'deleted', byId })
    await removeTeam(locked.db, teamId)
    await announceTeamChange(
      locked.db,
      roles.map(({ user_id: id }) => id),
      [`team:${teamId}`, 'teams', 'my-playlists', 'shortcuts', 'profile'],
    )
  })
