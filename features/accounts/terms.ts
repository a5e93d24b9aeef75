import { today } from './rules.ts'

interface Terms {
  /** The version that holds, as it is kept with whoever agrees to it. */
  inForce: string
  /** The one that comes after it, and the day (`YYYY-MM-DD`) from which everybody is told; it holds a month later. */
  announced: { version: string; on: string } | undefined
}

/** The one place that says which terms hold. To amend them: docs/decisions/amended-terms.md. */
export const terms: Terms = { inForce: 'November 2021', announced: undefined }

/** What people hear of terms that change: the version, and the day from which it holds. */
export interface Amendment {
  version: string
  from: string
}

/** A month after a day, both `YYYY-MM-DD`. Where that month has no such day, a few days more. */
function monthAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 10)
}

/** The terms that were announced, if any were by now. They stay announced when they hold, for whoever agreed to older ones. */
export const announcedTerms = (): Amendment | undefined =>
  terms.announced && terms.announced.on <= today() ? { version: terms.announced.version, from: monthAfter(terms.announced.on) } : undefined

/** What somebody agrees to who signs up now. */
export function termsInForce(): string {
  const next = announcedTerms()
  return next && next.from <= today() ? next.version : terms.inForce
}
