import type { Db } from '#kit/server/db/db.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import { mailboxKey } from '#features/accounts/rules.ts'
import type { EmailedInvitations } from '#features/accounts/server/services.ts'
import { barLock } from '#features/channels/server/containers.ts'
import { withContainerLocks } from '#features/channels/server/move.ts'
import { lockRows } from '#features/channels/server/queries/places.ts'
import { teamsErrors } from '../errors.ts'
import { limits } from '../rules.ts'
import { recordMemberAct } from './acts.ts'
import { announceTeamChange, type NoticeTools, type Sender, sendInvitations, type TeamName } from './notices.ts'
import {
  answerOpenInvitation,
  countPlaces,
  findMemberAddress,
  foldAddresses,
  findOpenInvitation,
  type FoundInvitation,
  readInvitation,
  upsertInvitations,
} from './queries/invitations.ts'
import { countTeams, insertMember, listMemberIds } from './queries/members.ts'

/**
 * Counts invitations towards the limits of the sender, and towards the daily limits of each mailbox. Counts none if the sender's limit is
 * exceeded. Call it before a transaction, because counters have a transaction of their own.
 * @returns the mailboxes that may get an email. Don't show them to the sender. @throws 429
 */
export async function admitInvitations(
  counters: Pick<Limits, 'take' | 'takeAll' | 'giveBack'>,
  userId: string,
  users: readonly string[],
): Promise<ReadonlySet<string>> {
  if (users.length > 0) await countInvitations(counters, userId, users.length)
  const perDay = (max: number) => ({ max, windowSeconds: 24 * 60 * 60 })
  const mailboxes = [...new Set(users.map(mailboxKey))]
  const results = await Promise.all(
    mailboxes.map((mailbox) =>
      counters.takeAll([
        [`team-invitation-mails:${mailbox}:${userId}`, perDay(limits.mailsPerDayAndInviter)],
        [`team-invitation-mails:${mailbox}`, perDay(limits.mailsPerDay)],
      ]),
    ),
  )
  return new Set(mailboxes.filter((_, index) => results[index]!.allowed))
}

async function countInvitations(counters: Pick<Limits, 'take' | 'giveBack'>, userId: string, count: number): Promise<void> {
  const key = `team-invitations:${userId}`
  const perHour = { max: limits.invitationsPerHour, windowSeconds: 60 * 60 }
  const results = await Promise.all(Array.from({ length: count }, () => counters.take(key, perHour)))
  const refusal = results.find(({ allowed }) => !allowed)
  if (!refusal) return
  for (const { allowed } of results) if (allowed) await counters.giveBack(key)
  fail(teamsErrors.invitation_limit, { field: 'users', retryAfter: refusal.retryAfter })
}

interface NewInvitations {
  team: TeamName
  inviter: Sender
  /** Email addresses. */
  users: readonly string[]
  /** The result of {@link admitInvitations}. */
  mailboxes: ReadonlySet<string>
  role: 'suggester' | null
}

/** Invites addresses to a locked team, or renews their invitations. @throws 422 on `users` */
export async function inviteUsers(tx: Db, tools: NoticeTools, { team, inviter, users, mailboxes, role }: NewInvitations): Promise<void> {
  const emails = await foldAddresses(tx, users)
  const member = await findMemberAddress(tx, team.id, emails)
  if (member !== undefined) fail(teamsErrors.already_member, { field: 'users', values: { email: member } })
  if ((await countPlaces(tx, team.id, emails)) + emails.length > limits.members)
    fail(teamsErrors.member_limit, { field: 'users', values: { count: limits.members } })
  const invitations = await upsertInvitations(tx, { teamId: team.id, inviterId: inviter.id, emails, role })
  await sendInvitations(tx, tools, { team, inviter, invitations, mailboxes })
}

/** Accepts or declines an invitation. @throws 403, 404, 409, 422 */
export async function answerInvitation(db: Db, userId: string, invitation: FoundInvitation, accepts: boolean): Promise<void> {
  const { id, team_id: teamId, email, yours } = invitation
  await withContainerLocks(db, [userId, teamId].map(barLock), async ({ db: tx }) => {
    const now = (await readInvitation(tx, id, userId)) ?? fail(commonErrors.not_found)
    if (!now.is_yours) fail(teamsErrors.invitation_of_another, { values: { email, yours: yours ?? '' } })
    if (now.state === 'expired') fail(teamsErrors.invitation_expired)
    if (now.state === 'removed') fail(teamsErrors.invitation_removed)
    if (now.state !== 'open') {
      if ((now.state === 'accepted') !== accepts) fail(teamsErrors.invitation_answered)
      return
    }
    await answerOpenInvitation(tx, id, accepts ? 'accepted' : 'declined', userId)
    if (accepts) await joinTeam(tx, userId, teamId, now.role)
    await announceAnswer(tx, teamId)
  })
}

const announceAnswer = async (tx: Db, teamId: string) =>
  announceTeamChange(tx, await listMemberIds(tx, teamId), [`team:${teamId}`, 'teams'])

/** Users who register with an invitation's code accept the invitation. The code also confirms their email address. */
export const emailedInvitations: EmailedInvitations = {
  isOpen: async (db, code, email) => (await findOpenInvitation(db, code, email)) !== undefined,

  async claim(tx, code, email) {
    const openInvitation = await findOpenInvitation(tx, code, email)
    if (!openInvitation) return undefined
    const { id, team_id: teamId, role } = openInvitation
    await lockRows(tx, [barLock(teamId).lock])
    // Checks again, because the invitation may have been answered or withdrawn while this call waited for the lock.
    if (!(await findOpenInvitation(tx, code, email))) return undefined
    return async (userId) => {
      await answerOpenInvitation(tx, id, 'accepted', userId)
      await joinTeam(tx, userId, teamId, role)
      await announceAnswer(tx, teamId)
    }
  },
}

async function joinTeam(tx: Db, userId: string, teamId: string, role: 'suggester' | null): Promise<void> {
  if ((await countTeams(tx, userId)) >= limits.teams) fail(teamsErrors.team_limit, { values: { count: limits.teams } })
  await insertMember(tx, { team_id: teamId, user_id: userId, role })
  await recordMemberAct(tx, teamId, { actorId: userId, kind: 'joined', memberId: userId })
}
