import { locale } from './i18n.ts'

/** Creates a formatter on first use. The first formatter of a kind takes 4 to 40 ms on a phone, and a first visit needs none. */
// @__NO_SIDE_EFFECTS__
export function lazy<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}
const numberFormat = lazy(() => new Intl.NumberFormat(locale))
const percentFormat = lazy(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }))
const listFormat = lazy(() => new Intl.ListFormat(locale))

/** 48120 → "48,120". */
export const formatNumber = (value: number): string => numberFormat().format(value)

/** 0.0095 → "1%". */
export const formatPercent = (part: number): string => percentFormat().format(part)

/** ["2", "4", "5"] → "2, 4 and 5". */
export const formatList = (parts: readonly string[]): string => listFormat().format(parts)

/** Seconds → "42:10", "1:04:55". */
export function formatLength(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds))
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(wholeSeconds / 3600)
  const minutes = Math.floor(wholeSeconds / 60) % 60
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(wholeSeconds % 60)}` : `${minutes}:${twoDigits(wholeSeconds % 60)}`
}
