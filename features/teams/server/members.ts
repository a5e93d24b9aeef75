import { commonErrors, fieldErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { User } from '#kit/server/reader.ts'
import { findCredentialsById } from '#features/accounts/server/queries/accounts.ts'
import { teamsErrors } from '../errors.ts'
import type { GivenRole } from '../rules.ts'
import { insertLoss } from '#features/channels/server/queries/losses.ts'
import { lostChannelsTopic } from '#features/channels/rules.ts'
import { recordMemberAct } from './acts.ts'
import {
  announceTeamChange,
  type NoticeTools,
  notifyPromotedMember,
  notifyRemovedMember,
  notifyRoleChange,
  sendRoleQuestion,
  type TeamName,
} from './notices.ts'
import { withdrawInvitation } from './queries/invitations.ts'
import { insertStepDownRequest, deleteMember, isMember, type MemberRole, setAdmin, setRole } from './queries/members.ts'
import { assertAdmin, type LockedTeam, withLockedTeam } from './with-locked-team.ts'

const roleOf = ({ roles }: LockedTeam, userId: string): MemberRole =>
  roles.find(({ user_id: id }) => id === userId) ?? fail(commonErrors.not_found)

/** @throws 409 if no other admin remains */
function assertOtherAdmin({ roles }: LockedTeam, userId: string): void {
  if (!roles.some(({ user_id: id, is_admin: isAdmin }) => isAdmin && id !== userId)) fail(teamsErrors.only_admin)
}

/** Takes the role from an admin. @throws 409 if no other admin remains */
async function stepDown(team: LockedTeam, teamId: string, userId: string): Promise<void> {
  assertOtherAdmin(team, userId)
  await setAdmin(team.db, teamId, userId, false)
  await recordMemberAct(team.db, teamId, userId, 'made_member', userId)
}

/** Asks an admin to give up the role, at most once a day. If the admin's account is removed, takes the role at once. */
async function requestStepDown({ db }: LockedTeam, tools: NoticeTools, team: TeamName, admin: User, role: MemberRole): Promise<void> {
  if (!role.is_admin) return void (await setAdmin(db, team.id, role.user_id, false))
  if (role.is_asked_lately) return
  await insertStepDownRequest(db, team.id, role.user_id, admin.id)
  const { id, email, language } = await findCredentialsById(db, role.user_id)
  await sendRoleQuestion(db, tools, team, admin, { id, email, language })
}

/** Makes a member an admin, gives up the caller's own role, or asks another admin to give up the role. @throws 403, 404, 409 */
export const changeRole = (db: Db, tools: NoticeTools, team: TeamName, user: User, change: { userId: string; isAdmin: boolean }) =>
  withLockedTeam(
    db,
    team.id,
    user.id,
    async (locked) => {
      assertAdmin(locked.me)
      const role = roleOf(locked, change.userId)
      if (!change.isAdmin && role.user_id !== user.id) await requestStepDown(locked, tools, team, user, role)
      else if (!change.isAdmin) await stepDown(locked, team.id, user.id)
      else if (!role.is_admin || role.is_asked) {
        await setAdmin(locked.db, team.id, role.user_id, true)
        if (!role.is_admin) {
          await notifyPromotedMember(locked.db, team, role.user_id)
          await recordMemberAct(locked.db, team.id, user.id, 'made_admin', role.user_id)
        }
      }
    },
    [change.userId],
  )

/** Lets a member edit, or only suggest. @throws 403, 404, 409 if the member is an admin */
export const giveRole = (db: Db, team: TeamName, user: User, { userId, role }: { userId: string; role: GivenRole }): Promise<void> =>
  withLockedTeam(
    db,
    team.id,
    user.id,
    async (locked) => {
      assertAdmin(locked.me)
      if (roleOf(locked, userId).is_admin) fail(teamsErrors.member_is_admin)
      const isSuggester = role === 'suggester'
      if (!(await setRole(locked.db, team.id, userId, isSuggester ? role : null))) return
      await recordMemberAct(locked.db, team.id, user.id, isSuggester ? 'made_suggester' : 'made_member', userId)
      await notifyRoleChange(locked.db, team, userId, isSuggester ? 'suggests' : 'edits')
      await announceTeamChange(locked.db, [userId], [`team:${team.id}`, 'teams', 'my-playlists'])
    },
    [userId],
  )

/**
 * Answers the request to give up the role. If `userId` is another admin, sends that admin the request instead. @throws 403, 404, 409, 422
 */
export const answerRoleQuestion = (
  db: Db,
  tools: NoticeTools,
  team: TeamName,
  user: User,
  { userId, isApproved }: { userId: string; isApproved: boolean | undefined },
) =>
  withLockedTeam(
    db,
    team.id,
    user.id,
    async (locked) => {
      const role = userId === user.id ? locked.me : (assertAdmin(locked.me), roleOf(locked, userId))
      if (userId !== user.id) {
        if (isApproved !== undefined || !role.is_admin) fail(teamsErrors.not_asked)
        await requestStepDown(locked, tools, team, user, role)
      } else if (isApproved === undefined) fail(commonErrors.invalid, { fields: { is_approved: { problem: fieldErrors.required } } })
      // The admin already agreed, for example in another tab.
      else if (!role.is_admin && isApproved) return
      else if (!role.is_asked) fail(teamsErrors.not_asked)
      else if (isApproved) await stepDown(locked, team.id, user.id)
      else await setAdmin(locked.db, team.id, user.id, true)
    },
    [userId],
  )

/** Removes the member, or withdraws the invitation, with this id. @throws 403, 404, 409 */
export async function removeMember(db: Db, team: TeamName, user: User, id: string): Promise<void> {
  if (id === user.id) fail(teamsErrors.leave_instead)
  if (!(await isMember(db, team.id, id)))
    return withLockedTeam(db, team.id, user.id, async ({ db: tx, me }) => {
      assertAdmin(me)
      if (!(await withdrawInvitation(tx, team.id, id))) fail(commonErrors.not_found)
    })
  await withLockedTeam(
    db,
    team.id,
    user.id,
    async (locked) => {
      assertAdmin(locked.me)
      if (roleOf(locked, id).is_admin) fail(teamsErrors.member_is_admin)
      await insertLoss(locked.db, { teamId: team.id, reason: 'removed', byId: user.id, userId: id })
      await deleteMember(locked.db, team.id, id)
      await recordMemberAct(locked.db, team.id, user.id, 'dismissed', id)
      await notifyRemovedMember(locked.db, team, id)
      await announceTeamChange(locked.db, [id], [`team:${team.id}`, 'teams', 'my-playlists', 'shortcuts', 'playlist:*', lostChannelsTopic])
    },
    [id],
  )
}

/** Lets the user leave a team. The last active member can leave only with `isForced`. @throws 404, 409 */
export const leaveTeam = (db: Db, team: TeamName, user: User, isForced: boolean): Promise<void> =>
  withLockedTeam(db, team.id, user.id, async (locked) => {
    const otherMembers = locked.roles.filter(({ user_id: id, is_active: isActive }) => isActive && id !== user.id)
    if (!otherMembers.length && !isForced) fail(teamsErrors.last_member)
    if (otherMembers.length && locked.me.is_admin) assertOtherAdmin(locked, user.id)
    await deleteMember(locked.db, team.id, user.id)
    await recordMemberAct(locked.db, team.id, user.id, 'left', user.id)
  })
