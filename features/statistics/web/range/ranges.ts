import { addDays, defaultDays } from '../../rules.ts'
import { addMonths, lastDayOf, monthOf } from './calendar.ts'

/** A range of days that includes `start` and `end`. */
export interface DateRange {
  start: string
  end: string
}

const lastDays = (days: number, end: string): DateRange => ({ start: addDays(end, 1 - days), end })

export const presets = ['days7', 'days28', 'days90', 'month', 'last_month', 'year'] as const
export type Preset = (typeof presets)[number]

const rangeOf: Readonly<Record<Preset, (today: string) => DateRange>> = {
  days7: (today) => lastDays(7, today),
  days28: (today) => lastDays(28, today),
  days90: (today) => lastDays(90, today),
  month: (today) => ({ start: `${monthOf(today)}-01`, end: today }),
  last_month: (today) => {
    const month = addMonths(monthOf(today), -1)
    return { start: `${month}-01`, end: lastDayOf(month) }
  },
  year: (today) => ({ start: `${today.slice(0, 4)}-01-01`, end: today }),
}
export const presetRange = (preset: Preset, today: string): DateRange => rangeOf[preset](today)

export const defaultRange = (today: string): DateRange => lastDays(defaultDays, today)

/** A range that the user is choosing. `end` is missing while only the first day is chosen. */
export interface RangeChoice {
  start: string
  end?: string
}

/** Adds a day to a choice. The first day starts a range, the second ends it (it may be earlier), and the third starts a new range. */
export const chooseDate = ({ start, end }: RangeChoice, date: string): RangeChoice =>
  end !== undefined ? { start: date } : date < start ? { start: date, end: start } : { start, end: date }
