import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#kit/contract/endpoint.ts'
import { encodeProblem } from '#kit/contract/errors.ts'
import { commonErrors, fieldErrors } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'
import { InvalidError } from './problems.ts'

const notStorableKey = encodeProblem(fieldErrors.not_storable)

/** Limits that no valid input reaches. Deeper input could overflow the stack, and larger input would block the event loop. */
const limits = { depth: 50, parts: 20_000 }

const isUnstorable = (text: string) => text.includes('\0') || !text.isWellFormed()

/** Returns the path of the first text that PostgreSQL can't store: NUL and lone surrogates. @throws 400 for input beyond the limits */
function findUnstorable(parsed: unknown): PropertyKey[] | undefined {
  let parts = 0
  const path: PropertyKey[] = []
  const search = (value: unknown): boolean => {
    if (++parts > limits.parts || path.length > limits.depth) fail(commonErrors.malformed)
    if (typeof value === 'string') return isUnstorable(value)
    if (typeof value !== 'object' || value === null || value instanceof Blob) return false
    for (const key in value) {
      path.push(isUnstorable(key) ? 'body' : key)
      if (path.at(-1) !== key || search((value as Record<string, unknown>)[key])) return true
      path.pop()
    }
    return false
  }
  return search(parsed) ? path : undefined
}

/** Parses one part of a request; a missing body counts as `{}`. @throws 422 with every invalid field, 400 for input beyond the limits */
export function parsePart<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const input = value === undefined ? {} : value
  const unstorable = findUnstorable(input)
  if (unstorable) throw new InvalidError([{ code: 'custom', message: notStorableKey, path: unstorable, input: undefined }])
  const parsed = schema.safeParse(input, { reportInput: true })
  if (!parsed.success) throw new InvalidError(parsed.error.issues)
  return parsed.data
}

/**
 * Parses a query. A name with brackets (`date[]`, `date[from]`) counts as a list of that name, like a repeated name. A field for a single
 * text refuses it. @throws 422 with every invalid field
 */
export function parseQuery<S extends Schema>(schema: S, query: unknown): z.output<S> {
  const entries = Object.entries(query ?? {})
  const lists = entries.filter(([key]) => key.indexOf('[') > 0).map(([key, value]) => [key.slice(0, key.indexOf('[')), [value]] as const)
  return parsePart(schema, Object.fromEntries([...entries, ...lists]))
}

/** Parses path parameters. Invalid parameters give 404, not 422. */
export function parseParams(schema: Schema, params: unknown): unknown {
  const parsed = schema.safeParse(params)
  return parsed.success ? parsed.data : fail(commonErrors.not_found)
}

/** Returns the schema of the body fields that identify the object. */
export const targetSchema = ({ body, target }: Endpoint): Schema | undefined =>
  target && z.pick(body as z.ZodMiniObject, Object.fromEntries(target.map((name) => [name, true])))
