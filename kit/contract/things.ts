import type * as z from 'zod/mini'

/**
 * Where things (videos, channels: data with an `id` in several responses) are in a response. Computed from the schema when the contract is
 * defined, because the browser has no schemas.
 */
export interface ThingPlaces {
  /** The value is a thing of this type. */
  readonly type?: string
  /** Fields that belong to the containing list, not to the thing. */
  readonly perList?: readonly string[]
  /** The value is an object with things in these fields. */
  readonly fields?: Readonly<Record<string, ThingPlaces>>
  /** The value is a list. These are the places of things in each item. */
  readonly items?: ThingPlaces
}

const placesBySchema = new WeakMap<object, Pick<ThingPlaces, 'type' | 'perList'>>()

/**
 * Registers the schemas of a type of thing: `defineThing('video', [VideoCard, Video])`. Responses with one of these schemas contain such
 * things. Register derived schemas (`z.extend`) too.
 * @param perList fields that differ from list to list, such as a video's place in a series
 */
export function defineThing(type: string, schemas: readonly z.ZodMiniType[], { perList = [] }: { perList?: readonly string[] } = {}): void {
  for (const schema of schemas) placesBySchema.set(schema, { type, ...(perList.length > 0 && { perList }) })
}

type SchemaDefinition =
  | z.core.$ZodObjectDef
  | z.core.$ZodArrayDef
  | z.core.$ZodUnionDef
  | z.core.$ZodNullableDef
  | z.core.$ZodOptionalDef
  | { type: 'other' }

/** Finds where values of a schema contain things; undefined if they contain none. */
export function findThingPlaces(schema: object): ThingPlaces | undefined {
  const { def } = (schema as { _zod: { def: SchemaDefinition } })._zod
  switch (def.type) {
    case 'object': {
      const inside = Object.entries(def.shape).flatMap(([name, field]) => {
        const thingPlaces = findThingPlaces(field)
        return thingPlaces ? [[name, thingPlaces] as const] : []
      })
      const definition = placesBySchema.get(schema)
      return definition || inside.length > 0
        ? { ...definition, ...(inside.length > 0 && { fields: Object.fromEntries(inside) }) }
        : undefined
    }
    case 'array': {
      const items = findThingPlaces(def.element)
      return items && { items }
    }
    case 'nullable':
    case 'optional':
      return findThingPlaces(def.innerType)
    case 'union': {
      // Every shape of a union is an object whose fields contain the things.
      const inside = def.options.flatMap((option) => findThingPlaces(option)?.fields ?? [])
      const fields: Record<string, ThingPlaces> = Object.assign({}, ...inside)
      return inside.length > 0 ? { fields } : undefined
    }
    default:
      return undefined
  }
}
