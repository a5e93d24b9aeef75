/** Removals as shown to owners. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { mayEdit } from '#features/channels/server/queries/access.ts'
import type { Removal } from '../../contract.ts'
import { maxRemovals, type ReportTypeKey, reportTypes } from '../../rules.ts'
import { reportSubject, type ThingById } from './reports.ts'

export type RemovalRow = Omit<Removal, 'reason'> & { reason: ReportTypeKey }

const reasonKey = sql<ReportTypeKey>`case report.report_type_id ${sql.join(
  reportTypes.map(({ id, key }) => sql`when ${sql.lit(id)} then ${sql.lit(key)}`),
  sql` `,
)} end`

const ownerIds = (userId: string) => sql`array(select ${userId}::text union all
  select team_id from team_member where team_member.user_id = ${userId})`

/** The reader's removed things, each with one report: the report with an answer, or else the one decided last. */
function selectRemovals(reader: Reader, condition: RawBuilder<unknown>) {
  const userId = reader.user?.id ?? ''
  return sql<RemovalRow>`
    select * from (
      select distinct on (${reportSubject.id}) report.reportable_type as removable_type, ${reportSubject.id} as removable_id, ${reportSubject.name} as name,
        ${reportSubject.image} as image, ${reportSubject.playlistId} as playlist_id, report.report_type_id, ${reasonKey} as reason,
        ${isoTime(sql.ref('report.decided_at'))} as removed_at, report.answer, ${isoTime(sql.ref('report.answered_at'))} as answered_at
      from report ${reportSubject.joined}
      where report.state = 'removed' and report.owner_id = any(${ownerIds(userId)}) and ${condition}
        and (report.user_id = ${userId} or exists (
          select from (select ${reportSubject.playlistId} as id) as shown join playlist using (id) where ${mayEdit(reader)}))
      order by ${reportSubject.id}, report.answered_at desc nulls last, report.decided_at desc
    ) as removal order by removed_at desc, removable_id limit ${sql.lit(maxRemovals)}`
}

/** Lists the reader's removals, latest first. */
export const listRemovals = prepare((_: Db, reader: Reader) => selectRemovals(reader, sql`true`))

/** Finds the removal of one thing. */
export const findRemoval = prepare((_: Db, reader: Reader, subject: ThingById) => selectRemovals(reader, reportSubject.is(subject)))

/**
 * Stores an answer in every report that removed the thing.
 * @returns false if there is an answer already, even if a concurrent call stored it
 */
export async function saveAnswer(db: Db, subject: ThingById, answer: string): Promise<boolean> {
  const { rows } = await sql`
    with removing as (
      select report.id, report.answer from report
      where report.state = 'removed' and ${reportSubject.is(subject)}
      order by report.id for update of report)
    update report set answer = ${answer}, answered_at = now() from removing
    where report.id = removing.id and not exists (select from removing where answer is not null)
    returning 1`.execute(db)
  return rows.length > 0
}
