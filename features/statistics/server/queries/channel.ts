/** The figures of a channel by day or week, in one statement. */
import { sql } from 'kysely'
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

/** Days of the range and as many before it: first quarter hours of the day, of its day or week within the range, and of the range. */
const dayOf = ({ start, days, type, timeZone }: Range) => sql`
  day as materialized (
    select date, quarter, lead(quarter) over (order by n) as next, min(quarter) over (partition by date) as first,
      min(quarter) over (partition by n < 0) as range_start, n < ${days}::int as is_in
    from (
      select n, quarter_hour((${start}::date + n)::timestamp at time zone ${timeZone}) as quarter,
        case when n >= 0 then date_trunc(${type}, (${start}::date + n)::timestamp)::date end as date
      from generate_series(-${days}::int, ${days}::int) as n) as known)`

/** The figures by date, and the followers at the end of the range. */
export const readFigures = prepareOne((_: Db, playlistId: string, range: Range) => {
  const key = sql`(select key from channel)`
  const isOfDay = sql`quarter >= day.quarter and quarter < next`
  const happened = sql`happened_at >= to_timestamp(day.quarter * 900.0) and happened_at < to_timestamp(next * 900.0)`
  return sql<{ followers: number; rows: FigureRow[] }>`
    with channel as materialized (select key from playlist where id = ${playlistId}), ${dayOf(range)},
    by_date as (
      select date::text as date, sum(new_followers)::int as new_followers, sum(unfollows)::int as unfollows, sum(followed)::int as followed,
        sum(go_to)::int as go_to, sum(more_info)::int as more_info, sum(shares)::int as shares, coalesce(sum(views), 0)::int as views,
        coalesce(sum(own_views), 0)::int as own_views, coalesce(sum(unique_views), 0)::int as unique_views, coalesce(sum(unique_of_range), 0)::int as unique_of_range
      from day
        cross join lateral (
          select sum(views) filter (where viewers <> 'owners') as views, sum(views) filter (where viewers = 'owners') as own_views,
            sum(views) filter (where viewers <> 'owners' and coalesce(former_quarter < case viewers when 'users' then first else day.quarter end, true)) as unique_views,
            sum(views) filter (where viewers <> 'owners' and coalesce(former_quarter < case viewers when 'users' then range_start else day.quarter end, true)) as unique_of_range
          from channel_view_count where playlist_key = ${key} and tv_channel_id is null and ${isOfDay}) as viewed
        cross join lateral (
          select coalesce(sum(clicks) filter (where clickable_type = 'go_to'), 0) as go_to, coalesce(sum(clicks) filter (where clickable_type = 'more_info'), 0) as more_info
          from click_count where playlist_key = ${key} and ${isOfDay}) as clicked
        cross join lateral (select coalesce(sum(share_count.shares), 0) as shares from share_count where playlist_key = ${key} and ${isOfDay}) as shared
        cross join lateral (
          select count(*) filter (where kind = 'first_follow') as new_followers, count(*) filter (where kind = 'unfollow') as unfollows,
            count(*) filter (where kind <> 'unfollow') as followed
          from follow_event where playlist_key = ${key} and ${happened}) as changed
      where is_in group by 1)
    select (select json_agg(by_date order by date nulls first) from by_date) as rows,
      coalesce((select followers from playlist_count where playlist_key = ${key}), 0) + coalesce((
        select sum(case kind when 'unfollow' then 1 else -1 end) from follow_event
        where playlist_key = ${key} and happened_at >= to_timestamp((select max(quarter) from day) * 900.0)), 0)::int as followers`
})
