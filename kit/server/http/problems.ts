import type * as z from 'zod/mini'
import type { Problem, ProblemBody } from '#kit/contract/errors.ts'
import { commonErrors, fieldErrors } from '#kit/contract/problems.ts'
import { findText, type Language, type Texts, type Values } from '#kit/contract/texts.ts'
import { isDatabaseUnavailable } from '../db/db.ts'
import { ProblemError } from './fail.ts'
import { findTemporaryFailure } from './overload.ts'

/** Texts of all features in both languages, by feature name. */
export type AllTexts = Readonly<Record<Language, Readonly<Record<string, Texts>>>>

/** Returns the text of an error in one language. */
type TextOf = (problem: Pick<Problem, 'feature' | 'code'>, values?: Values) => string
const textsIn =
  (texts: AllTexts, language: Language): TextOf =>
  ({ feature, code }, values) =>
    findText(texts[language][feature] ?? {}, language, `errors.${code}`, values) ?? code

/** Returns the problem of a schema issue, with the violated limit as `count`. */
function describeIssue(issue: z.core.$ZodIssue): { problem: Problem; values?: Values } {
  const counted = (problem: Problem, count: number | bigint) => ({ problem, values: { count: Number(count) } })
  switch (issue.code) {
    case 'invalid_type':
      return { problem: issue.input === undefined ? fieldErrors.required : fieldErrors.wrong_type }
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? { problem: fieldErrors.required } : counted(fieldErrors.too_short, issue.minimum)
      return counted(issue.origin === 'array' ? fieldErrors.too_few : fieldErrors.too_small, issue.minimum)
    case 'too_big':
      if (issue.origin === 'string') return counted(fieldErrors.too_long, issue.maximum)
      return counted(issue.origin === 'array' ? fieldErrors.too_many_items : fieldErrors.too_big, issue.maximum)
    case 'invalid_format':
      return { problem: fieldErrors.wrong_format }
    case 'invalid_value':
      return { problem: issue.input === undefined ? fieldErrors.required : fieldErrors.unknown_choice }
    case 'invalid_union':
      if (issue.discriminator !== undefined) {
        // The discriminator field matches none of the shapes.
        const value = (issue.input as Record<string, unknown> | null | undefined)?.[issue.discriminator]
        return { problem: value === undefined ? fieldErrors.required : fieldErrors.unknown_choice }
      }
      return { problem: issue.input === undefined ? fieldErrors.required : fieldErrors.wrong_type }
    default:
      return { problem: fieldErrors.wrong_format }
  }
}

/** Returns the error in a schema's message. For a union of fixed values and one other alternative, uses the message of that alternative. */
function findOwnError(issue: z.core.$ZodIssue): { problem: Problem; values?: Values } | undefined {
  const [, feature, code, values = '{}'] = /^([a-z-]+):([a-z_]+)(\{.*\})?$/.exec(issue.message) ?? []
  if (feature && code) return { problem: { feature, code, status: 422 }, values: JSON.parse(values) as Values }
  if (issue.code !== 'invalid_union' || issue.input === undefined) return undefined
  const alternatives = issue.errors.flat().filter(({ code }) => code !== 'invalid_value')
  return alternatives.length === 1 ? findOwnError(alternatives[0]!) : undefined
}

/** A schema's issues by field. A check with the message `feature:code` uses the feature's text. */
export class InvalidError extends Error {
  readonly issues: readonly z.core.$ZodIssue[]
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('invalid')
    this.name = 'InvalidError'
    this.issues = issues
  }
}

const listItemPattern = /^(.+?)\.\d+(?:\.|$)/

/** Copies errors of list items (`tags.0`) to the list (`tags`), where forms look. */
function addListErrors(errors: Record<string, string[]>): Record<string, string[]> {
  for (const [field, sentences] of Object.entries(errors)) {
    const [, list] = listItemPattern.exec(field) ?? []
    if (list) errors[list] = [...new Set([...(errors[list] ?? []), ...sentences])]
  }
  return errors
}

function invalidBody(issues: readonly z.core.$ZodIssue[], textOf: TextOf): ProblemBody {
  // Has no prototype, as a caller may name a field `toString`.
  const errors = Object.create(null) as Record<string, string[]>
  for (const issue of issues) {
    const { problem, values } = findOwnError(issue) ?? describeIssue(issue)
    const field = issue.path.map(String).join('.') || 'body'
    const lines = (errors[field] ??= [])
    const line = textOf(problem, values)
    if (!lines.includes(line)) lines.push(line)
  }
  return {
    message: Object.values(errors)[0]?.[0] ?? textOf({ feature: 'kit', code: 'invalid' }),
    code: 'invalid',
    errors: addListErrors(errors),
  }
}

export interface RenderedProblem {
  status: number
  body: ProblemBody
  retryAfter?: number
}

/** Formats when to retry, in whole minutes or hours; for less than a minute: in a moment. */
function tooManyText(textOf: TextOf, seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.ceil(seconds / 3600)
  if (minutes <= 1) return textOf(commonErrors.too_many)
  return minutes < 60
    ? textOf({ feature: 'kit', code: 'too_many_minutes' }, { count: minutes })
    : textOf({ feature: 'kit', code: 'too_many_hours' }, { count: hours })
}

/** Converts any error to a response. Unknown errors become a 500 without internals. */
export function renderProblem(error: unknown, texts: AllTexts, language: Language): RenderedProblem {
  const textOf = textsIn(texts, language)
  if (error instanceof InvalidError) return { status: 422, body: invalidBody(error.issues, textOf) }
  if (error instanceof ProblemError) {
    const { problem, refusal } = error
    const message =
      problem === commonErrors.too_many && refusal.retryAfter !== undefined
        ? tooManyText(textOf, refusal.retryAfter)
        : textOf(problem, refusal.values)
    const errors: Record<string, string[]> = refusal.field ? { [refusal.field]: [message] } : {}
    for (const [field, part] of Object.entries(refusal.fields ?? {})) errors[field] = [textOf(part.problem, part.values)]
    const rendered = { status: problem.status, body: { message, code: problem.code, errors: addListErrors(errors) } }
    return refusal.retryAfter === undefined ? rendered : { ...rendered, retryAfter: refusal.retryAfter }
  }
  const renderPlain = (problem: Problem): RenderedProblem => ({
    status: problem.status,
    body: { message: textOf({ feature: 'kit', code: problem.code }), code: problem.code, errors: {} },
  })
  const temporaryFailure = findTemporaryFailure(error)
  // An operator has to free space, which takes a while.
  if (temporaryFailure === 'full') return { ...renderPlain(commonErrors.storage_full), retryAfter: 60 }
  if (temporaryFailure === 'away') return { ...renderPlain(commonErrors.unavailable), retryAfter: isDatabaseUnavailable(error) ? 2 : 5 }
  const { statusCode } = error as { statusCode?: number }
  // Fastify's own errors: an undecodable URL, an unreadable header.
  if (statusCode === 404) return renderPlain(commonErrors.not_found)
  if (statusCode === 413) return renderPlain(commonErrors.too_large)
  if (statusCode === 415) return renderPlain(commonErrors.unsupported_type)
  // Keeps the status of a range beyond the end of a file, or of another version of the file, because players and caches use it.
  if (statusCode === 416 || statusCode === 412) return { ...renderPlain(commonErrors.malformed), status: statusCode }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return renderPlain(commonErrors.malformed)
  return renderPlain(commonErrors.internal)
}
