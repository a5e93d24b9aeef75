/** The figures of a channel by day or week, in one statement. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'
import type { Grouping } from '../../rules.ts'

/** Days of a zone. */
export interface Range {
  /** `YYYY-MM-DD`. */
  start: string
  days: number
  type: Grouping
  timeZone: string
}

/** Figures of a day or week; of the former range if `date` is null. */
export interface FigureRow {
  date: string | null
  new_followers: number
  unfollows: number
  followed: number
  go_to: number
  more_info: number
  shares: number
  views: number
  own_views: number
  unique_views: number
  /** Viewers who had not watched before in the whole range. */
  unique_of_range: number
  watched_seconds: number
}

/** SQL: `quarter_hour(moment)`, inline. A call takes a microsecond more, and a year with the one before has 730 days. */
const firstQuarter = (moment: RawBuilder<unknown>) => sql`floor(date_part('epoch', ${moment}) / 900)::int`

/** Days of the range, and as many before it (`n` below 0): first quarter hours of the day, and of its day or week within the range. */
const dayOf = ({ start, days, type, timeZone }: Range) => sql`
  local as materialized (
    select n, ${start}::date + n as date, ${firstQuarter(sql`(${start}::date + n)::timestamp at time zone ${timeZone}`)} as quarter
    from generate_series(-${days}::int, ${days}::int) as n
  ), span as materialized (
    select array_agg(quarter order by n) as days, min(quarter) as former_start, min(quarter) filter (where n = 0) as start, max(quarter) as next from local
  ), day as materialized (
    select n, n + ${days}::int + 1 as number, date, quarter, lead(quarter) over (order by n) as next, min(quarter) over (partition by date) as first
    from (
      select n, quarter, case when n >= 0 then date_trunc(${type}, date::timestamp)::date end as date from local) as known)`

const key = sql`(select key from channel)`
const start = sql`(select start from span)`
const former = sql`quarter >= (select former_start from span) and quarter < ${start}`
/** SQL on few rows: the number of the day. */
const number = sql`width_bucket(quarter, (select days from span)) as number`
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
  select foreign_views as views, own_views, foreign_views - coalesce(known_of_bucket, 0) as unique_views,
    foreign_views - coalesce(known_of_range, 0) as unique_of_range
  from (
    select sum(views) - coalesce(sum(views) filter (where viewers = 'o'), 0) as foreign_views, sum(views) filter (where viewers = 'o') as own_views,
      sum(views) filter (where ${isKnownSince(bucket, guests)}) as known_of_bucket, sum(views) filter (where ${isKnownSince(range, guests)}) as known_of_range
    from channel_view_count where playlist_key = ${key} and tv_channel_id is null and ${within}) as sums`
const watched = sql`select sum(seconds) as seconds from watched_time where playlist_key = ${key} and video_id = ''`

/**
 * The figures by date, and the followers at the end of the range. Tables with many rows are read by day, whose bounds are constants then, which takes
 * half the time of finding each row's day; the others are read once.
 */
export const readFigures = prepareOne((_: Db, playlistId: string, range: Range) => {
  const formerStart = sql`(select former_start from span)`
  return sql<{ followers: number; rows: FigureRow[] }>`
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
    ), formerly as materialized (
      select 1 as number, viewed.*, (${watched} and ${former}) as seconds from (
        ${viewsOf({ bucket: formerStart, range: formerStart, guests: sql`(select days from span)[width_bucket(quarter, (select days from span))]`, within: former })}
      ) as viewed
    ), daily as materialized (
      select number, viewed.*, played.seconds
      from (select * from day where n >= 0 and next is not null) as day
        cross join lateral (
          ${viewsOf({ bucket: sql`first`, range: start, guests: sql`day.quarter`, within: sql`quarter >= day.quarter and quarter < next` })}
        ) as viewed
        cross join lateral (${watched} and quarter >= day.quarter and quarter < next) as played
      union all select * from formerly
    ), by_date as (
      select date::text as date, coalesce(sum(new_followers), 0)::int as new_followers, coalesce(sum(unfollows), 0)::int as unfollows,
        coalesce(sum(followed), 0)::int as followed, coalesce(sum(go_to), 0)::int as go_to, coalesce(sum(more_info), 0)::int as more_info,
        coalesce(sum(shares), 0)::int as shares, coalesce(sum(views), 0)::int as views,
        coalesce(sum(own_views), 0)::int as own_views, coalesce(sum(unique_views), 0)::int as unique_views,
        coalesce(sum(unique_of_range), 0)::int as unique_of_range, coalesce(sum(seconds), 0)::bigint as watched_seconds
      from day left join clicked using (number) left join shared using (number) left join changed using (number) left join daily using (number)
      where next is not null group by 1)
    select (select json_agg(by_date order by date nulls first) from by_date) as rows,
      coalesce((select followers from playlist_count where playlist_key = ${key}), 0) + coalesce((
        select sum(case kind when 'unfollow' then 1 else -1 end) from follow_event
        where playlist_key = ${key} and happened_at >= to_timestamp((select next from span) * 900.0)), 0)::int as followers`
})
