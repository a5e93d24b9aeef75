import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { common } from '#kit/contract/problems.ts'
import { brokenConstraint, type Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { finding, type Handlers } from '#kit/server/http/handlers.ts'
import { demand, type Limits } from '#kit/server/limits.ts'
import { cursorOf, sortKeyOf } from '#kit/server/paging.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { type Report, reportsContract } from '../contract.ts'
import { reportsErrors } from '../errors.ts'
import { reportTypes } from '../rules.ts'
import { findReport, listReports, lockReport, type Reported, saveReport, updateReport } from './queries/reports.ts'
import { texts } from './texts.ts'

/** Of one person: more than anybody finds who reads what they report. */
const reportsOfPerson = { max: 30, windowSeconds: 3600 }
const defaultLimit = 50
const Key = z.tuple([Time, Id])

interface ReportServices {
  subjects: Subjects<Reported['type']>
  limits: Pick<Limits, 'take'>
}

export const reportsRoutes = ({ subjects, limits }: ReportServices): Handlers<typeof reportsContract> => ({
  listReportTypes: (_, { language }) =>
    Promise.resolve(reportTypes.map(({ id, key }) => ({ id, key, name: texts[language](key === 'other' ? key : `type.${key}`) }))),

  report: finding(reportsContract.report, {
    async find({ target: { reportable_type: type, reportable_id: id, playlist_id: within } }, { ask }) {
      // TV channels and their programmes have no feature yet: there is none.
      if (type === 'channel' || type === 'epg') return fail(common.not_found)
      const { key, mayEdit } = await subjects.find(ask, { type, id, within })
      return { type, key, mayEdit }
    },
    async handle({ body: { report_type_id: typeId, url, message } }, { db, reader, found: { type, key, mayEdit } }) {
      if (mayEdit) fail(reportsErrors.own_not_reported)
      demand(await limits.take(`reports:${reader.user.id}`, reportsOfPerson))
      try {
        return { id: await saveReport(db, { reporterId: reader.user.id, reported: { type, key }, typeId, url, message: message || null }) }
      } catch (error) {
        if (brokenConstraint(error)?.startsWith('report_')) fail(common.not_found)
        throw error
      }
    },
  }),

  async listReports({ query: { state, limit = defaultLimit, cursor } }, { db }) {
    const [time, id] = sortKeyOf(Key, cursor) ?? []
    const after = time === undefined || id === undefined ? undefined : { time, id }
    const rows = await listReports(db, { state, after, limit: limit + 1 })
    return { data: rows.slice(0, limit), next_cursor: cursorOf(rows, limit, (last) => [last.reported_at, last.id]) }
  },

  updateReport: ({ params: { id }, body }, { db }) => db.transaction().execute((tx) => decide(tx, id, body)),
})

/** Two operators at once: one after the other, and who reported it is told once. */
async function decide(
  tx: Db,
  id: string,
  { state, note }: { state?: Report['state'] | undefined; note?: string | undefined },
): Promise<Report> {
  const now = (await lockReport(tx, id)) ?? fail(common.not_found)
  if (state !== undefined || note !== undefined)
    await updateReport(tx, id, { ...(state !== undefined && { state }), ...(note !== undefined && { note }) })
  const isDecided = now.state === 'open' && state !== undefined && state !== 'open'
  if (isDecided && now.reporter_id !== null) await notify(tx, { kind: 'report_answered', to: now.reporter_id })
  return (await findReport(tx, id)) ?? fail(common.not_found)
}
