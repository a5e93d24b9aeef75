import { replaceEqualDeep } from '@tanstack/react-query'
import type { ThingPlaces } from '#kit/contract/things.ts'
import { isRecord } from '#kit/contract/is-record.ts'

/**
 * Finds, patches and compares the things (videos, channels) in responses by type and id. Responses are immutable: changes copy, and
 * unchanged parts keep their identity to avoid renders.
 */

/** Changed fields of a thing. */
export type ThingFields = Readonly<Record<string, unknown>>

type Thing = ThingFields & { readonly id: string }
type Fields = Record<string, unknown>

const isThing = (value: unknown): value is Thing => isRecord(value) && typeof value['id'] === 'string'

const isEqual = (a: unknown, b: unknown) => a === b || (isRecord(a) && isRecord(b) && replaceEqualDeep(a, b) === a)

/** Calls back with every thing in a response. */
function visitThings(places: ThingPlaces, value: unknown, visit: (type: string, thing: Thing) => void): void {
  if (places.items && Array.isArray(value)) for (const item of value) visitThings(places.items, item, visit)
  if (!isRecord(value)) return
  if (places.type !== undefined && isThing(value)) visit(places.type, value)
  for (const name in places.fields) visitThings(places.fields[name]!, value[name], visit)
}

const topicsByResponse = new WeakMap<object, ReadonlySet<string>>()

/** Returns the things of a response as topics, such as `video:abc`. Memoised per response. */
export function thingsIn(thingPlaces: ThingPlaces | undefined, response: unknown): ReadonlySet<string> {
  if (!thingPlaces || !isRecord(response)) return new Set()
  const before = topicsByResponse.get(response)
  if (before) return before
  const things = new Set<string>()
  visitThings(thingPlaces, response, (type, { id }) => things.add(`${type}:${id}`))
  topicsByResponse.set(response, things)
  return things
}

/** Replaces things in a response; returns the same object if `change` changes nothing. */
function mapThings(thingPlaces: ThingPlaces, value: unknown, change: (type: string, thing: Thing) => Thing): unknown {
  if (thingPlaces.items && Array.isArray(value)) {
    let items: unknown[] | undefined
    for (let index = 0; index < value.length; index++) {
      const next = mapThings(thingPlaces.items, value[index], change)
      if (next !== value[index]) (items ??= [...(value as unknown[])])[index] = next
    }
    return items ?? value
  }
  if (!isRecord(value)) return value
  let result = value
  for (const name in thingPlaces.fields) {
    const next = mapThings(thingPlaces.fields[name]!, value[name], change)
    if (next !== value[name]) result = { ...result, [name]: next }
  }
  return thingPlaces.type !== undefined && isThing(result) ? change(thingPlaces.type, result) : result
}

/** Updates only fields that the thing has in this response: a card has fewer fields than the full video. */
function withFacts(thing: Thing, facts: ThingFields): Thing {
  const changedFacts = Object.entries(facts).filter(([name, value]) => name in thing && !isEqual(thing[name], value))
  return changedFacts.length > 0 ? { ...thing, ...Object.fromEntries(changedFacts) } : thing
}

/** Updates fields of one thing wherever it appears in a response. */
export const patchThingIn = <T>(
  thingPlaces: ThingPlaces,
  response: T,
  type: string,
  id: string,
  facts: ThingFields | ((now: never) => ThingFields),
): T =>
  mapThings(thingPlaces, response, (thingType, thing) =>
    thing.id === id && thingType === type ? withFacts(thing, typeof facts === 'function' ? facts(thing as never) : facts) : thing,
  ) as T

/** Returns the fields of the changed thing in the response, without nested things; undefined if the response doesn't contain it. */
export function readChangedFields(
  { type, fields = {}, perList = [] }: ThingPlaces,
  response: unknown,
): { type: string; id: string; facts: ThingFields } | undefined {
  if (type === undefined || !isThing(response)) return undefined
  const facts = Object.fromEntries(Object.entries(response).filter(([name]) => !(name in fields) && !perList.includes(name)))
  return { type, id: response.id, facts }
}

/**
 * Structural sharing: reuses equal parts of the previous response. Compares things by id instead of position, so that inserting or
 * moving a thing keeps the other objects.
 */
export function shareThings<T>(thingPlaces: ThingPlaces | undefined, before: unknown, next: T): T {
  if (!thingPlaces) return replaceEqualDeep(before, next)
  let known: Map<string, Thing> | undefined
  const find: FindThing = (type, id) => {
    if (!known) {
      const things = (known = new Map<string, Thing>())
      visitThings(thingPlaces, before, (type, thing) => things.set(`${type}:${thing.id}`, thing))
    }
    return known.get(`${type}:${id}`)
  }
  return shareEqualParts(thingPlaces, before, next, find) as T
}

type FindThing = (type: string, id: string) => Thing | undefined

function shareEqualParts(thingPlaces: ThingPlaces, before: unknown, next: unknown, find: FindThing): unknown {
  if (before === next) return before
  if (thingPlaces.items && Array.isArray(next)) {
    const { items } = thingPlaces
    if (!Array.isArray(before)) return next
    const old: unknown[] = before
    const result = next.map((item: unknown, index) => shareEqualParts(items, old[index], item, find))
    return result.length === old.length && result.every((item, index) => item === old[index]) ? before : result
  }
  if (!isRecord(next)) return next
  const isElsewhere = thingPlaces.type !== undefined && isThing(next) && !(isThing(before) && before.id === next.id)
  const previous = isElsewhere ? find(thingPlaces.type, next.id) : before
  if (previous === next) return next
  const old: Fields = isRecord(previous) ? previous : {}
  const names = Object.keys(next)
  let isSame = names.length === Object.keys(old).length
  const result: Fields = {}
  for (const name of names) {
    const inside = thingPlaces.fields?.[name]
    result[name] = inside ? shareEqualParts(inside, old[name], next[name], find) : replaceEqualDeep(old[name], next[name])
    if (result[name] !== old[name] || !(name in old)) isSame = false
  }
  return isSame ? old : result
}
