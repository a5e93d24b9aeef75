import { addDays, daysBetween, smallCount, type Grouping, mondayOf } from '../../rules.ts'

/** A day or week on a chart. */
export interface Point {
  /** The day, or the Monday of the week. */
  date: string
  /** The figure's value for the day or week. Null leaves a gap in the line. */
  count: number | null
  /** True if the number of viewers is too small to be shown. */
  isFew: boolean
  /** True for a week with days outside the range. */
  isPartial: boolean
  /** True if figures of the last hour may still change this count. */
  isProvisional: boolean
}

interface ChartRange {
  start_date: string
  end_date: string
  type: Grouping
}

/** Returns all days or weeks of a range, including those without data. @param provisionalFrom figures may still change from this date on */
export function pointsOf(
  series: readonly { date: string; count: number | typeof smallCount }[],
  { start_date: start, end_date: end, type }: ChartRange,
  provisionalFrom: string,
): Point[] {
  const days = type === 'week' ? 7 : 1
  const first = type === 'week' ? mondayOf(start) : start
  const counts = new Map(series.map(({ date, count }) => [date, count]))
  return Array.from({ length: Math.ceil(daysBetween(first, end) / days) }, (_, index) => {
    const date = addDays(first, index * days)
    const last = addDays(date, days - 1)
    const count = counts.get(date)
    return {
      date,
      count: typeof count === 'number' ? count : null,
      isFew: count === smallCount,
      isPartial: date < start || last > end,
      isProvisional: last >= provisionalFrom,
    }
  })
}
