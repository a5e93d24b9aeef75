/** The figures of a channel by day, in one statement. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'

/** A range of days in a time zone. */
export interface FigureRange {
  /** `YYYY-MM-DD`. */
  start: string
  days: number
  /** Days per group; a viewer counts once per group. */
  step: number
  /** Number of days of the first group that are before the range. */
  before: number
  timeZone: string
}

/** Figures of a day: the first day of the range is 1, and 0 is the whole period before the range. Days without figures are omitted. */
export interface OtherFigures {
  at: number
  new_followers?: number | null
  unfollows?: number | null
  followed?: number | null
  go_to?: number | null
  more_info?: number | null
  shares?: number | null
  own_views?: number | null
}
export interface FoundFigures {
  /** Number of followers at the end of the range. */
  followers: number
  other_figures: OtherFigures[] | null
  /** Each array starts with the number for the period before the range, followed by one for each day. Arrays take half the time of rows. */
  view_figures: {
    /** Views, including views by owners. */
    views: number[]
    /** Views by viewers who had already watched in the same group of days. */
    known_of_bucket: number[]
    known_of_range: number[]
    watched_seconds: number[]
  }
}

/** SQL: the same as `quarter_hour(moment)`, inlined, because each of 730 calls would take a microsecond more. */
const firstQuarter = (moment: RawBuilder<unknown>) => sql`floor(date_part('epoch', ${moment}) / 900)::int`

/**
 * SQL: the common table expression `span`. `days` has the first quarter hour of each day, from the period before the range to the day after
 * it.
 */
const spanOf = ({ start, days, timeZone }: FigureRange) => sql`
  span as materialized (
    select days, days[1] as former_start, days[${days}::int + 1] as start, days[${days}::int * 2 + 1] as next
    from (select array(
      select ${firstQuarter(sql`(${start}::date + n)::timestamp at time zone ${timeZone}`)} from generate_series(-${days}::int, ${days}::int) as n order by n
    ) as days) as known)`

const playlistKey = sql`(select key from channel)`
const dayCount = sql`(select days from span)`
const start = sql`(select start from span)`
const previousStart = sql`(select former_start from span)`
const previousRange = sql`quarter >= ${previousStart} and quarter < ${start}`
const isInSpan = sql`quarter >= ${previousStart} and quarter < (select next from span)`

/**
 * SQL on `channel_view_count`: whether the viewer's previous view was in or after this quarter hour. False for owners, whose views are
 * counted separately. The first comparison decides most rows.
 * @param guests the quarter hour for guests, not before `users`
 */
const isKnownSince = (users: RawBuilder<unknown>, guests: RawBuilder<unknown>) =>
  sql`case when former_quarter >= ${users} then viewers = 'u' or viewers = 'g' and former_quarter >= ${guests} else false end`
/**
 * SQL: sums of `channel_view_count`. Adds up the views of returning viewers, who are fewer than new viewers.
 * The parameters `bucket`, `range` and `guests` are the first quarter hours of these periods.
 */
const viewsOf = ({ bucket, range, guests, within }: Record<'bucket' | 'range' | 'guests' | 'within', RawBuilder<unknown>>) => sql`
  select sum(views) as views, sum(views) filter (where ${isKnownSince(bucket, guests)}) as known_of_bucket,
    sum(views) filter (where ${isKnownSince(range, guests)}) as known_of_range
  from channel_view_count where playlist_key = ${playlistKey} and tv_channel_id is null and ${within}`
const watchedSecondsSql = sql`select sum(seconds) as watched_seconds from watched_time where playlist_key = ${playlistKey} and video_id = ''`

const columns = ['views', 'known_of_bucket', 'known_of_range', 'watched_seconds'] satisfies (keyof FoundFigures['view_figures'])[]
const figureArrays = sql.join(columns.map((column) => sql`${sql.lit(column)}, array_agg(coalesce(${sql.ref(column)}, 0) order by at)`))

/**
 * Reads the figures by day. Large tables are queried once per day with constant bounds, which takes half the time of computing each row's
 * day. Small tables are queried once.
 */
export const readFigures = prepareOne((_: Db, playlistId: string, range: FigureRange) => {
  const { days, step, before } = range
  /** SQL: the index of the row's day. Computed only where there are few rows. */
  const at = sql`greatest(width_bucket(quarter, ${dayCount}) - ${days}::int, 0) as at`
  return sql<FoundFigures>`
    with channel as materialized (select key from playlist where id = ${playlistId}), ${spanOf(range)},
    clicked as (
      select ${at}, sum(clicks) filter (where clickable_type = 'go_to') as go_to, sum(clicks) filter (where clickable_type = 'more_info') as more_info
      from click_count where playlist_key = ${playlistKey} and ${isInSpan} group by 1
    ), shared as (
      select ${at}, sum(shares) as shares from share_count where playlist_key = ${playlistKey} and ${isInSpan} group by 1
    ), owned as (
      select ${at}, sum(views) as own_views from channel_view_count
      where playlist_key = ${playlistKey} and tv_channel_id is null and viewers = 'o' and ${isInSpan} group by 1
    ), changed as (
      select ${at}, count(*) filter (where kind = 'first_follow') as new_followers, count(*) filter (where kind = 'unfollow') as unfollows,
        count(*) filter (where kind <> 'unfollow') as followed
      from follow_event cross join lateral (select quarter_hour(happened_at) as quarter) as event
      where playlist_key = ${playlistKey} and happened_at >= to_timestamp(${previousStart} * 900.0)
        and happened_at < to_timestamp((select next from span) * 900.0) group by 1
    ), day as materialized (
      select at, ${dayCount}[${days}::int + at] as first, ${dayCount}[${days}::int + at + 1] as next,
        ${dayCount}[${days}::int + greatest(at - (at - 1 + ${before}::int) % ${step}::int, 1)] as first_of_bucket
      from generate_series(1, ${days}::int) as at
    ), daily as (
      select 0 as at, viewed.*, (${watchedSecondsSql} and ${previousRange}) from (
        ${viewsOf({ bucket: previousStart, range: previousStart, guests: sql`${dayCount}[width_bucket(quarter, ${dayCount})]`, within: previousRange })}
      ) as viewed
      union all
      select at, viewed.*, watched_seconds
      from day
        cross join lateral (
          ${viewsOf({ bucket: sql`first_of_bucket`, range: start, guests: sql`first`, within: sql`quarter >= first and quarter < next` })}
        ) as viewed
        cross join lateral (${watchedSecondsSql} and quarter >= first and quarter < next) as played
    )
    select (select json_build_object(${figureArrays}) from daily) as view_figures,
      (select json_agg(figures) from (
        select to_json(clicked) as figures from clicked union all select to_json(shared) from shared
        union all select to_json(owned) from owned union all select to_json(changed) from changed) as rows) as other_figures,
      coalesce((select followers from playlist_count where playlist_key = ${playlistKey}), 0) + coalesce((
        select sum(case kind when 'unfollow' then 1 else -1 end) from follow_event
        where playlist_key = ${playlistKey} and happened_at >= to_timestamp((select next from span) * 900.0)), 0)::int as followers`
})
