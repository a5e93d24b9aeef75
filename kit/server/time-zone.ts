/** Used if a caller names no zone, or an unknown zone, which may be a newer zone that the browser knows. */
export const defaultTimeZone = 'Europe/Brussels'

/** Zones by their main names. PostgreSQL knows all of them, but not all of the other names that `Intl` accepts. */
const mainZones = Intl.supportedValuesOf('timeZone')

/**
 * Returns the main IANA name of a zone. Refuses offsets (`+05:30`), which PostgreSQL reads with the opposite sign, and replaces
 * abbreviations (`CET`), which it reads without summer time.
 */
function findZone(name: string): string | undefined {
  if (!/^[a-z]/i.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return timeZone === 'UTC' || timeZone.startsWith('Etc/') || mainZones.includes(timeZone) ? timeZone : undefined
  } catch {
    return undefined
  }
}

/** Returns the IANA zone of a `Time-Zone` header. */
export const readTimeZone = (header: string | string[] | undefined): string =>
  (typeof header === 'string' && header.length <= 64 ? findZone(header) : undefined) ?? defaultTimeZone

/** Formats a moment in a zone: `{ date: '2026-11-22', time: '14:05:09' }`. */
export function localTime(moment: Date, timeZone: string): { date: string; time: string } {
  // Swedish dates are in ISO 8601 format.
  const [date = '', time = ''] = moment.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).split(' ')
  return { date, time }
}

const minuteMs = 60_000
/** Returns a zone's offset from UTC at a moment. */
function offsetMs(moment: number, timeZone: string): number {
  const { date, time } = localTime(new Date(moment), timeZone)
  return Math.round((Date.parse(`${date}T${time}Z`) - moment) / minuteMs) * minuteMs
}

/**
 * Returns the moment of a local date in a zone, this many hours of clock time after midnight. A time that the change to summer time skips
 * becomes the time after the gap.
 */
export function zonedTime(date: string, hours: number, timeZone: string): Date {
  const localMs = Date.parse(`${date}T00:00:00Z`) + hours * 60 * minuteMs
  const guess = localMs - offsetMs(localMs, timeZone)
  return new Date(localMs - offsetMs(guess, timeZone))
}
