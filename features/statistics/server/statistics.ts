/** Statistics of a channel, from its figures by day or week. */
import { localTime } from '#kit/server/time-zone.ts'
import type { ChannelStatistics, Totals } from '../contract.ts'
import { status } from '#features/channels/rules.ts'
import { daysBetween, few, fewestShown, type Figure, figures, type Grouping, type HiddenFigure, mondayOf } from '../rules.ts'
import type { Figures } from './queries/channel.ts'
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

/** Days of a day or week, and how many of them the first week had before the range. */
export const groupsOf = ({ start, type }: Pick<DateRange, 'start' | 'type'>): { step: number; before: number } =>
  type === 'week' ? { step: 7, before: daysBetween(mondayOf(start), start) - 1 } : { step: 1, before: 0 }

const dayMs = 86_400_000
/** The dates of all days, or the Mondays of all weeks. */
function datesOf(range: DateRange): string[] {
  const { step, before } = groupsOf(range)
  const dates: string[] = []
  for (let at = Date.parse(range.start) - before * dayMs; at <= Date.parse(range.end); at += step * dayMs)
    dates.push(new Date(at).toISOString().slice(0, 10))
  return dates
}

type Row = Record<keyof Figures, number>
/** A day or week, or the sum of some. Written out, because V8 is faster with objects of one shape. */
const rowOf = (found: Figures, valueOf: (column: readonly number[]) => number): Row => ({
  new_followers: valueOf(found.new_followers),
  unfollows: valueOf(found.unfollows),
  followed: valueOf(found.followed),
  go_to: valueOf(found.go_to),
  more_info: valueOf(found.more_info),
  shares: valueOf(found.shares),
  views: valueOf(found.views),
  own_views: valueOf(found.own_views),
  unique_views: valueOf(found.unique_views),
  unique_of_range: valueOf(found.unique_of_range),
  watched_seconds: valueOf(found.watched_seconds),
})
const sumOfRange = ([, ...values]: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Hides small numbers of viewers of channels that aren't public: they could reveal a person. */
export const shownUnique = (count: number, { status_id }: Pick<ShownChannel, 'status_id'>): number | typeof few =>
  status_id !== status.public && count > 0 && count < fewestShown ? few : count

/** Hides the time of few viewers, also if their view was before the range. */
export const shownTime = (seconds: number, viewers: number, { status_id }: Pick<ShownChannel, 'status_id'>): number | typeof few =>
  status_id !== status.public && seconds > 0 && viewers < fewestShown ? few : seconds

/** @param viewers unique ones of the days in `row` */
function bucketOf(row: Row, followers: number, viewers: number, channel: ShownChannel) {
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

/** What {@link readFigures} finds, with followers at the end of the range. */
interface Found {
  followers: number
  figures: Figures
}

/** All days or weeks of a range, empty ones included. */
export function bucketsOf(channel: ShownChannel, range: DateRange, { followers, figures: found }: Found): Bucket[] {
  let after = followers
  return datesOf(range)
    .map((date, index) => ({ date, row: rowOf(found, (column) => column[index + 1] ?? 0) }))
    .toReversed()
    .map(({ date, row }) => {
      const bucket = { date, ...bucketOf(row, after, row.unique_views, channel) }
      after -= row.followed - row.unfollows
      return bucket
    })
    .toReversed()
}

export function statisticsOf(channel: ShownChannel, range: DateRange, found: Found): ChannelStatistics {
  const buckets = bucketsOf(channel, range, found)
  const totalsOf = (row: Row, followers: number): Totals => bucketOf(row, followers, row.unique_of_range, channel)
  const sum = rowOf(found.figures, sumOfRange)
  const former = rowOf(found.figures, ([first = 0]) => first)
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
    previous: totalsOf(former, found.followers - sum.followed + sum.unfollows),
    ...series,
    provisional_from: new Date(Date.now() - 3_600_000).toISOString(),
  }
}
