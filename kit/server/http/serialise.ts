import fastJson from 'fast-json-stringify'
import * as z from 'zod/mini'
import type { Schema } from '#kit/contract/endpoint.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Converts `anyOf: [X, null]` to a nullable X: the compiled code then needs no validator to choose a branch. */
function flattenSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(flattenSchema)
  if (typeof node !== 'object' || node === null) return node
  const schema = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, flattenSchema(part)])) as JsonSchema & {
    nullable?: boolean
  }
  const branches = schema.anyOf
  if (branches?.length === 2 && branches.some((branch) => branch.type === 'null')) {
    const { anyOf: _, ...rest } = schema
    return { ...rest, ...(branches.find((branch) => branch.type !== 'null') as JsonSchema), nullable: true }
  }
  delete schema.format
  delete schema.pattern
  return schema
}

/** Describes files, the only non-JSON values in contracts (`z.custom<Blob>`). */
const describeFile: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ zodSchema, jsonSchema }) => {
  if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, { type: 'string', contentMediaType: 'application/octet-stream' })
}

/**
 * Converts a contract's schema to JSON Schema; recursive parts are left open. The response compiler needs draft 7, OpenAPI 3.1 needs draft
 * 2020-12.
 */
export const jsonSchema = (schema: Schema, io: 'input' | 'output', target: 'draft-7' | 'draft-2020-12' = 'draft-2020-12'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target, override: describeFile })
  return rest
}

/**
 * Returns a serializer compiled from the response's schema. It omits undeclared fields, so they can't leak, and throws for missing required
 * ones. Compiles at the first response, because hundreds of schemas would delay the start.
 */
export function createSerialiser(output: Schema): (value: unknown) => string {
  let compiled: ((value: unknown) => string) | undefined
  return (value) => {
    compiled ??= fastJson(
      flattenSchema(jsonSchema(output, 'output', 'draft-7')) as Parameters<typeof fastJson>[0],
      { mode: undefined } as never,
    )
    return compiled(value)
  }
}
