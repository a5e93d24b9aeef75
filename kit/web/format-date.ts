import { lazy } from './format.ts'
import { locale } from './i18n.ts'
import { serverNow } from './server-time.ts'

const dayFormat = lazy(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }))
const monthFormat = lazy(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }))
const momentFormat = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }))
const relativeFormat = lazy(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** An ISO time → "4 May 2026". */
export const formatDay = (iso: string): string => dayFormat().format(new Date(iso))

/** An ISO time → "November 2026". */
export const formatMonth = (iso: string): string => monthFormat().format(new Date(iso))

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** An ISO time → "4 May 2026 at 14:05". */
export const formatMoment = (iso: string): string => momentFormat().format(new Date(iso))

/** An ISO time relative to now → "3 days ago", "yesterday". */
export function formatAgo(iso: string, now = serverNow()): string {
  const seconds = (Date.parse(iso) - now) / 1000
  // Chooses the larger unit if rounding would reach it, to avoid "60 seconds".
  const [unit, size] = steps.find(([, length], index) => Math.abs(seconds) >= length - (steps[index + 1]?.[1] ?? 1) / 2) ?? ['second', 1]
  return relativeFormat().format(Math.round(seconds / size), unit)
}
