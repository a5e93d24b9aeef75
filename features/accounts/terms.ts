import { today } from './rules.ts'

interface Terms {
  /** Current version, as stored with each agreement. */
  inForce: string
  /** The next version, and the day (`YYYY-MM-DD`) of its announcement. The version is in force a month later. */
  announced: { version: string; on: string } | undefined
}

/** The terms in force. To amend them: docs/decisions/amended-terms.md. */
export const terms: Terms = { inForce: 'November 2021', announced: undefined }

/** An announcement: the version and its effective day. */
export interface Amendment {
  version: string
  from: string
}

/** Returns the same day of the next month, both `YYYY-MM-DD`. If that month is too short, returns a day early in the month after it. */
function monthAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 10)
}

/** Returns the announced terms, if any. They stay announced when they are in force, for users who agreed to older terms. */
export const announcedTerms = (): Amendment | undefined =>
  terms.announced && terms.announced.on <= today() ? { version: terms.announced.version, from: monthAfter(terms.announced.on) } : undefined

/** Returns the version that new users agree to. */
export function termsInForce(): string {
  const next = announcedTerms()
  return next && next.from <= today() ? next.version : terms.inForce
}
