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
}

/**
 * SQL: `span`, whose arrays have an element for each day of the former range and the range: `days`, its first quarter hour, with one more at
 * the end; `dates`, the date of its day or week, null in the former range; `starts`, the first quarter hour of that within the range.
 */
const span = ({ start, days, type, timeZone }: Range) => sql`
    span as materialized (
      select array_agg(quarter order by n) as days, (array_agg(date order by n))[1:2 * ${days}::int] as dates, (array_agg(first order by n))[1:2 * ${days}::int] as starts,
        min(quarter) as former_start, min(quarter) filter (where n = 0) as range_start, max(quarter) as range_end
      from (
        select n, date, quarter, min(quarter) over (partition by date) as first
        from (
          select n, quarter_hour((${start}::date + n)::timestamp at time zone ${timeZone}) as quarter,
            case when n >= 0 then date_trunc(${type}, (${start}::date + n)::timestamp)::date end as date
          from generate_series(-${days}::int, ${days}::int) as n) as day) as known)`

/** SQL: the date of a quarter hour's day or week. */
const dateOf = (quarter: RawBuilder<unknown>) => sql`span.dates[width_bucket(${quarter}, span.days)]`
const isWithin = (quarter: RawBuilder<unknown>) => sql`${quarter} >= span.former_start and ${quarter} < span.range_end`
const at = sql.ref('quarter')

/** Statement on `channel`: figures by date. @returns one row: `rows` as JSON, and the followers at the end of the range */
export const readFigures = prepareOne((_: Db, playlistId: string, range: Range) => {
  const happened = sql`quarter_hour(happened_at)`
  return sql<{ followers: number; rows: FigureRow[] }>`
    with channel as materialized (select key from playlist where id = ${playlistId}), ${span(range)},
    viewed as (
      select ${dateOf(at)} as date, viewers, former_quarter, views, span.days[width_bucket(quarter, span.days)] as day_start,
        span.starts[width_bucket(quarter, span.days)] as first, case when quarter >= span.range_start then span.range_start else span.former_start end as range_start
      from channel_view_count, span where playlist_key = (select key from channel) and tv_channel_id is null and ${isWithin(at)}
    ), figure as (
      select date, 'views' as name, sum(views) filter (where viewers <> 'owners') as count, sum(views) filter (where viewers = 'owners') as other,
        sum(views) filter (where viewers <> 'owners' and coalesce(former_quarter < case viewers when 'users' then first else day_start end, true)) as firsts,
        sum(views) filter (where viewers <> 'owners' and coalesce(former_quarter < case viewers when 'users' then range_start else day_start end, true)) as firsts_of_range
      from viewed group by 1
      union all
      select ${dateOf(at)}, clickable_type, sum(clicks), null, null, null from click_count, span
      where playlist_key = (select key from channel) and ${isWithin(at)} group by 1, 2
      union all
      select ${dateOf(at)}, 'shares', sum(shares), null, null, null from share_count, span
      where playlist_key = (select key from channel) and ${isWithin(at)} group by 1
      union all
      select ${dateOf(happened)}, kind, count(*), null, null, null from follow_event, span
      where playlist_key = (select key from channel) and happened_at >= to_timestamp(span.former_start * 900.0) and happened_at < to_timestamp(span.range_end * 900.0)
      group by 1, 2
    ), by_date as (
      select date::text as date,
        coalesce(sum(count) filter (where name = 'first_follow'), 0)::int as new_followers,
        coalesce(sum(count) filter (where name = 'unfollow'), 0)::int as unfollows,
        coalesce(sum(count) filter (where name in ('first_follow', 'follow')), 0)::int as followed,
        coalesce(sum(count) filter (where name = 'go_to'), 0)::int as go_to,
        coalesce(sum(count) filter (where name = 'more_info'), 0)::int as more_info,
        coalesce(sum(count) filter (where name = 'shares'), 0)::int as shares,
        coalesce(sum(count) filter (where name = 'views'), 0)::int as views,
        coalesce(sum(other), 0)::int as own_views, coalesce(sum(firsts), 0)::int as unique_views, coalesce(sum(firsts_of_range), 0)::int as unique_of_range
      from figure group by 1
    )
    select coalesce((select json_agg(by_date order by date nulls first) from by_date), '[]') as rows,
      coalesce((select followers from playlist_count where playlist_key = (select key from channel)), 0) + coalesce((
        select sum(case kind when 'unfollow' then 1 else -1 end) from follow_event, span
        where playlist_key = (select key from channel) and happened_at >= to_timestamp(span.range_end * 900.0)), 0)::int as followers`
})
