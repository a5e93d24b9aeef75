import type { Problem } from '#kit/contract/errors.ts'
import type { Values } from '#kit/contract/texts.ts'

export interface Refusal {
  /** The invalid form field, which gets the message too. `videos.0.src` is a nested field. */
  field?: string
  /** Several invalid fields, each with its own problem. */
  fields?: Readonly<Record<string, { problem: Problem; values?: Values }>>
  /** Values of the text's placeholders. */
  values?: Values
  /** Seconds until a retry makes sense (`Retry-After`). */
  retryAfter?: number
}

/** An error that becomes a response with the problem's status and a text in the caller's language. */
export class ProblemError extends Error {
  readonly problem: Problem
  readonly refusal: Refusal
  constructor(problem: Problem, refusal: Refusal) {
    super(`${problem.feature}:${problem.code}`)
    this.name = 'ProblemError'
    this.problem = problem
    this.refusal = refusal
  }
}

/** Throws a {@link ProblemError}: `fail(channelsErrors.not_yours)`, `fail(accountsErrors.taken, { field: 'nickname' })`. */
export function fail(problem: Problem, refusal: Refusal = {}): never {
  throw new ProblemError(problem, refusal)
}
