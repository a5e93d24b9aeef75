/** Statistics of a channel, from its figures by day or week. */
import { localTime } from '#kit/server/time-zone.ts'
import type { ChannelStatistics, Totals } from '../contract.ts'
import { status } from '#features/channels/rules.ts'
import { addDays, daysBetween, few, fewestShown, type Figure, figures, type Grouping, type HiddenFigure, mondayOf } from '../rules.ts'
import type { FigureRow } from './queries/channel.ts'
import type { ShownChannel } from './queries/lists.ts'

/** The date in a zone. */
export const today = (timeZone: string): string => localTime(new Date(), timeZone).date

export interface DateRange {
  start: string
  /** Included. */
  end: string
  type: Grouping
}
export type Bucket = Record<Exclude<Figure, HiddenFigure>, number> &
  Record<HiddenFigure, number | typeof few> & { date: string; ownViews: number }

/** The dates of all days, or the Mondays of all weeks. */
function datesOf({ start, end, type }: DateRange): string[] {
  const step = type === 'week' ? 7 : 1
  const first = type === 'week' ? mondayOf(start) : start
  return Array.from({ length: Math.ceil(daysBetween(first, end) / step) }, (_, index) => addDays(first, index * step))
}

const none: Omit<FigureRow, 'date'> = {
  new_followers: 0,
  unfollows: 0,
  followed: 0,
  go_to: 0,
  more_info: 0,
  shares: 0,
  views: 0,
  own_views: 0,
  unique_views: 0,
  unique_of_range: 0,
  watched_seconds: 0,
}

const columns = Object.keys(none) as (keyof typeof none)[]

/** Hides small numbers of viewers of channels that aren't public: they could reveal a person. */
export const shownUnique = (count: number, { status_id }: Pick<ShownChannel, 'status_id'>): number | typeof few =>
  status_id !== status.public && count > 0 && count < fewestShown ? few : count

/** Hides the time of few viewers, also if their view was before the range. */
export const shownTime = (seconds: number, viewers: number, { status_id }: Pick<ShownChannel, 'status_id'>): number | typeof few =>
  status_id !== status.public && seconds > 0 && viewers < fewestShown ? few : seconds

/** @param viewers unique ones of the days in `row` */
function bucketOf(row: Omit<FigureRow, 'date'>, followers: number, viewers: number, channel: ShownChannel) {
  return {
    follows: followers,
    newfollows: row.new_followers,
    unfollows: row.unfollows,
    goToClicks: row.go_to,
    views: row.views,
    uniqueViews: shownUnique(viewers, channel),
    watchedSeconds: shownTime(row.watched_seconds, viewers, channel),
    sharing: row.shares,
    moreInfoClicks: row.more_info,
    ownViews: row.own_views,
  }
}

/** Adds up days or weeks; unique viewers are those of the whole range. */
function sumOf(rows: readonly Omit<FigureRow, 'date'>[]): Omit<FigureRow, 'date'> {
  const sum = { ...none }
  for (const row of rows) for (const key of columns) sum[key] += row[key]
  return sum
}

/** All days or weeks of a range, empty ones included. @param followers at the end of the range */
export function bucketsOf(
  channel: ShownChannel,
  range: DateRange,
  { followers, rows }: { followers: number; rows: readonly FigureRow[] },
): Bucket[] {
  const byDate = new Map(rows.map((row) => [row.date, row]))
  let after = followers
  return datesOf(range)
    .toReversed()
    .map((date) => {
      const row = byDate.get(date) ?? none
      const bucket = { date, ...bucketOf(row, after, row.unique_views, channel) }
      after -= row.followed - row.unfollows
      return bucket
    })
    .toReversed()
}

export function statisticsOf(
  channel: ShownChannel,
  range: DateRange,
  found: { followers: number; rows: readonly FigureRow[] },
): ChannelStatistics {
  const buckets = bucketsOf(channel, range, found)
  const totalsOf = (rows: readonly FigureRow[], followers: number): Totals => {
    const sum = sumOf(rows)
    return bucketOf(sum, followers, sum.unique_of_range, channel)
  }
  const current = found.rows.filter(({ date }) => date !== null)
  const { followed, unfollows } = sumOf(current)
  const series = Object.fromEntries(
    [...figures, 'ownViews' as const].map((figure) => [
      figure,
      buckets.filter((bucket) => bucket[figure] !== 0).map((bucket) => ({ date: bucket.date, count: bucket[figure] })),
    ]),
  ) as Pick<ChannelStatistics, Figure | 'ownViews'>
  const { id, name, icon, status_id } = channel
  return {
    playlist: { id, name, icon, status_id },
    type: range.type,
    start_date: range.start,
    end_date: range.end,
    totals: totalsOf(current, found.followers),
    previous: totalsOf(
      found.rows.filter(({ date }) => date === null),
      found.followers - followed + unfollows,
    ),
    ...series,
    provisional_from: new Date(Date.now() - 3_600_000).toISOString(),
  }
}
