import { addDays, mondayOf } from '../../rules.ts'

/* Months are `YYYY-MM` strings. */

export const monthOf = (date: string): string => date.slice(0, 7)

/** Returns the month that is `months` months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1)

/**
 * Returns the weeks of a month from Monday, with null for days outside the month. Always six weeks, so that all months are equally high.
 */
export function weeksOf(month: string): (string | null)[][] {
  const first = mondayOf(`${month}-01`)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const date = addDays(first, week * 7 + day)
      return monthOf(date) === month ? date : null
    }),
  )
}

/** Returns the same day some months later, or the last day of that month if it has no such day. */
function sameDayInMonth(date: string, months: number): string {
  const month = addMonths(monthOf(date), months)
  const last = lastDayOf(month)
  const sameDay = `${month}-${date.slice(8)}`
  return sameDay < last ? sameDay : last
}

const steps: Readonly<Record<string, (date: string) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: mondayOf,
  End: (date) => addDays(mondayOf(date), 6),
  PageUp: (date) => sameDayInMonth(date, -1),
  PageDown: (date) => sameDayInMonth(date, 1),
}

/** Returns the date to which a key moves the focus, at most `max`; undefined for other keys. */
export function dateAfterKey(date: string, key: string, max: string): string | undefined {
  const next = steps[key]?.(date)
  return next !== undefined && next > max ? max : next
}
