import { locale } from '#kit/web/i18n.ts'
import { startOfDay } from './screen/axis.ts'

/** Creates a function that formats a time. Its formatter is created when the function is first called. */
function createFormatter(options: Intl.DateTimeFormatOptions): (time: number) => string {
  let format: Intl.DateTimeFormat | undefined
  return (time) => (format ??= new Intl.DateTimeFormat(locale, options)).format(time)
}
const weekday = createFormatter({ weekday: 'short' })
const shortDay = createFormatter({ weekday: 'short', day: 'numeric', month: 'short' })
let relativeFormat: Intl.RelativeTimeFormat | undefined

/** 20:15, in local time. */
export const formatTime = createFormatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** "20:15–21:00" */
export const formatSpan = ({ start, stop }: { start: number; stop: number }): string => `${formatTime(start)}–${formatTime(stop)}`
/** "Tue", "di" */
export const formatWeekday = (time: number): string => weekday(time).replace(/\.$/, '')
/** "17" */
export const formatDate = createFormatter({ day: 'numeric' })
/** "Tuesday 17 November" */
export const formatLongDay = createFormatter({ weekday: 'long', day: 'numeric', month: 'long' })

/** Returns the days from one time to another: -1 is yesterday. Rounds, as a day may have 23 or 25 hours. */
export const daysFrom = (now: number, time: number): number => Math.round((startOfDay(time) - startOfDay(now)) / 86_400_000)

/** "Today", "Tomorrow", "Fri 13 Nov" */
export function formatDayFrom(now: number, time: number): string {
  const days = daysFrom(now, time)
  relativeFormat ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const text = Math.abs(days) < 2 ? relativeFormat.format(days, 'day') : shortDay(time)
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}
