import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#kit/contract/endpoint.ts'
import { textKey } from '#kit/contract/errors.ts'
import { common, fieldErrors } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'
import { InvalidError } from './problems.ts'

const notStorable = textKey(fieldErrors.not_storable)

/** Nothing that is asked for lies deeper or has more parts; what nests without end would fill the stack, and what is endlessly wide would hold everybody up. */
const limits = { depth: 50, parts: 20_000 }

const isUnstorable = (text: string) => text.includes('\0') || !text.isWellFormed()

/** The path of the first text that PostgreSQL can't keep: NUL and lone surrogates. @throws 400 for what is too deep or too wide */
function findUnstorable(whole: unknown): PropertyKey[] | undefined {
  let parts = 0
  const path: PropertyKey[] = []
  const search = (value: unknown): boolean => {
    if (++parts > limits.parts || path.length > limits.depth) fail(common.malformed)
    if (typeof value === 'string') return isUnstorable(value)
    if (typeof value !== 'object' || value === null || value instanceof Blob) return false
    for (const key in value) {
      path.push(isUnstorable(key) ? 'body' : key)
      if (path.at(-1) !== key || search((value as Record<string, unknown>)[key])) return true
      path.pop()
    }
    return false
  }
  return search(whole) ? path : undefined
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

/** An address that can't name anything names nothing: 404, not 422. */
export function parseParams(schema: Schema, params: unknown): unknown {
  const parsed = schema.safeParse(params)
  return parsed.success ? parsed.data : fail(common.not_found)
}

/** The schema of the fields of the body that name the object. */
export const targetOf = ({ body, target }: Endpoint): Schema | undefined =>
  target && z.pick(body as z.ZodMiniObject, Object.fromEntries(target.map((name) => [name, true])))
