import type * as z from 'zod/mini'
import type { Schema } from '#kit/contract/endpoint.ts'
import { textKey } from '#kit/contract/errors.ts'
import { common, fieldErrors } from '#kit/contract/problems.ts'
import { fail } from '../fail.ts'
import { InvalidError } from './problems.ts'

const notStorable = textKey(fieldErrors.not_storable)

/** Nothing that is asked for lies deeper; what nests without end would fill the stack. */
const maxDepth = 50

/** The path of the first text that PostgreSQL can't keep: NUL and lone surrogates. */
function findUnstorable(value: unknown, path: PropertyKey[] = []): PropertyKey[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : undefined
  if (typeof value !== 'object' || value === null || value instanceof Blob) return undefined
  if (path.length > maxDepth) fail(common.malformed)
  for (const [key, part] of Object.entries(value)) {
    const found = findUnstorable(key) ? [...path, 'body'] : findUnstorable(part, [...path, key])
    if (found) return found
  }
  return undefined
}

/** One part of a request, typed; a missing body counts as `{}`. @throws 422 naming every wrong field; 400 */
export function parsePart<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const given = value === undefined ? {} : value
  const unstorable = findUnstorable(given)
  if (unstorable) throw new InvalidError([{ code: 'custom', message: notStorable, path: unstorable, input: undefined }])
  const parsed = schema.safeParse(given, { reportInput: true })
  if (!parsed.success) throw new InvalidError(parsed.error.issues)
  return parsed.data
}
