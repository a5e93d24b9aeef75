import type { Problem } from '#kit/contract/errors.ts'
import type { Values } from '#kit/contract/texts.ts'

export interface Refusal {
  /** The field of the form that is wrong; it gets the text too. `videos.0.src` names a nested one. */
  field?: string
  /** Several wrong fields with their own problems. */
  fields?: Readonly<Record<string, { problem: Problem; values?: Values }>>
  /** What the text's placeholders stand for. */
  values?: Values
  /** Seconds after which trying again makes sense (`Retry-After`). */
  retryAfter?: number
}

/** A refusal on its way to the edge, where it becomes a status and a text in the caller's language. */
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

/** Refuses: `fail(curationErrors.not_yours)`, `fail(accountsErrors.taken, { field: 'nickname' })`. */
export function fail(problem: Problem, refusal: Refusal = {}): never {
  throw new ProblemError(problem, refusal)
}
