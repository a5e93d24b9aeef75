/** The figures of a channel by day or week, in one statement. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'

const columns = [
  'new_followers',
  'unfollows',
  'followed',
  'go_to',
  'more_info',
  'shares',
  'views',
  'own_views',
  'unique_views',
  /** Viewers who had not watched before in the whole range. */
  'unique_of_range',
  'watched_seconds',
] as const
/** Of each figure a number for the former range, then one for each day or week. Columns are shorter than rows to write and read. */
export type Figures = Record<(typeof columns)[number], number[]>
const sums = sql.join(columns.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)::bigint as ${sql.ref(column)}`))
const arrays = sql.join(columns.map((column) => sql`${sql.lit(column)}, array_agg(${sql.ref(column)} order by at)`))

/** Days of a zone. */
export interface Range {
  /** `YYYY-MM-DD`. */
  start: string
  days: number
  /** Days of a group, and how many of them the first group had before the range. */
  step: number
  before: number
  timeZone: string
}

/** SQL: `quarter_hour(moment)`, inline. A call takes a microsecond more, and a year with the one before has 730 days. */
const firstQuarter = (moment: RawBuilder<unknown>) => sql`floor(date_part('epoch', ${moment}) / 900)::int`

/**
 * `span`: first quarter hours of the days of the range and of as many before it. `day`: those of the range, with their number in `days`, and
 * their group and its first quarter hour within the range. The former range is a day of the group −1.
 */
const dayOf = ({ start, days, step, before, timeZone }: Range) => sql`
  local as materialized (
    select n, ${firstQuarter(sql`(${start}::date + n)::timestamp at time zone ${timeZone}`)} as quarter
    from generate_series(-${days}::int, ${days}::int) as n
  ), span as materialized (
    select array_agg(quarter order by n) as days, min(quarter) as former_start, min(quarter) filter (where n = 0) as start, max(quarter) as next from local
  ), day as materialized (
    select *, first_value(quarter) over (partition by at order by number) as first
    from (
      select n + ${days}::int + 1 as number, case when n < 0 then -1 else (n + ${before}::int) / ${step}::int end as at, quarter,
        lead(quarter) over (order by n) as next
      from local where n >= -1) as known
    where next is not null)`

const key = sql`(select key from channel)`
const start = sql`(select start from span)`
const former = sql`quarter >= (select former_start from span) and quarter < ${start}`
/** SQL on few rows: the number of the day; of the last one before the range for all before it. */
const numberOf = ({ days }: Range) => sql`greatest(width_bucket(quarter, (select days from span)), ${days}::int) as number`
const isInSpan = sql`quarter >= (select former_start from span) and quarter < (select next from span)`

/**
 * SQL on `channel_view_count`: the viewer's former view was since this quarter. Owners' views are apart. The first comparison decides most rows.
 * @param guests not before `users`
 */
const isKnownSince = (users: RawBuilder<unknown>, guests: RawBuilder<unknown>) =>
  sql`case when former_quarter >= ${users} then viewers = 'u' or viewers = 'g' and former_quarter >= ${guests} else false end`
/**
 * SQL on `channel_view_count`. Views by known viewers are few: subtracting them costs less than adding up those by new ones.
 * @param since first quarters, for users and for guests
 */
const viewsOf = ({ bucket, range, guests, within }: Record<'bucket' | 'range' | 'guests' | 'within', RawBuilder<unknown>>) => sql`
  select sum(views) as all_views, coalesce(sum(views) filter (where ${isKnownSince(bucket, guests)}), 0) as known_of_bucket,
    coalesce(sum(views) filter (where ${isKnownSince(range, guests)}), 0) as known_of_range
  from channel_view_count where playlist_key = ${key} and tv_channel_id is null and ${within}`
const watched = sql`select sum(seconds) as seconds from watched_time where playlist_key = ${key} and video_id = ''`

/**
 * The figures by date, and the followers at the end of the range. Tables with many rows are read by day, whose bounds are constants then, which takes
 * half the time of finding each row's day; the others are read once.
 */
export const readFigures = prepareOne((_: Db, playlistId: string, range: Range) => {
  const formerStart = sql`(select former_start from span)`
  const number = numberOf(range)
  return sql<{ followers: number; figures: Figures }>`
    with channel as materialized (select key from playlist where id = ${playlistId}), ${dayOf(range)},
    clicked as materialized (
      select ${number}, sum(clicks) filter (where clickable_type = 'go_to') as go_to, sum(clicks) filter (where clickable_type = 'more_info') as more_info
      from click_count where playlist_key = ${key} and ${isInSpan} group by 1
    ), shared as materialized (
      select ${number}, sum(shares) as shares from share_count where playlist_key = ${key} and ${isInSpan} group by 1
    ), changed as materialized (
      select ${number}, count(*) filter (where kind = 'first_follow') as new_followers, count(*) filter (where kind = 'unfollow') as unfollows,
        count(*) filter (where kind <> 'unfollow') as followed
      from follow_event cross join lateral (select quarter_hour(happened_at) as quarter) as event
      where playlist_key = ${key} and happened_at >= to_timestamp(${formerStart} * 900.0)
        and happened_at < to_timestamp((select next from span) * 900.0) group by 1
    ), owned as materialized (
      select ${number}, sum(views) as own_views from channel_view_count
      where playlist_key = ${key} and tv_channel_id is null and viewers = 'o' and ${isInSpan} group by 1
    ), formerly as materialized (
      select ${range.days}::int as number, viewed.*, (${watched} and ${former}) as watched_seconds from (
        ${viewsOf({ bucket: formerStart, range: formerStart, guests: sql`(select days from span)[width_bucket(quarter, (select days from span))]`, within: former })}
      ) as viewed
    ), daily as materialized (
      select number, viewed.*, played.seconds as watched_seconds
      from (select * from day where at >= 0) as day
        cross join lateral (
          ${viewsOf({ bucket: sql`first`, range: start, guests: sql`day.quarter`, within: sql`quarter >= day.quarter and quarter < next` })}
        ) as viewed
        cross join lateral (${watched} and quarter >= day.quarter and quarter < next) as played
      union all select * from formerly
    ), counted as (
      select number, own_views, foreign_views as views, foreign_views - known_of_bucket as unique_views,
        foreign_views - known_of_range as unique_of_range, watched_seconds
      from daily left join owned using (number) cross join lateral (select (all_views - coalesce(own_views, 0))::int as foreign_views) as difference
    ), grouped as (
      select at, ${sums}
      from day left join clicked using (number) left join shared using (number) left join changed using (number) left join counted using (number)
      group by 1)
    select (select json_build_object(${arrays}) from grouped) as figures,
      coalesce((select followers from playlist_count where playlist_key = ${key}), 0) + coalesce((
        select sum(case kind when 'unfollow' then 1 else -1 end) from follow_event
        where playlist_key = ${key} and happened_at >= to_timestamp((select next from span) * 900.0)), 0)::int as followers`
})
