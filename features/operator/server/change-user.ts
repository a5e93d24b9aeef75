import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, isDatabaseUnavailable } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { User } from '#kit/server/reader.ts'
import { accountsErrors } from '#features/accounts/errors.ts'
import { assertOperatorLeft } from '#features/accounts/server/assert-operator-left.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import {
  type LockedUser,
  lockUser,
  setQuota,
  setRights,
  setRole,
  setSuspension,
} from '#features/accounts/server/queries/operator-changes.ts'
import { findSuspension, type Suspension } from '#features/accounts/server/queries/suspensions.ts'
import type { Role } from '#features/accounts/roles.ts'
import { operatorErrors } from '../errors.ts'
import { userAuditFields } from './audit-user.ts'
import { createAppealLink, mailUser } from './mail-user.ts'
import { closeSuspensionAppeals } from './queries/moderation.ts'
import { listOperators } from './queries/users.ts'
import { texts } from './texts.ts'

export interface UserChanges {
  is_broadcaster?: boolean | undefined
  can_upload_video?: boolean | undefined
  upload_quota_gb?: number | null | undefined
  role?: Role | null | undefined
  suspension?: { reason: string; until: string | null } | null | undefined
  /** The reason for the audit log. */
  reason?: string | undefined
}

interface ChangeTools {
  actor: User
  mailer: Mailer
  limits: Pick<Limits, 'take' | 'giveBack'>
  /** Whether the actor has just logged in or given the password. */
  isConfirmed: boolean
}

/**
 * Rate limit of operators whom others demote or suspend, for all operators together: after the theft of an operator's password, the rest has
 * a day to act. Commands on the server have no limit.
 */
const operatorsLost = { max: 3, windowSeconds: 86_400 }
const operatorsLostKey = 'operators-lost'

/**
 * Changes a user as {@link changeUserIn} does, in a transaction of its own. A change that is rolled back doesn't count as a lost operator. If
 * the database doesn't answer, the change may have been made, so it stays counted.
 */
export async function changeUser(db: Db, tools: ChangeTools, id: string, changes: UserChanges): Promise<void> {
  let isCounted = false
  const change = async (tx: Db) => void (isCounted = await changeUserIn(tx, tools, id, changes))
  try {
    await db.transaction().execute(change)
  } catch (error) {
    if (isCounted && !isDatabaseUnavailable(error)) await tools.limits.giveBack(operatorsLostKey)
    throw error
  }
}

/**
 * Changes a user in a transaction, with an entry in the audit log for each kind of change, and mails to the user.
 * @returns whether the change counts as a lost operator
 * @throws 404; 422 for an unconfirmed change of a role or suspension of an operator; 409 when no operator would be left, or for a user who is
 * suspended otherwise already; 429 for too many demoted or suspended operators within a day
 */
export async function changeUserIn(tx: Db, tools: ChangeTools, id: string, changes: UserChanges): Promise<boolean> {
  const user = (await lockUser(tx, id)) ?? fail(commonErrors.not_found)
  const isSensitive = changes.role !== undefined || (user.role === 'operator' && !!changes.suspension)
  if (isSensitive && !tools.isConfirmed) fail(accountsErrors.password_needed, { field: 'password' })
  await changeRights(tx, tools, user, changes)
  await changeQuota(tx, tools, user, changes)
  await changeRole(tx, tools, user, changes)
  await changeSuspension(tx, tools, user, changes)
  // The user's open pages read the profile again, for new rights and for the loss of a role.
  await insertLiveEvents(tx, [{ to: user.id, name: 'changed', data: { topics: [`profile:${user.id}`], by: null } }])
  return user.role === 'operator' && countLostOperator(tx, tools, user, changes)
}

/** Refuses the loss of the last operator, or of too many within a day. @returns whether an operator is lost @throws 409; 429 */
async function countLostOperator(tx: Db, { actor, limits }: ChangeTools, user: LockedUser, { role, suspension }: UserChanges) {
  const isDemoted = role !== undefined && role !== 'operator'
  if (!isDemoted && !suspension) return false
  await assertOperatorLeft(tx)
  if (user.id === actor.id || user.is_suspended) return false
  assertAllowed(await limits.take(operatorsLostKey, operatorsLost))
  return true
}

async function changeRights(tx: Db, { actor }: ChangeTools, user: LockedUser, { reason, ...changes }: UserChanges): Promise<void> {
  const names = (['is_broadcaster', 'can_upload_video'] as const).filter(
    (name) => changes[name] !== undefined && changes[name] !== user[name],
  )
  if (names.length === 0) return
  const after = Object.fromEntries(names.map((name) => [name, changes[name]!]))
  const before = Object.fromEntries(names.map((name) => [name, user[name]]))
  await setRights(tx, user.id, after)
  await writeAudit(tx, actor, { act: 'user.rights', ...userAuditFields(user), before, after, reason })
}

async function changeQuota(
  tx: Db,
  { actor }: ChangeTools,
  user: LockedUser,
  { upload_quota_gb: quota, reason }: UserChanges,
): Promise<void> {
  if (quota === undefined || quota === user.upload_quota_gb) return
  await setQuota(tx, user.id, quota)
  const [before, after] = [{ upload_quota_gb: user.upload_quota_gb }, { upload_quota_gb: quota }]
  await writeAudit(tx, actor, { act: 'user.quota', ...userAuditFields(user), before, after, reason })
}

async function changeRole(tx: Db, tools: ChangeTools, user: LockedUser, { role, reason }: UserChanges): Promise<void> {
  const { actor, mailer } = tools
  if (role === undefined || role === user.role) return
  await setRole(tx, user.id, role)
  await writeAudit(tx, actor, { act: 'user.role', ...userAuditFields(user), before: { role: user.role }, after: { role }, reason })
  const t = texts[user.language as Language]
  const name = role === null ? t('mail.role.none') : t(`mail.role.${role}`)
  await mailUser(tx, mailer, user, { subject: t('mail.role.subject'), paragraphs: [t('mail.role.text', { role: name })] })
  if (role === 'operator' || user.role === 'operator')
    await mailOperators(tx, tools, user, (t, names) => [
      t('mail.operators.role_subject', names),
      t('mail.operators.role_text', { ...names, before: t(`role.${user.role ?? 'none'}`), after: t(`role.${role ?? 'none'}`) }),
    ])
}

/** Emails the other operators who aren't suspended about a change to an operator, so that they notice a takeover. */
async function mailOperators(
  tx: Db,
  { actor, mailer }: ChangeTools,
  user: LockedUser,
  describe: (t: (typeof texts)[Language], names: { name: string; actor: string }) => [subject: string, text: string],
): Promise<void> {
  for (const operator of await listOperators(tx)) {
    if (operator.id === user.id) continue
    const t = texts[operator.language as Language]
    const names = { name: user.nickname ?? user.email, actor: actor.nickname ?? t('users.nameless') }
    const [subject, text] = describe(t, names)
    await mailUser(tx, mailer, operator, { subject, paragraphs: [text, t('mail.operators.unexpected', names)] })
  }
}

/** @throws 409 unless the user is suspended for this reason and time already, so that no operator replaces the suspension by another unseen */
function assertSameSuspension(current: Suspension, { reason, until }: NonNullable<UserChanges['suspension']>): void {
  const isSame = reason === current.reason && (until === null ? null : Date.parse(until)) === (current.until?.getTime() ?? null)
  if (!isSame) fail(operatorErrors.already_suspended, { values: { reason: current.reason } })
}

async function changeSuspension(tx: Db, tools: ChangeTools, user: LockedUser, { suspension, reason }: UserChanges): Promise<void> {
  const { actor, mailer } = tools
  if (suspension === undefined || (suspension === null && !user.is_suspended)) return
  if (suspension && user.is_suspended) return assertSameSuspension((await findSuspension(tx, user.id))!, suspension)
  await setSuspension(tx, user.id, suspension)
  const t = texts[user.language as Language]
  if (suspension === null) {
    await closeSuspensionAppeals(tx, user.id)
    await writeAudit(tx, actor, { act: 'user.suspension_lifted', ...userAuditFields(user), reason })
    await mailUser(tx, mailer, user, { subject: t('mail.lifted.subject'), paragraphs: [t('mail.lifted.text')] })
    return
  }
  const { until } = suspension
  await writeAudit(tx, actor, { act: 'user.suspended', ...userAuditFields(user), after: { until }, reason: suspension.reason })
  const end = until === null ? t('mail.suspended.without_end') : t('mail.suspended.until', { until: dayIn(user.language, until) })
  await mailUser(tx, mailer, user, {
    subject: t('mail.suspended.subject'),
    paragraphs: [end, t('mail.suspended.reason', { reason: suspension.reason })],
    action: await createAppealLink(tx, user, null),
  })
  if (user.role === 'operator')
    await mailOperators(tx, tools, user, (t, names) => [
      t('mail.operators.suspension_subject', names),
      t('mail.operators.suspension_text', names),
    ])
}

const dayIn = (language: string, time: string) =>
  new Intl.DateTimeFormat(language === 'nl' ? 'nl-BE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Brussels',
  }).format(new Date(time))
