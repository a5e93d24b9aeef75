import { lazy } from '#kit/web/format.ts'
import { locale } from '#kit/web/i18n.ts'
import { serverNow } from '#kit/web/server-time.ts'

/* Dates are `YYYY-MM-DD`, in the browser's time zone. */

const formatOf = (options: Intl.DateTimeFormatOptions) => lazy(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))
const longDate = formatOf({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const shortDate = formatOf({ day: 'numeric', month: 'short' })
const shortDateWithYear = formatOf({ day: 'numeric', month: 'short', year: 'numeric' })
const weekdayWithYear = formatOf({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const monthAndYear = formatOf({ month: 'long', year: 'numeric' })
const monthName = formatOf({ month: 'long' })
const weekdayFormat = formatOf({ weekday: 'short' })
const moment = lazy(
  () => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
)
const weekdayInFull = formatOf({ weekday: 'long' })

/** Returns the date of a moment in the browser's time zone. Default: now. */
export const dateOf = (moment = new Date(serverNow())): string => moment.toLocaleDateString('sv-SE')

/** Formats as "Friday 27 November 2026". */
export const formatDate = (date: string): string => longDate().format(new Date(date))
/** Formats as "Fri, 27 Nov 2026". */
export const formatDay = (date: string): string => weekdayWithYear().format(new Date(date))
/** Formats as "27 Nov". */
export const formatShortDate = (date: string): string => shortDate().format(new Date(date))
/** Formats as "21 – 27 Nov 2026". */
export const formatRange = (start: string, end: string): string => shortDateWithYear().formatRange(new Date(start), new Date(end))
/** Formats as "Fri 27 Nov, 20:00", in the browser's time zone. */
export const formatMoment = (time: string): string => moment().format(new Date(time))
/** Formats `2026-11` as "November 2026". */
export const formatMonth = (month: string): string => monthAndYear().format(new Date(month))
/** Formats `2026-11` as "November". */
export const formatMonthName = (month: string): string => monthName().format(new Date(month))

/** Any Monday. The names of weekdays are those of the seven days from this date. */
const someMonday = Date.parse('2026-11-23')
/** Returns the days of a week from Monday, with short and full names. */
export const weekdayNames = () =>
  Array.from({ length: 7 }, (_, day) => {
    const date = new Date(someMonday + day * 86_400_000)
    return { short: weekdayFormat().format(date), long: weekdayInFull().format(date) }
  })
