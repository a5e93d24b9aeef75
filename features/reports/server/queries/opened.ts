/** The content of reported private channels. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { ReportedChannelContent } from '../../contract.ts'
import { reportedThingExists, reportSubject } from './reports.ts'

interface ReportedChannel {
  is_gone: boolean
  /** Null for users and television. */
  channel: { id: string; name: string; description: string; status_id: number; user_id: string } | null
}

/** The channel of a report's thing. */
export async function findReportedChannel(db: Db, reportId: string): Promise<ReportedChannel | undefined> {
  const { rows } = await sql<ReportedChannel>`
    select not report.is_there as is_gone, (
        select json_build_object('id', id, 'name', name, 'description', description, 'status_id', status_id, 'user_id', user_id)
        from playlist shown where shown.id = ${reportSubject.playlistId}) as channel
    from (select *, ${reportedThingExists} as is_there from report where id = ${reportId}) as report
      ${reportSubject.joined}`.execute(db)
  return rows[0]
}

/** Lists the first videos of a channel in order. Leaves out addresses on this host, which only viewers of the channel can open. */
export async function listReportedChannelVideos(db: Db, playlistId: string, limit: number): Promise<ReportedChannelContent['videos']> {
  const { rows } = await sql<ReportedChannelContent['videos'][number]>`
    select video.id, video.title, series.name as series, case when video.src like '/%' then '' else video.src end as url
    from series join video on video.series_id = series.id
    where series.playlist_id = ${playlistId}
    order by series.position, video.position limit ${limit}`.execute(db)
  return rows
}
