import { sql } from 'kysely'
import { isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { reportTypes } from '../../rules.ts'
import { reportedThingExists } from './reports.ts'

/** Days after which a report of a deleted thing loses the name and text of the thing. */
const recordedDays = 180

/**
 * Reports stay when the reported thing is deleted, and lose the reporter's name when the reporter is deleted. Operators' notes aren't
 * exported, because they aren't personal data of the reporter.
 */
export const reportsPersonalData: PersonalData = {
  /** Keeps reports of removed things without their reporter, because these things can only be restored through their report. */
  async expire(db, years, limit) {
    const deleted = await sql`
      delete from report where id in (
        select id from report where (state <> 'removed' or not ${reportedThingExists}) and reported_at < now() - make_interval(years => ${years}::int)
        limit ${limit})`.execute(db)
    const anonymized = await sql`
      update report set reporter_id = null, message = null where id in (
        select id from report where reported_at < now() - make_interval(years => ${years}::int) and num_nonnulls(reporter_id, message) > 0
        limit ${limit})`.execute(db)
    const emptied = await sql`
      update report set thing_name = '', thing_text = '' where id in (
        select id from report where not ${reportedThingExists} and (thing_name, thing_text) <> ('', '')
          and reported_at < now() - make_interval(days => ${recordedDays}) limit ${limit})`.execute(db)
    return Math.max(...[deleted, anonymized, emptied].map(({ numAffectedRows }) => Number(numAffectedRows ?? 0)))
  },
  exports: {
    reports: async (db, userId) =>
      (
        await db
          .selectFrom('report')
          .select((eb) => [
            'report_type_id',
            'reportable_type as of',
            'url',
            'message',
            'state',
            isoTime(eb.ref('reported_at')).as('reported_at'),
          ])
          .where('reporter_id', '=', userId)
          .orderBy('reported_at')
          .execute()
      ).map(({ report_type_id: typeId, ...report }) => ({ reason: reportTypes.find(({ id }) => id === typeId)?.key, ...report })),
  },
}
