/** An error; its message is `errors.{code}` in the feature's locales. */
export interface Problem {
  readonly feature: string
  readonly code: string
  readonly status: number
}

/** `defineErrors('channels', { not_yours: 403 })` gives `{ not_yours: { feature, code, status } }`. */
export const defineErrors = <const C extends Readonly<Record<string, number>>>(feature: string, statuses: C) =>
  Object.fromEntries(Object.entries(statuses).map(([code, status]) => [code, { feature, code, status }])) as unknown as {
    readonly [K in keyof C]: Problem
  }

/** The body of a failed call's response. */
export interface ProblemBody {
  message: string
  code: string
  errors: Record<string, string[]>
}

/** Returns a message for a schema check: the key of a text of the feature, and its values. The response contains the translated text. */
export const encodeProblem = (problem: Problem, values?: Readonly<Record<string, number>>) =>
  `${problem.feature}:${problem.code}${values ? JSON.stringify(values) : ''}`
