import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, exactIsoTime, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { status } from '#features/channels/rules.ts'
import type { RemovableThing } from '#features/channels/server/queries/removals.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { Report } from '../../contract.ts'
import type { removableTypes, ReportableType } from '../../rules.ts'

/** The reported thing, as rows of `report` refer to it. */
export interface ReportSubject {
  type: ReportableType
  key: string | number
  /** The reported TV channel, or the TV channel of the reported programme. */
  tvChannelId: string | null
}

export interface NewReport {
  reporterId: string
  subject: ReportSubject
  typeId: number
  url: string
  message: string | null
}

/** SQL on `report`: whether the reported thing exists. Reports of deleted things have none of these keys. */
export const reportedThingExists = sql<boolean>`num_nonnulls(report.playlist_key, report.series_id, report.video_id, report.user_id, report.tv_channel_id) = 1`

/**
 * Inserts a report, or reopens the user's report of the same thing.
 * @returns its id; undefined if the programme was deleted concurrently
 * @throws a foreign key error if the thing or the account was deleted concurrently
 */
export async function saveReport(
  db: Db,
  { reporterId, subject: { type, key, tvChannelId }, typeId, url, message }: NewReport,
): Promise<string | undefined> {
  const keyOf = (subjectType: ReportSubject['type']) => (type === subjectType ? key : null)
  const { rows } = await sql<{ id: string }>`
    insert into report as known (reporter_id, report_type_id, playlist_key, series_id, video_id, user_id, tv_channel_id, programme_id,
      programme_title, url, message)
    select ${reporterId}, ${typeId}::smallint, ${keyOf('playlist')}::bigint, ${keyOf('serie')}, ${keyOf('video')}, ${keyOf('user')}, ${tvChannelId},
      programme.id, programme.title, ${url}, ${message}
    from (select ${keyOf('epg')}::text as id) as named left join programme on programme.id = named.id
    where named.id is null or programme.id is not null
    on conflict (reporter_id, playlist_key, series_id, video_id, user_id, tv_channel_id, programme_id)
      where reporter_id is not null and num_nonnulls(playlist_key, series_id, video_id, user_id, tv_channel_id) = 1 do update set
      report_type_id = excluded.report_type_id, url = excluded.url, message = excluded.message, reported_at = excluded.reported_at,
      thing_id = excluded.thing_id, thing_name = excluded.thing_name, thing_text = excluded.thing_text,
      state = case known.state when 'removed' then 'removed' else 'open' end
    returning id`.execute(db)
  return rows[0]?.id
}

/** Counts of reports of the same thing stop at this number. */
const maxCountedReports = 100

/** A thing with an owner, as its type and id. */
export type ThingById = { readonly [T in (typeof removableTypes)[number]]?: string }

/** SQL on `report`: its subject. */
export const reportSubject = {
  joined: sql`left join playlist on playlist.key = report.playlist_key
      left join series on series.id = report.series_id
      left join video on video.id = report.video_id
      left join account person on person.id = report.user_id
      left join series around on around.id = video.series_id
      left join tv_channel on tv_channel.id = report.tv_channel_id`,
  id: sql<string>`coalesce(playlist.id, series.id, video.id, person.id, report.programme_id, tv_channel.id, report.thing_id)`,
  name: sql<string>`coalesce(playlist.name, series.name, video.title, person.nickname, report.programme_title, tv_channel.name, report.thing_name)`,
  image: sql<string | null>`coalesce(${pictureAddress('playlist.picture_id')}, ${pictureAddress('video.picture_id')},
        ${pictureAddress('person.picture_id')}, ${pictureAddress('tv_channel.picture_id')})`,
  /** The reported channel, or the channel of the reported thing. */
  playlistId: sql<string | null>`coalesce(playlist.id, series.playlist_id, around.playlist_id)`,
  /** SQL: whether the reported thing is a private channel, or in one. */
  isPrivate: sql<boolean>`coalesce((select shown.status_id = ${sql.lit(status.private)} from playlist shown
        where shown.id = coalesce(playlist.id, series.playlist_id, around.playlist_id)), false)`,
  /** SQL: whether the report is about this thing. */
  is: ({ playlist, serie, video, user }: ThingById): RawBuilder<boolean> => {
    if (playlist !== undefined) return sql<boolean>`report.playlist_key = (select key from playlist named where named.id = ${playlist})`
    if (serie !== undefined) return sql<boolean>`report.series_id = ${serie}`
    return video !== undefined ? sql<boolean>`report.video_id = ${video}` : sql<boolean>`report.user_id = ${user}`
  },
}

/** SQL: whether two reports have the same subject. Compares each column separately, because each has its own index. */
const reportsOfSameThing = (other: string) =>
  sql.join(
    (['playlist_key', 'series_id', 'video_id', 'user_id'] as const).map(
      (column) => sql`select 1 from report as ${sql.ref(other)} where ${sql.ref(`${other}.${column}`)} = ${sql.ref(`report.${column}`)}`,
    ),
    sql` union all `,
  )
const reportsOfSameTelevision = sql`select 1 from report as other where other.tv_channel_id = report.tv_channel_id
  and other.programme_id is not distinct from report.programme_id`

/** SQL on `report`: whether the report is about a user's profile, or removed one of the user's things. */
export const concernsUser = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(report.user_id = ${userId} or (report.owner_id = ${userId} and report.state = 'removed'))`

/** Cursor of a page: time and id of the previous page's last report. */
export interface ReportPosition {
  time: string
  id: string
}

/** `time`: time of the report, to the microsecond. */
type ReportRow = Report & { time: string }

async function findReports(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select report.id, report.state, report.report_type_id, report.reportable_type, ${reportSubject.id} as reportable_id,
      ${reportSubject.name} as title, ${reportSubject.image} as image, ${reportSubject.playlistId} as playlist_id, report.tv_channel_id as channel_id,
      (select count(*)::int from (select 1 from (${reportsOfSameThing('other')} union all ${reportsOfSameTelevision}) as every limit ${sql.lit(maxCountedReports)}) as counted) as reports,
      not ${reportedThingExists} as is_gone, ${reportSubject.isPrivate} as is_private, report.thing_name as reported_name, report.thing_text as reported_text,
      report.url, report.message, report.note, report.answer, ${isoTime(sql.ref('report.answered_at'))} as answered_at,
      case when reporter.id is not null then json_build_object('id', reporter.id, 'nickname', reporter.nickname) end as reporter,
      ${isoTime(sql.ref('report.reported_at'))} as reported_at, ${exactIsoTime(sql.ref('report.reported_at'))} as time
    from (select * from report where ${condition} order by report.reported_at desc, report.id desc limit ${limit}) as report
      ${reportSubject.joined}
      left join account reporter on reporter.id = report.reporter_id
    order by report.reported_at desc, report.id desc`.execute(db)
  return rows
}

export interface ReportSelection {
  /** Default: all states. */
  state?: Report['state'] | undefined
  /** Whether to list only removals with an answer. */
  isAnswered: boolean
  /** The reporter's id. */
  by?: string | undefined
  /** The id of a user: reports of their profile, and removals of their things. */
  about?: string | undefined
  after: ReportPosition | undefined
  limit: number
}
/** Lists reports, latest first, after `after`. */
export const listReports = (db: Db, { state, isAnswered, by, about, after, limit }: ReportSelection): Promise<ReportRow[]> =>
  findReports(
    db,
    sql`${state === undefined ? sql`true` : sql`report.state = ${state}`}
      ${isAnswered ? sql`and report.state = 'removed' and report.answer is not null` : sql``}
      ${by === undefined ? sql`` : sql`and report.reporter_id = ${by}`}
      ${about === undefined ? sql`` : sql`and ${concernsUser(sql`${about}`)}`}
      ${after === undefined ? sql`` : sql`and (report.reported_at, report.id) < (${after.time}::timestamptz, ${after.id})`}`,
    limit,
  )

export const findReport = async (db: Db, id: string): Promise<Report | undefined> => (await findReports(db, sql`report.id = ${id}`, 1))[0]

/** Finds a report for an operator. */
export const findReportId = prepare((_: Db, _reader: Reader, id: string) => sql<{ id: string }>`select id from report where id = ${id}`)

/** Locks a report until the transaction ends. */
export const lockReport = (db: Db, id: string) =>
  db
    .selectFrom('report')
    .select([
      'state',
      'note',
      'reporter_id',
      'report_type_id',
      'playlist_key',
      'series_id',
      'video_id',
      'user_id',
      'tv_channel_id',
      'programme_id',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** A TV channel, or a programme by its own id. */
export interface TelevisionThing {
  type: 'channel' | 'epg'
  key: string
}
/** Things that can be removed; a user by id. */
export type ReportedThing = RemovableThing | { type: 'user'; key: string } | TelevisionThing

const columnOf = {
  playlist: 'playlist_key',
  serie: 'series_id',
  video: 'video_id',
  user: 'user_id',
  channel: 'tv_channel_id',
  epg: 'programme_id',
} as const

/** Returns the subject of a report; undefined if it was deleted. */
export function toReportSubject(report: {
  playlist_key: number | null
  series_id: string | null
  video_id: string | null
  user_id: string | null
  tv_channel_id: string | null
  programme_id: string | null
}): ReportedThing | undefined {
  const { playlist_key, series_id, video_id, user_id, tv_channel_id, programme_id } = report
  if (tv_channel_id !== null) return programme_id === null ? { type: 'channel', key: tv_channel_id } : { type: 'epg', key: programme_id }
  if (playlist_key !== null) return { type: 'playlist', key: playlist_key }
  if (series_id !== null) return { type: 'serie', key: series_id }
  if (video_id !== null) return { type: 'video', key: video_id }
  return user_id === null ? undefined : { type: 'user', key: user_id }
}

/** Whether the thing stays removed because of another report. */
export const isRemovedByAnother = async (db: Db, { type, key }: ReportedThing): Promise<boolean> =>
  (await db
    .selectFrom('report')
    .select('id')
    .where(columnOf[type], '=', key)
    .where('reportable_type', '=', type)
    .where('state', '=', 'removed')
    .executeTakeFirst()) !== undefined

/** Returns the owner and creator of a reported thing; undefined if it was deleted. */
export async function findOwnership(db: Db, { type, key }: ReportedThing): Promise<{ owner_id: string; user_id: string } | undefined> {
  if (type === 'user') return { owner_id: key, user_id: key }
  const from = {
    playlist: sql`playlist where playlist.key = ${key}`,
    serie: sql`playlist join series on series.playlist_id = playlist.id where series.id = ${key}`,
    video: sql`playlist join series on series.playlist_id = playlist.id join video on video.series_id = series.id where video.id = ${key}`,
  }
  if (type === 'channel' || type === 'epg') return undefined
  const { rows } = await sql<{ owner_id: string; user_id: string }>`
    select playlist.owner_id, playlist.user_id from ${from[type]}`.execute(db)
  return rows[0]
}

/** A user's email address and language. */
export const findEmailAndLanguage = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .select((eb) => ['email', eb.ref('language').$castTo<Language>().as('language')])
    .where('id', '=', id)
    .executeTakeFirst()

type ReportChanges = Pick<Updateable<DB['report']>, 'state' | 'note' | 'owner_id'>
export const updateReport = (db: Db, id: string, changes: ReportChanges) =>
  db
    .updateTable('report')
    .set({ ...changes, ...(changes.state !== undefined && { decided_at: sql<Date>`now()` }) })
    .where('id', '=', id)
    .execute()
