import { commonErrors } from '#kit/contract/problems.ts'
import type { Select } from '#kit/server/select.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Reader } from '#kit/server/reader.ts'
import { barLock } from '#features/channels/server/containers.ts'
import { type LockedTransaction, withContainerLocks } from '#features/channels/server/move.ts'
import { teamsErrors } from '../errors.ts'
import { listRoles, type MemberRole } from './queries/members.ts'
import { findMembership } from './queries/teams.ts'

/** Returns a team and the reader's rights in it. @throws 404 unless the reader is a member */
export const findOwnTeam = async (select: Select, id: string) => (await select(findMembership, id))[0] ?? fail(commonErrors.not_found)

/**
 * Like {@link findOwnTeam}, for calls that waited for a lock, because the caller may have left the team by then.
 * @throws 404 unless the reader is a member
 */
export const reloadTeam = async (db: Db, reader: Reader, id: string) =>
  (await findMembership(db, reader, id))[0] ?? fail(commonErrors.not_found)

/** A team whose row is locked: no other transaction changes its members, roles or channels. */
export interface LockedTeam {
  locked: LockedTransaction
  db: Db
  roles: readonly MemberRole[]
  /** The caller's role. */
  me: MemberRole
}

interface TeamLock {
  teamId: string
  /** The member who makes the change. */
  userId: string
  /** Other users whose rows the change locks. */
  others?: readonly string[]
}

/**
 * Locks a team and runs a change by one of its members. Use it for every change of members and roles. Locks users before teams, in the same
 * order as the deletion of an account.
 * @throws 404 unless the caller is a member
 */
export const withLockedTeam = <T>(
  db: Db,
  { teamId, userId, others = [] }: TeamLock,
  change: (team: LockedTeam) => Promise<T>,
): Promise<T> =>
  withContainerLocks(db, [userId, ...others, teamId].map(barLock), async (locked) => {
    const roles = await listRoles(locked.db, teamId)
    const me = roles.find(({ user_id: id }) => id === userId) ?? fail(commonErrors.not_found)
    return change({ locked, db: locked.db, roles, me })
  })

/** @throws 403 if the member isn't an admin */
export const assertAdmin = ({ is_admin: isAdmin }: { is_admin: boolean }): void => {
  if (!isAdmin) fail(teamsErrors.admins_only)
}
