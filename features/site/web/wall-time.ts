import { lazy } from '#kit/web/format.ts'
import { locale } from '#kit/web/i18n.ts'

/** Times of date and time fields. They have no zone, so the browser's zone applies. */

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** Formats a moment for a date and time field: `2026-10-25T02:30`. */
export function toWallTime(iso: string | null): string {
  if (iso === null) return ''
  const time = new Date(iso)
  return `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}

/**
 * Returns the moment of a wall time; null for an empty field. A time that a clock change skips becomes an hour later. A time that occurs
 * twice means its first occurrence. `Date` defines both rules.
 */
export const parseWallTime = (wallTime: string): string | null => {
  const time = new Date(wallTime)
  return wallTime === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Name of the browser's zone: "Europe/Brussels". */
export const zoneName = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const moment = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }))

/** An ISO time → "4 May 2026 at 14:30". */
export const formatMoment = (iso: string): string => moment().format(new Date(iso))
