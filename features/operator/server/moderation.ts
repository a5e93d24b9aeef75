import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Select } from '#kit/server/select.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { addressKey, assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { User } from '#kit/server/reader.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { lockUser } from '#features/accounts/server/queries/operator-changes.ts'
import { hashToken, isToken } from '#features/accounts/server/tokens.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { moderationEndpoints as contract, type Warning } from '../contract/moderation.ts'
import { operatorErrors } from '../errors.ts'
import { limits as most } from '../rules.ts'
import { userAuditFields, userThing } from './audit-user.ts'
import { changeUserIn } from './change-user.ts'
import { createAppealLink, mailUser } from './mail-user.ts'
import {
  decideAppeal,
  findAppeal,
  insertNote,
  insertWarning,
  listAppeals,
  listNotes,
  listWarnings,
  submitAppeal,
  withdrawWarning,
} from './queries/moderation.ts'
import { findUserName } from './queries/users.ts'
import { texts } from './texts.ts'

const defaultLimit = 50
const AppealKey = z.tuple([Time, Id])
/** Rate limit of warnings to a user, for all moderators together, because each warning sends an email. */
const warningLimitOfUser = { max: 5, windowSeconds: 86_400 }
const appealLimitOfAddress = { max: 20, windowSeconds: 3600 }

/** @throws 404 */
const findNamedUser = async (select: Select, id: string) => (await select(findUserName, id))[0] ?? fail(commonErrors.not_found)

export interface ModerationServices {
  limits: Limits
  mailer: Mailer
}

async function issueWarning(tx: Db, mailer: Mailer, actor: User, { id, text }: { id: string; text: string }): Promise<Warning> {
  const user = (await lockUser(tx, id)) ?? fail(commonErrors.not_found)
  const warning = await insertWarning(tx, id, text)
  await writeAudit(tx, actor, { act: 'user.warned', ...userAuditFields(user), reason: text })
  const t = texts[user.language as Language]
  const action = await createAppealLink(tx, user, warning.id)
  await mailUser(tx, mailer, user, { subject: t('mail.warned.subject'), paragraphs: [t('mail.warned.text'), text], action })
  await notify(tx, { kind: 'warned', to: id, path: '/settings?view=acts' })
  return warning
}

export const moderationRoutes = ({ limits, mailer }: ModerationServices): Handlers<typeof contract> => ({
  listWarnings: defineFindHandler(contract.listWarnings, {
    find: ({ params }, { select }) => findNamedUser(select, params.id),
    handle: async ({ params: { id } }, { db, resource: { nickname } }) => ({
      nickname,
      warnings: await listWarnings(db, id, most.shownWarnings),
    }),
  }),

  warnUser: defineFindHandler(contract.warnUser, {
    find: ({ params }, { select }) => findNamedUser(select, params.id),
    async handle({ params: { id }, body: { text } }, { db, reader }) {
      assertAllowed(await limits.take(`warnings:${id}`, warningLimitOfUser))
      return db.transaction().execute((tx) => issueWarning(tx, mailer, reader.user, { id, text }))
    },
  }),

  listNotes: defineFindHandler(contract.listNotes, {
    find: ({ params }, { select }) => findNamedUser(select, params.id),
    handle: ({ params: { id } }, { db }) => listNotes(db, id, most.shownNotes),
  }),

  addNote: defineFindHandler(contract.addNote, {
    find: ({ params }, { select }) => findNamedUser(select, params.id),
    handle: ({ params: { id }, body: { text } }, { db, reader }) =>
      db.transaction().execute(async (tx) => {
        const user = (await lockUser(tx, id)) ?? fail(commonErrors.not_found)
        const note = await insertNote(tx, id, { author: reader.user, text })
        // Names no person concerned, because users can read the audit entries that concern them.
        await writeAudit(tx, reader.user, { act: 'user.noted', thing: userThing(user) })
        return note
      }),
  }),

  async listAppeals({ query: { limit = defaultLimit, cursor, ...filter } }, { db }) {
    const [time, id] = parseCursor(AppealKey, cursor) ?? []
    const after = time === undefined || id === undefined ? undefined : { time, id }
    const rows = await listAppeals(db, filter, { after, limit: limit + 1 })
    return pageOf(rows, limit, (last) => [last.time, last.id])
  },

  decideAppeal: defineFindHandler(contract.decideAppeal, {
    find: async ({ params }, { select }) => (await select(findAppeal, params.id))[0] ?? fail(commonErrors.not_found),
    async handle({ body: { is_granted: isGranted, word } }, { db, reader, resource: { id, account, against, warning_id: warningId } }) {
      await db.transaction().execute(async (tx) => {
        const user = (await lockUser(tx, account.id)) ?? fail(commonErrors.not_found)
        if (!(await decideAppeal(tx, id, { isGranted, word }))) fail(operatorErrors.appeal_decided)
        const after = { against, is_granted: isGranted }
        await writeAudit(tx, reader.user, { act: 'appeal.decided', ...userAuditFields(user), after, reason: word })
        if (isGranted && warningId !== null) await withdrawWarning(tx, warningId)
        if (isGranted && warningId === null)
          await changeUserIn(tx, { actor: reader.user, mailer, limits, isConfirmed: false }, user.id, { suspension: null, reason: word })
        const t = texts[user.language as Language]
        const answer = t(isGranted ? 'mail.decided.granted' : 'mail.decided.refused')
        await mailUser(tx, mailer, user, { subject: t('mail.decided.subject'), paragraphs: [answer, word] })
      })
      return (await findAppeal(db, reader, id))[0] ?? fail(commonErrors.not_found)
    },
  }),

  async appeal({ body: { secret, text } }, { db, address }) {
    assertAllowed(limits.count(`appeals:${addressKey(address)}`, appealLimitOfAddress))
    if (!isToken(secret) || !(await submitAppeal(db, hashToken(secret), text))) fail(operatorErrors.appeal_void)
    return {}
  },

  listOwnWarnings: (_, { db, reader }) => listWarnings(db, reader.user.id, most.shownWarnings),
})
