import * as z from 'zod/mini'
import { byOperator } from '#kit/contract/access.ts'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Flag, Id, page, paging, text, Time, integer } from '#kit/contract/fields.ts'
import { seeAsViewers } from '#kit/contract/see-as-viewers.ts'
import { accountsErrors } from '#features/accounts/errors.ts'
import { acts } from '#features/accounts/acts.ts'
import { roles } from '#features/accounts/roles.ts'
import { Money } from '#features/wallet/fields.ts'
import { operatorErrors } from './errors.ts'
import { moderationEndpoints } from './contract/moderation.ts'
import { limits, operatorExamples, userFilters } from './rules.ts'

const Suspension = z.object({
  reason: z.string(),
  /** Null: without an end. */
  until: z.nullable(Time),
})

const userFields = {
  id: Id,
  email: z.string(),
  nickname: z.nullable(z.string()),
  created_at: Time,
  /** Null: the user has no session. */
  last_seen_at: z.nullable(Time),
  role: z.nullable(z.enum(roles)),
  is_broadcaster: z.boolean(),
  can_upload_video: z.boolean(),
  /** Whether profile and channels are hidden from others. */
  is_removed: z.boolean(),
  /** When the account will be deleted, at the user's request. */
  deletion_at: z.nullable(Time),
  suspension: z.nullable(Suspension),
}
const UserRow = z.object(userFields)
export type UserRow = z.output<typeof UserRow>

const OperatorUser = z.object({
  ...userFields,
  channels_count: z.int(),
  uploads_bytes: z.int(),
  /** Quota in GB; null: that of the installation. */
  upload_quota_gb: z.nullable(z.int()),
  balance: Money,
  teams: z.array(z.object({ id: Id, name: z.string(), is_admin: z.boolean() })),
  sessions: z.array(z.object({ id: Id, user_agent: z.string(), created_at: Time, last_seen_at: Time })),
  reports_by: z.int(),
  reports_about: z.int(),
})
export type OperatorUser = z.output<typeof OperatorUser>

const AuditEntry = z.object({
  id: z.string(),
  at: Time,
  /** Null: a command on the server, or an account that was deleted. */
  actor_id: z.nullable(Id),
  actor_name: z.string(),
  act: z.enum(acts),
  thing: z.object({ type: z.string(), id: z.nullable(z.string()), name: z.string() }),
  person_id: z.nullable(Id),
  /** Changed values before and after. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.string(),
})
export type AuditEntry = z.output<typeof AuditEntry>

const ActReason = text(limits.reason, 1)
const NewSuspension = z.object({
  reason: ActReason,
  /** Null: without an end. */
  until: z.nullable(Time),
})

/** Changes of a user's rights. Rights that are not given stay the same. */
const changes = {
  is_broadcaster: z.optional(Flag),
  can_upload_video: z.optional(Flag),
  suspension: z.optional(z.nullable(NewSuspension)),
}
export type SuspensionChange = z.output<typeof changes.suspension>

const auditFilter = {
  actor: z.optional(Id),
  person: z.optional(Id),
  act: z.optional(z.enum(acts)),
  thing_type: z.optional(text(30, 1)),
  thing_id: z.optional(text(40, 1)),
  /** Inclusive. */
  from: z.optional(Time),
  /** Exclusive. */
  to: z.optional(Time),
}

export const operatorContract = defineContract({
  ...moderationEndpoints,
  listUsers: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/users',
    summary: 'List users, latest first',
    description: 'Searches by id, or by at least three characters of the username or email address.',
    query: z.extend(paging(100), { query: z.optional(text(254)), filter: z.optional(z.enum(userFilters)) }),
    output: page(UserRow),
    reads: ['operated-users'],
  },
  getOperatedUser: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/users/:id',
    summary: 'Get a user’s details, as an operator',
    params: byId,
    example: { params: { id: operatorExamples.person } },
    output: OperatorUser,
    reads: ['operated-user:{id}'],
  },
  updateUser: {
    ...byOperator,
    method: 'PATCH',
    path: '/api/operator/users/:id',
    summary: 'Change rights, role or suspension of a user',
    description:
      'A change of role, and the suspension of an operator, require your password, unless you logged in within the last hour. A suspension ends all sessions and other access of the user at once, and the user gets an ' +
      'email with the reason. A suspended user can’t be suspended again, unless the suspension is lifted first. At most 3 operators a day can lose their role or be suspended by another.',
    params: byId,
    body: z.object({
      ...changes,
      /** Null: the limit of the installation. */
      upload_quota_gb: z.optional(z.nullable(integer(0, limits.quotaGb))),
      role: z.optional(z.nullable(z.enum(roles))),
      password: z.optional(z.string().check(z.maxLength(1000))),
      /** For the audit log. */
      reason: z.optional(text(limits.reason)),
    }),
    example: { params: { id: operatorExamples.person }, body: { is_broadcaster: true, reason: 'Runs a TV station' } },
    output: OperatorUser,
    refusals: [
      accountsErrors.last_operator,
      accountsErrors.old_password_wrong,
      accountsErrors.password_needed,
      operatorErrors.end_past,
      operatorErrors.already_suspended,
    ],
    changes: ['operated-user:{id}', 'operated-users', 'audit'],
  },
  updateUsers: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/users/bulk',
    summary: 'Change rights or suspension of several users',
    description: 'Returns the users who couldn’t be changed, each with the reason.',
    body: z.object({
      users: z.array(Id).check(z.minLength(1), z.maxLength(limits.bulk)),
      ...changes,
      reason: z.optional(text(limits.reason)),
    }),
    example: { body: { users: [operatorExamples.person], can_upload_video: true } },
    output: z.object({
      done: z.array(Id),
      /** For each user that was not changed, the error code that a call for this user alone would get. */
      failed: z.array(z.object({ id: Id, code: z.string() })),
    }),
    refusals: [operatorErrors.end_past],
    changes: ['operated-users', 'audit'],
  },
  endSessionsOfUser: {
    ...byOperator,
    method: 'DELETE',
    path: '/api/operator/users/:id/sessions',
    summary: 'End all sessions of a user',
    params: byId,
    example: { params: { id: operatorExamples.person } },
    output: Empty,
    changes: ['operated-user:{id}', 'audit'],
  },
  startSeeingAs: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/seen',
    summary: 'View the site as an example viewer',
    description:
      'After this call, send the kind of viewer in the header `See-As` of other calls. Reads then return what an example viewer of ' +
      'that kind would get; changes and operator calls are refused.',
    body: z.object({ viewer: z.enum(seeAsViewers) }),
    example: { body: { viewer: 'guest' } },
    output: Empty,
    changes: ['audit'],
  },
  listAudit: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/audit',
    summary: 'List acts of operators, latest first',
    query: z.extend(paging(100), auditFilter),
    output: page(AuditEntry),
    reads: ['audit'],
  },
  exportAudit: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/audit/export',
    summary: 'Download acts of operators as CSV',
    description: 'Contains at most the latest 100,000 acts that match the filters.',
    query: z.object(auditFilter),
    responseType: 'csv',
    output: z.object({
      at: Time,
      actor: z.string(),
      act: z.string(),
      thing_type: z.string(),
      thing_id: z.nullable(z.string()),
      thing: z.string(),
      person_id: z.nullable(z.string()),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
      reason: z.string(),
    }),
  },
  listOwnAudit: {
    method: 'GET',
    path: '/api/user/audit',
    access: 'user',
    actsFor: 'user',
    summary: 'List acts of operators that concern you',
    description: 'Omits the names of operators.',
    query: paging(100),
    output: page(z.object({ id: z.string(), at: Time, act: z.enum(acts), thing: AuditEntry.shape.thing, reason: z.string() })),
    reads: ['own-audit'],
  },
})
