import type * as z from 'zod/mini'

/**
 * Where things (a video, a channel: what has an `id` and stands in several answers) stand in an answer. Found in the schema of the
 * answer when the contract is defined, and kept with the endpoint, because the browser has no schemas.
 */
export interface Holds {
  /** The value is a thing of this type. */
  readonly type?: string
  /** Its fields that say something of the list it stands in, and not of itself. */
  readonly perList?: readonly string[]
  /** The value is an object, and has things in these fields. */
  readonly fields?: Readonly<Record<string, Holds>>
  /** The value is a list of these. */
  readonly items?: Holds
}

const known = new WeakMap<object, Pick<Holds, 'type' | 'perList'>>()

/**
 * Names the type of things, and the schemas by which they are answered: `defineThing('video', [VideoCard, Video])`. Every answer that has
 * one of these schemas in it is known to hold such things. What is made of a schema (`z.extend`) is another one, and named too.
 * @param perList fields that differ from list to list, such as the place in one
 */
export function defineThing(type: string, schemas: readonly z.ZodMiniType[], { perList = [] }: { perList?: readonly string[] } = {}): void {
  for (const schema of schemas) known.set(schema, { type, ...(perList.length > 0 && { perList }) })
}

type Def = z.core.$ZodObjectDef | z.core.$ZodArrayDef | z.core.$ZodNullableDef | z.core.$ZodOptionalDef | { type: 'other' }

/** Where the things are in values of a schema; undefined: nowhere. */
export function holdsOf(schema: object): Holds | undefined {
  const { def } = (schema as { _zod: { def: Def } })._zod
  switch (def.type) {
    case 'object': {
      const inside = Object.entries(def.shape).flatMap(([name, field]) => {
        const holds = holdsOf(field)
        return holds ? [[name, holds] as const] : []
      })
      const own = known.get(schema)
      return own || inside.length > 0 ? { ...own, ...(inside.length > 0 && { fields: Object.fromEntries(inside) }) } : undefined
    }
    case 'array': {
      const items = holdsOf(def.element)
      return items && { items }
    }
    case 'nullable':
    case 'optional':
      return holdsOf(def.innerType)
    default:
      return undefined
  }
}
