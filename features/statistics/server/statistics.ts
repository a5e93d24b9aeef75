/** Statistics of a channel, from its figures by day or week. */
import { localTime } from '#kit/server/time-zone.ts'
import type { ChannelStatistics, Totals } from '../contract.ts'
import { status } from '#features/channels/rules.ts'
import { daysBetween, smallCount, minShown, type Figure, figures, type Grouping, type HiddenFigure, mondayOf } from '../rules.ts'
import type { FoundFigures } from './queries/channel.ts'
import type { ShownChannel } from './queries/lists.ts'

/** Returns today's date in a time zone. */
export const todayIn = (timeZone: string): string => localTime(new Date(), timeZone).date

export interface DateRange {
  start: string
  /** The last day of the range. */
  end: string
  type: Grouping
}
export type Bucket = Record<Exclude<Figure, HiddenFigure>, number> &
  Record<HiddenFigure, number | typeof smallCount> & { date: string; ownViews: number }

/** Returns the number of days per group (`step`), and the number of days of the first week that are before the range (`before`). */
export const groupingOfRange = ({ start, type }: Pick<DateRange, 'start' | 'type'>): { step: number; before: number } =>
  type === 'week' ? { step: 7, before: daysBetween(mondayOf(start), start) - 1 } : { step: 1, before: 0 }

const dayMs = 86_400_000
/** Returns the dates of all days, or the Mondays of all weeks. */
function datesOf(range: DateRange): string[] {
  const { step, before } = groupingOfRange(range)
  const dates: string[] = []
  for (let offset = Date.parse(range.start) - before * dayMs; offset <= Date.parse(range.end); offset += step * dayMs)
    dates.push(new Date(offset).toISOString().slice(0, 10))
  return dates
}

const emptyRow = {
  new_followers: 0,
  unfollows: 0,
  followed: 0,
  go_to: 0,
  more_info: 0,
  shares: 0,
  views: 0,
  own_views: 0,
  unique_views: 0,
  /** Viewers who had not watched earlier in the range. */
  unique_of_range: 0,
  watched_seconds: 0,
}
type FigureRow = typeof emptyRow

/** Adds up the period before the range, and the days or weeks of the range. */
function rowsOf(
  { view_figures: viewFigures, other_figures: otherFigures }: FoundFigures,
  range: DateRange,
): { previous: FigureRow; rows: FigureRow[] } {
  const { step, before } = groupingOfRange(range)
  const previousTotals = { ...emptyRow }
  const rows: FigureRow[] = []
  const rowOf = (index: number) => (index === 0 ? previousTotals : (rows[Math.floor((index - 1 + before) / step)] ??= { ...emptyRow }))
  for (const [index, views] of viewFigures.views.entries()) {
    const row = rowOf(index)
    row.views += views
    row.unique_views += views - viewFigures.known_of_bucket[index]!
    row.unique_of_range += views - viewFigures.known_of_range[index]!
    row.watched_seconds += viewFigures.watched_seconds[index]!
  }
  for (const { at, ...figures } of otherFigures ?? []) {
    const row = rowOf(at)
    for (const [figure, count] of Object.entries(figures)) row[figure as keyof typeof figures] += count ?? 0
    for (const figure of ['views', 'unique_views', 'unique_of_range'] as const) row[figure] -= figures.own_views ?? 0
  }
  return { previous: previousTotals, rows }
}

/** Adds up days or weeks. In the sum, `unique_of_range` is the number of unique viewers of the range. */
function sumOf(rows: readonly FigureRow[]): FigureRow {
  const sum = { ...emptyRow }
  for (const row of rows) for (const figure of Object.keys(emptyRow) as (keyof FigureRow)[]) sum[figure] += row[figure]
  return sum
}

/** Hides small numbers of viewers of channels that aren't public: they could reveal a person. */
export const hideSmallViewerCount = (count: number, { status_id }: Pick<ShownChannel, 'status_id'>): number | typeof smallCount =>
  status_id !== status.public && count > 0 && count < minShown ? smallCount : count

/**
 * Hides the watched time if there are few viewers.
 * @param viewers unique viewers, including those whose view was before the range
 */
export const hideTimeOfFewViewers = (
  seconds: number,
  viewers: number,
  { status_id }: Pick<ShownChannel, 'status_id'>,
): number | typeof smallCount => (status_id !== status.public && seconds > 0 && viewers < minShown ? smallCount : seconds)

/** @param viewers unique viewers of the days in `row` */
function bucketOf(row: FigureRow, followers: number, viewers: number, channel: ShownChannel) {
  return {
    follows: followers,
    newfollows: row.new_followers,
    unfollows: row.unfollows,
    goToClicks: row.go_to,
    views: row.views,
    uniqueViews: hideSmallViewerCount(viewers, channel),
    watchedSeconds: hideTimeOfFewViewers(row.watched_seconds, viewers, channel),
    sharing: row.shares,
    moreInfoClicks: row.more_info,
    ownViews: row.own_views,
  }
}

/** Returns all days or weeks of a range, including those without data. @param followers number at the end of the range */
function bucketsOfRows(channel: ShownChannel, range: DateRange, rows: readonly FigureRow[], followers: number): Bucket[] {
  let after = followers
  return datesOf(range)
    .map((date, index) => ({ date, row: rows[index]! }))
    .toReversed()
    .map(({ date, row }) => {
      const bucket = { date, ...bucketOf(row, after, row.unique_views, channel) }
      after -= row.followed - row.unfollows
      return bucket
    })
    .toReversed()
}

export const bucketsOf = (channel: ShownChannel, range: DateRange, figures: FoundFigures): Bucket[] =>
  bucketsOfRows(channel, range, rowsOf(figures, range).rows, figures.followers)

export function statisticsOf(channel: ShownChannel, range: DateRange, found: FoundFigures): ChannelStatistics {
  const { previous, rows } = rowsOf(found, range)
  const buckets = bucketsOfRows(channel, range, rows, found.followers)
  const totalsOf = (row: FigureRow, followers: number): Totals => bucketOf(row, followers, row.unique_of_range, channel)
  const sum = sumOf(rows)
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
    totals: totalsOf(sum, found.followers),
    previous: totalsOf(previous, found.followers - sum.followed + sum.unfollows),
    ...series,
    provisional_from: new Date(Date.now() - 3_600_000).toISOString(),
  }
}
