import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, iso } from '#kit/server/db.ts'
import type { Removable } from '#features/curation/server/queries/removals.ts'
import type { Report } from '../../contract.ts'

/** What is reported, as rows of `report` refer to it. */
export interface Reported {
  type: 'playlist' | 'serie' | 'video' | 'user'
  key: string | number
}

export interface NewReport {
  reporterId: string
  reported: Reported
  typeId: number
  url: string
  message: string | null
}

/**
 * Writes a report; of the same thing by the same person there is one, which is open again.
 * @throws a broken foreign key when the thing or the account has gone meanwhile
 */
export async function saveReport(db: Db, { reporterId, reported: { type, key }, typeId, url, message }: NewReport): Promise<string> {
  const keyOf = (of: Reported['type']) => (type === of ? key : null)
  const { rows } = await sql<{ id: string }>`
    insert into report as known (reporter_id, report_type_id, playlist_key, series_id, video_id, user_id, url, message)
    values (${reporterId}, ${typeId}, ${keyOf('playlist')}, ${keyOf('serie')}, ${keyOf('video')}, ${keyOf('user')}, ${url}, ${message})
    on conflict (reporter_id, playlist_key, series_id, video_id, user_id) where reporter_id is not null do update set
      report_type_id = excluded.report_type_id, url = excluded.url, message = excluded.message, reported_at = excluded.reported_at,
      state = case known.state when 'removed' then 'removed' else 'open' end
    returning id`.execute(db)
  return rows[0]!.id
}

/** Where in the list a page begins: behind what was reported at that time. */
export interface ReportPosition {
  time: string
  id: string
}

async function findReports(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<Report[]> {
  const { rows } = await sql<Report>`
    select report.id, report.state, report.report_type_id, report.reportable_type,
      coalesce(playlist.id, series.id, video.id, person.id) as reportable_id,
      coalesce(playlist.name, series.name, video.title, person.nickname, '') as title,
      report.url, report.message, report.note,
      case when reporter.id is not null then json_build_object('id', reporter.id, 'nickname', reporter.nickname) end as reporter,
      ${iso(sql.ref('report.reported_at'))} as reported_at
    from report
      left join playlist on playlist.key = report.playlist_key
      left join series on series.id = report.series_id
      left join video on video.id = report.video_id
      left join account person on person.id = report.user_id
      left join account reporter on reporter.id = report.reporter_id
    where ${condition}
    order by report.reported_at desc, report.id desc limit ${limit}`.execute(db)
  return rows
}

/** Those in this state, or all; the latest first, from behind `after`. */
export const listReports = (
  db: Db,
  { state, after, limit }: { state: Report['state'] | undefined; after: ReportPosition | undefined; limit: number },
): Promise<Report[]> =>
  findReports(
    db,
    sql`${state === undefined ? sql`true` : sql`report.state = ${state}`}
      ${after === undefined ? sql`` : sql`and (report.reported_at, report.id) < (${after.time}::timestamptz, ${after.id})`}`,
    limit,
  )

export const findReport = async (db: Db, id: string): Promise<Report | undefined> => (await findReports(db, sql`report.id = ${id}`, 1))[0]

/** Locks it until the transaction ends. */
export const lockReport = (db: Db, id: string) =>
  db
    .selectFrom('report')
    .select(['state', 'reporter_id', 'report_type_id', 'playlist_key', 'video_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** What a report is about, if that can be removed. */
export function removableOf({ playlist_key, video_id }: { playlist_key: number | null; video_id: string | null }): Removable | undefined {
  if (playlist_key !== null) return { type: 'playlist', key: playlist_key }
  return video_id === null ? undefined : { type: 'video', key: video_id }
}

/** Another report of the same thing keeps it removed. */
export const isRemovedByAnother = async (db: Db, { type, key }: Removable): Promise<boolean> =>
  (await db
    .selectFrom('report')
    .select('id')
    .where(type === 'playlist' ? 'playlist_key' : 'video_id', '=', key)
    .where('state', '=', 'removed')
    .executeTakeFirst()) !== undefined

/** Where somebody is written to. */
export const findOwner = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .select((eb) => ['email', eb.ref('language').$castTo<Language>().as('language')])
    .where('id', '=', id)
    .executeTakeFirst()

export const updateReport = (db: Db, id: string, changes: { state?: Report['state']; note?: string }) =>
  db.updateTable('report').set(changes).where('id', '=', id).execute()
