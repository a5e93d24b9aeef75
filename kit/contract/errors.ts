/** A refusal: its text is `errors.{code}` in the feature's locales, in the reader's language. */
export interface Problem {
  readonly feature: string
  readonly code: string
  readonly status: number
}

/** `defineErrors('curation', { not_yours: 403 })` gives `{ not_yours: { feature, code, status } }`. */
export const defineErrors = <const C extends Readonly<Record<string, number>>>(feature: string, statuses: C) =>
  Object.fromEntries(Object.entries(statuses).map(([code, status]) => [code, { feature, code, status }])) as unknown as {
    readonly [K in keyof C]: Problem
  }

/** What a failed call looks like on the wire, and nothing more. */
export interface ProblemBody {
  message: string
  code: string
  errors: Record<string, string[]>
}

/** The message of a schema's own check: names a text of a feature, translated at the edge. */
export const textKey = (problem: Problem) => `${problem.feature}:${problem.code}`
