import fastJson from 'fast-json-stringify'
import * as z from 'zod/mini'
import type { Schema } from '#kit/contract/endpoint.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** `anyOf: [X, null]` as `X, nullable`: the compiled code then needs no validator to choose a branch. */
function flatten(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(flatten)
  if (typeof node !== 'object' || node === null) return node
  const schema = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, flatten(part)])) as JsonSchema & { nullable?: boolean }
  const branches = schema.anyOf
  if (branches?.length === 2 && branches.some((branch) => branch.type === 'null')) {
    const { anyOf: _, ...rest } = schema
    return { ...rest, ...(branches.find((branch) => branch.type !== 'null') as JsonSchema), nullable: true }
  }
  delete schema.format
  delete schema.pattern
  return schema
}

/** Files are the one thing in contracts that is no JSON (`z.custom<Blob>`). */
const describeFile: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ zodSchema, jsonSchema }) => {
  if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, { type: 'string', contentMediaType: 'application/octet-stream' })
}

/** JSON Schema of a contract's schema; recursive parts are left open. The compiler of answers knows draft 7, OpenAPI 3.1 draft 2020-12. */
export const jsonSchema = (schema: Schema, io: 'input' | 'output', target: 'draft-7' | 'draft-2020-12' = 'draft-2020-12'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target, override: describeFile })
  return rest
}

/**
 * A function compiled from the schema of the answer. What the schema doesn't declare can't leak; a required field that is
 * missing throws. Compiled at the first answer: hundreds of schemas would hold up the start.
 */
export function serialiser(output: Schema): (value: unknown) => string {
  let compiled: ((value: unknown) => string) | undefined
  return (value) => {
    compiled ??= fastJson(flatten(jsonSchema(output, 'output', 'draft-7')) as Parameters<typeof fastJson>[0], { mode: undefined } as never)
    return compiled(value)
  }
}
