import { locale } from './i18n.ts'

/** Creates formatters on first use: the first of a kind takes 4 to 40 ms on a phone, and a first visit needs none. */
// @__NO_SIDE_EFFECTS__
function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
const number = onFirstUse(() => new Intl.NumberFormat(locale))
const percent = onFirstUse(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }))
const day = onFirstUse(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }))
const month = onFirstUse(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }))
const list = onFirstUse(() => new Intl.ListFormat(locale))
const relative = onFirstUse(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** 48120 → "48,120". */
export const formatNumber = (value: number): string => number().format(value)

/** 0.0095 → "1%". */
export const formatPercent = (part: number): string => percent().format(part)

/** ["2", "4", "5"] → "2, 4 and 5". */
export const formatList = (parts: readonly string[]): string => list().format(parts)

/** An ISO time → "4 May 2026". */
export const formatDay = (iso: string): string => day().format(new Date(iso))

/** An ISO time → "November 2026". */
export const formatMonth = (iso: string): string => month().format(new Date(iso))

/** Seconds → "42:10", "1:04:55". */
export function formatLength(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** An ISO time relative to now → "3 days ago", "yesterday". */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000
  // Rounds up to the larger unit: never "60 seconds".
  const [unit, size] = steps.find(([, length], at) => Math.abs(seconds) >= length - (steps[at + 1]?.[1] ?? 1) / 2) ?? ['second', 1]
  return relative().format(Math.round(seconds / size), unit)
}
