import type * as z from 'zod/mini'

type SchemaDefinition = (
  | z.core.$ZodObjectDef
  | z.core.$ZodEnumDef
  | z.core.$ZodLiteralDef<string | number | boolean>
  | z.core.$ZodNullableDef
  | z.core.$ZodOptionalDef
  | { type: 'string' | 'boolean' | 'number' | 'array' }
) & { type: string }

const definitionOf = (schema: object) => (schema as { _zod: { def: SchemaDefinition } })._zod.def

/** Returns the emptiest value of a schema: '', 0, false, [], null, or the first choice; without optional fields. */
export function createSample<S extends z.ZodMiniType>(schema: S): z.output<S>
export function createSample(schema: object): unknown {
  const def = definitionOf(schema)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).flatMap(([name, field]) =>
          definitionOf(field).type === 'optional' ? [] : [[name, createSample(field as z.ZodMiniType)]],
        ),
      )
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'nullable':
      return null
    case 'string':
      return ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'array':
      return []
    default:
      throw new Error(`no sample of a schema of type ${def.type}`)
  }
}
