/** Where a caller names no zone, or none that is known here: browsers may know newer ones, and nothing is refused for that. */
export const defaultTimeZone = 'Europe/Brussels'

const isZone = (name: string) => {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The IANA zone that a `Time-Zone` header names. */
export const timeZoneOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && header.length <= 64 && isZone(header) ? header : defaultTimeZone

/** A moment as clocks in a zone show it: `{ date: '2026-11-22', time: '14:05:09' }`. */
export function localTime(moment: Date, timeZone: string): { date: string; time: string } {
  // Sweden writes dates as ISO 8601 does.
  const [date = '', time = ''] = moment.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).split(' ')
  return { date, time }
}

const minuteMs = 60_000
/** By how much the clocks of a zone are ahead of UTC at a moment. */
function offsetMs(moment: number, timeZone: string): number {
  const { date, time } = localTime(new Date(moment), timeZone)
  return Math.round((Date.parse(`${date}T${time}Z`) - moment) / minuteMs) * minuteMs
}

/** When clocks in a zone show this date, so many hours after midnight as they count. A time that they skip is the one behind the gap. */
export function momentOf(date: string, hours: number, timeZone: string): Date {
  const shown = Date.parse(`${date}T00:00:00Z`) + hours * 60 * minuteMs
  const guess = shown - offsetMs(shown, timeZone)
  return new Date(shown - offsetMs(guess, timeZone))
}
