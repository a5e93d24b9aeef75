import { sql } from 'kysely'
import { iso } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { reportTypes } from '../../rules.ts'

/** Reports outlive their reporter's account anonymously. Operators' notes aren't the reporter's data. */
export const reportsPersonalData: PersonalData = {
  /** A removed thing needs its report, to be restored by. */
  async expire(db, years, limit) {
    const { numAffectedRows } = await sql`
      delete from report where id in (
        select id from report where state <> 'removed' and reported_at < now() - make_interval(years => ${years}::int) limit ${limit})`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
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
            iso(eb.ref('reported_at')).as('reported_at'),
          ])
          .where('reporter_id', '=', userId)
          .orderBy('reported_at')
          .execute()
      ).map(({ report_type_id: typeId, ...report }) => ({ reason: reportTypes.find(({ id }) => id === typeId)?.key, ...report })),
  },
}
