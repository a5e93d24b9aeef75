import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import { violatedConstraint } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import { type Removal, reportsContract } from '../contract.ts'
import { reportsErrors } from '../errors.ts'
import { reportTypes } from '../rules.ts'
import { decideReport, reasonName, type RemoveTelevision } from './decide.ts'
import { findRemoval, listRemovals, type RemovalRow, saveAnswer } from './queries/removals.ts'
import { openReportedChannel } from './open-reported-channel.ts'
import { findReportId, listReports, type ReportSubject, saveReport } from './queries/reports.ts'

/** Rate limit per user: more than a diligent reporter needs. */
const reportLimitOfUser = { max: 30, windowSeconds: 3600 }
const defaultLimit = 50
const CursorKey = z.tuple([Time, Id])

const toRemoval = (row: RemovalRow, language: Language): Removal => ({ ...row, reason: reasonName(language, row.reason) })

export interface ReportServices {
  subjects: Subjects<ReportSubject['type']>
  limits: Pick<Limits, 'take'>
  mailer: Mailer
  removeTelevision: RemoveTelevision
}

export const reportsRoutes = ({ subjects, limits, mailer, removeTelevision }: ReportServices): Handlers<typeof reportsContract> => ({
  listReportTypes: (_, { language }) => Promise.resolve(reportTypes.map(({ id, key }) => ({ id, key, name: reasonName(language, key) }))),

  report: defineFindHandler(reportsContract.report, {
    async find({ target: { reportable_type: type, reportable_id: id, playlist_id, channel_id } }, { select }) {
      const { key, mayEdit, within } = await subjects.findVisible(select, { type, id, within: type === 'epg' ? channel_id : playlist_id })
      return { reported: { type, key, tvChannelId: type === 'channel' ? id : (within ?? null) }, mayEdit }
    },
    async handle({ body: { report_type_id: typeId, url, message } }, { db, reader, resource: { reported, mayEdit } }) {
      if (mayEdit) fail(reportsErrors.own_not_reported, { field: 'reportable_id' })
      assertAllowed(await limits.take(`reports:${reader.user.id}`, reportLimitOfUser))
      try {
        const id = await saveReport(db, { reporterId: reader.user.id, subject: reported, typeId, url, message: message || null })
        return { id: id ?? fail(commonErrors.not_found) }
      } catch (error) {
        if (violatedConstraint(error)?.startsWith('report_')) fail(commonErrors.not_found)
        throw error
      }
    },
  }),

  async listReports({ query: { answered = false, limit = defaultLimit, cursor, ...filter } }, { db }) {
    const [time, id] = parseCursor(CursorKey, cursor) ?? []
    const after = time === undefined || id === undefined ? undefined : { time, id }
    const rows = await listReports(db, { ...filter, isAnswered: answered, after, limit: limit + 1 })
    return pageOf(rows, limit, (last) => [last.time, last.id])
  },

  updateReport: defineFindHandler(reportsContract.updateReport, {
    find: async ({ params }, { select }) => (await select(findReportId, params.id))[0] ?? fail(commonErrors.not_found),
    handle: ({ body }, { db, reader, resource: { id } }) =>
      db.transaction().execute((tx) => decideReport(tx, { mailer, removeTelevision, actor: reader.user }, id, body)),
  }),

  openReported: defineFindHandler(reportsContract.openReported, {
    find: async ({ params }, { select }) => (await select(findReportId, params.id))[0] ?? fail(commonErrors.not_found),
    handle: ({ body: { reason } }, { db, reader, resource: { id } }) =>
      db.transaction().execute((tx) => openReportedChannel(tx, reader.user, id, reason)),
  }),

  listRemovals: defineReadHandler(reportsContract.listRemovals, {
    handle: async (_, { select, language }) => (await select(listRemovals)).map((row) => toRemoval(row, language)),
  }),

  answerRemoval: defineFindHandler(reportsContract.answerRemoval, {
    async find({ target: { removable_type: type, removable_id: id } }, { select }) {
      const subject = { [type]: id }
      return (await select(findRemoval, subject)).length > 0 ? subject : fail(commonErrors.not_found)
    },
    async handle({ body: { message } }, { db, reader, language, resource: thing }) {
      if (!(await saveAnswer(db, thing, message))) fail(reportsErrors.answered_already)
      const [row] = await findRemoval(db, reader, thing)
      return toRemoval(row ?? fail(commonErrors.not_found), language)
    },
  }),
})
