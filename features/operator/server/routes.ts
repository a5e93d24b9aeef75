import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { lockUser } from '#features/accounts/server/queries/operator-changes.ts'
import { deleteUserSessions } from '#features/accounts/server/queries/sessions.ts'
import { isConfirmed } from '#features/accounts/server/new-password.ts'
import { formatAmount } from '#features/wallet/money.ts'
import { type OperatorUser, operatorContract, type SuspensionChange } from '../contract.ts'
import { operatorErrors } from '../errors.ts'
import { userAuditFields } from './audit-user.ts'
import { changeUser } from './change-user.ts'
import { limits as most } from '../rules.ts'
import { insertExamples } from './examples.ts'
import { moderationRoutes } from './moderation.ts'
import { type AuditFilter, listAudit } from './queries/audit.ts'
import { findUserForOperator, findUserId, listUsers } from './queries/users.ts'

const defaultLimit = 50
/** Rows per statement of an export of the audit log. */
const exportBatchSize = 500
const UserKey = z.tuple([Time, Id])
const AuditKey = z.tuple([z.string().check(z.regex(/^\d{1,18}$/))])

export interface OperatorServices {
  limits: Limits
  mailer: Mailer
}

const readUser = async (db: Db, id: string): Promise<OperatorUser> => {
  const { balance, ...user } = (await findUserForOperator(db, id)) ?? fail(commonErrors.not_found)
  return { ...user, balance: formatAmount(balance) }
}

/** @throws 422 if the suspension would already have ended */
function assertEndsInFuture(suspension: SuspensionChange): void {
  if (suspension?.until && Date.parse(suspension.until) <= Date.now()) fail(operatorErrors.end_past, { field: 'suspension.until' })
}

async function* auditRows(db: Db, filter: AuditFilter) {
  let before: string | undefined
  for (let count = 0; count < most.exported; count += exportBatchSize) {
    const rows = await listAudit(db, filter, { before, limit: exportBatchSize })
    for (const { actor_name: actor, thing, before: from, after, ...row } of rows)
      yield {
        ...row,
        actor,
        thing_type: thing.type,
        thing_id: thing.id,
        thing: thing.name,
        before: from && JSON.stringify(from),
        after: after && JSON.stringify(after),
      }
    before = rows.at(-1)?.id
    if (rows.length < exportBatchSize) return
  }
}

export const operatorRoutes = ({ limits, mailer }: OperatorServices): Handlers<typeof operatorContract> => ({
  ...moderationRoutes({ limits, mailer }),

  async listUsers({ query: { query = '', filter, limit = defaultLimit, cursor } }, { db }) {
    const [createdAt, id] = parseCursor(UserKey, cursor) ?? []
    const after = createdAt === undefined || id === undefined ? undefined : { createdAt, id }
    const users = await listUsers(db, { query: query.trim(), filter, after, limit: limit + 1 })
    const rows = users.map(({ time, ...row }) => ({ time, row }))
    return pageOf(
      rows,
      limit,
      ({ time, row }) => [time, row.id],
      ({ row }) => row,
    )
  },

  getOperatedUser: ({ params: { id } }, { db }) => readUser(db, id),

  updateUser: defineFindHandler(operatorContract.updateUser, {
    find: async ({ params }, { select }) => (await select(findUserId, params.id))[0] ?? fail(commonErrors.not_found),
    async handle({ body: { password, ...changes } }, { db, reader, address, resource: { id } }) {
      assertEndsInFuture(changes.suspension)
      const tools = {
        actor: reader.user,
        mailer,
        limits,
        isConfirmed: await isConfirmed(db, limits, { user: reader.user, password, address }),
      }
      await changeUser(db, tools, id, changes)
      return readUser(db, id)
    },
  }),

  async updateUsers({ body: { users, ...changes } }, { db, reader, address }) {
    assertEndsInFuture(changes.suspension)
    const confirmation = { user: reader.user, password: undefined, address }
    const tools = { actor: reader.user, mailer, limits, isConfirmed: await isConfirmed(db, limits, confirmation) }
    const doneIds: string[] = []
    const failed: { id: string; code: string }[] = []
    for (const id of new Set(users)) {
      try {
        await changeUser(db, tools, id, changes)
        doneIds.push(id)
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        failed.push({ id, code: error.problem.code })
      }
    }
    return { done: doneIds, failed }
  },

  async endSessionsOfUser({ params: { id } }, { db, reader }) {
    await db.transaction().execute(async (tx) => {
      const user = (await lockUser(tx, id)) ?? fail(commonErrors.not_found)
      await deleteUserSessions(tx, id)
      await writeAudit(tx, reader.user, { act: 'user.logged_out', ...userAuditFields(user) })
    })
    return {}
  },

  async startSeeingAs({ body: { viewer } }, { db, reader }) {
    await db.transaction().execute(async (tx) => {
      await insertExamples(tx)
      await writeAudit(tx, reader.user, { act: 'site.seen_as', thing: { type: 'viewer', id: null, name: viewer } })
    })
    return {}
  },

  async listAudit({ query: { limit = defaultLimit, cursor, ...filter } }, { db }) {
    const [before] = parseCursor(AuditKey, cursor) ?? []
    const rows = await listAudit(db, filter, { before, limit: limit + 1 })
    return pageOf(rows, limit, ({ id }) => [id])
  },

  exportAudit: ({ query }, { db }) => Promise.resolve({ fileName: 'acts.csv', rows: auditRows(db, query) }),

  async listOwnAudit({ query: { limit = defaultLimit, cursor } }, { db, reader }) {
    const [before] = parseCursor(AuditKey, cursor) ?? []
    const rows = await listAudit(db, { person: reader.user.id }, { before, limit: limit + 1 })
    return pageOf(
      rows,
      limit,
      ({ id }) => [id],
      ({ id, at, act, thing, reason }) => ({ id, at, act, thing, reason }),
    )
  },
})
