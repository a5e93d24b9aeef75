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
  await recordMemberAct(team.db, teamId, { actorId: userId, kind: 'made_member', memberId: userId })
}

interface StepDownRequest {
  team: TeamName
  /** The admin who asks. */
  admin: User
  /** The role of the admin who is asked. */
  role: MemberRole
}

/** Asks an admin to give up the role, at most once a day. If the admin's account is removed or suspended, takes the role at once. */
async function requestStepDown(db: Db, tools: NoticeTools, { team, admin, role }: StepDownRequest): Promise<void> {
  if (!role.is_admin) return void (await setAdmin(db, team.id, role.user_id, false))
  if (role.is_asked_lately) return
  await insertStepDownRequest(db, team.id, role.user_id, admin.id)
  const { id, email, language } = await findCredentialsById(db, role.user_id)
  await sendRoleQuestion(db, tools, { team, requester: admin, to: { id, email, language } })
}

/** A change by `user` of a member, who may be the same user. */
interface MemberChange {
  team: TeamName
  user: User
  memberId: string
}
interface RoleChange extends MemberChange {
  isAdmin: boolean
}

/** Makes a member an admin, gives up the caller's own role, or asks another admin to give up the role. @throws 403, 404, 409 */
export const changeRole = (db: Db, tools: NoticeTools, { team, user, memberId, isAdmin }: RoleChange): Promise<void> =>
  withLockedTeam(db, { teamId: team.id, userId: user.id, others: [memberId] }, async (locked) => {
    assertAdmin(locked.me)
    const role = roleOf(locked, memberId)
    if (!isAdmin && memberId !== user.id) await requestStepDown(locked.db, tools, { team, admin: user, role })
    else if (!isAdmin) await stepDown(locked, team.id, user.id)
    else if (!role.is_admin || role.is_asked) {
      await setAdmin(locked.db, team.id, memberId, true)
      if (!role.is_admin) {
        await notifyPromotedMember(locked.db, team, memberId)
        await recordMemberAct(locked.db, team.id, { actorId: user.id, kind: 'made_admin', memberId })
      }
    }
  })

/** Lets a member edit, or only suggest. @throws 403, 404, 409 if the member is an admin */
export const giveRole = (db: Db, team: TeamName, user: User, { userId, role }: { userId: string; role: GivenRole }): Promise<void> =>
  withLockedTeam(db, { teamId: team.id, userId: user.id, others: [userId] }, async (locked) => {
    assertAdmin(locked.me)
    if (roleOf(locked, userId).is_admin) fail(teamsErrors.member_is_admin)
    const isSuggester = role === 'suggester'
    if (!(await setRole(locked.db, team.id, userId, isSuggester ? role : null))) return
    const kind = isSuggester ? 'made_suggester' : 'made_member'
    await recordMemberAct(locked.db, team.id, { actorId: user.id, kind, memberId: userId })
    await notifyRoleChange(locked.db, team, userId, isSuggester ? 'suggests' : 'edits')
    await announceTeamChange(locked.db, [userId], [`team:${team.id}`, 'teams', 'my-playlists'])
  })

interface RoleAnswer extends MemberChange {
  isApproved: boolean | undefined
}

/**
 * Answers the request to give up the role. If the member is another admin, sends that admin the request instead. @throws 403, 404, 409, 422
 */
export const answerRoleQuestion = (db: Db, tools: NoticeTools, { team, user, memberId, isApproved }: RoleAnswer): Promise<void> =>
  withLockedTeam(db, { teamId: team.id, userId: user.id, others: [memberId] }, async (locked) => {
    const role = memberId === user.id ? locked.me : (assertAdmin(locked.me), roleOf(locked, memberId))
    if (memberId !== user.id) {
      if (isApproved !== undefined || !role.is_admin) fail(teamsErrors.not_asked)
      await requestStepDown(locked.db, tools, { team, admin: user, role })
    } else if (isApproved === undefined) fail(commonErrors.invalid, { fields: { is_approved: { problem: fieldErrors.required } } })
    // The admin already agreed, for example in another tab.
    else if (!role.is_admin && isApproved) return
    else if (!role.is_asked) fail(teamsErrors.not_asked)
    else if (isApproved) await stepDown(locked, team.id, user.id)
    else await setAdmin(locked.db, team.id, user.id, true)
  })

/** Removes the member, or withdraws the invitation, with this id. @throws 403, 404, 409 */
export async function removeMember(db: Db, team: TeamName, user: User, id: string): Promise<void> {
  if (id === user.id) fail(teamsErrors.leave_instead)
  if (!(await isMember(db, team.id, id)))
    return withLockedTeam(db, { teamId: team.id, userId: user.id }, async ({ db: tx, me }) => {
      assertAdmin(me)
      if (!(await withdrawInvitation(tx, team.id, id))) fail(commonErrors.not_found)
    })
  await withLockedTeam(db, { teamId: team.id, userId: user.id, others: [id] }, async (locked) => {
    assertAdmin(locked.me)
    if (roleOf(locked, id).is_admin) fail(teamsErrors.member_is_admin)
    await insertLoss(locked.db, { teamId: team.id, reason: 'removed', byId: user.id, userId: id })
    await deleteMember(locked.db, team.id, id)
    await recordMemberAct(locked.db, team.id, { actorId: user.id, kind: 'dismissed', memberId: id })
    await notifyRemovedMember(locked.db, team, id)
    await announceTeamChange(locked.db, [id], [`team:${team.id}`, 'teams', 'my-playlists', 'shortcuts', 'playlist:*', lostChannelsTopic])
  })
}

/** Lets the user leave a team. The last active member can leave only with `isForced`. @throws 404, 409 */
export const leaveTeam = (db: Db, team: TeamName, user: User, isForced: boolean): Promise<void> =>
  withLockedTeam(db, { teamId: team.id, userId: user.id }, async (locked) => {
    const otherMembers = locked.roles.filter(({ user_id: id, is_active: isActive }) => isActive && id !== user.id)
    if (!otherMembers.length && !isForced) fail(teamsErrors.last_member)
    if (otherMembers.length && locked.me.is_admin) assertOtherAdmin(locked, user.id)
    await deleteMember(locked.db, team.id, user.id)
    await recordMemberAct(locked.db, team.id, { actorId: user.id, kind: 'left', memberId: user.id })
  })
