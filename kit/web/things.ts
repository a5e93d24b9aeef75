import { replaceEqualDeep } from '@tanstack/react-query'
import type { Holds } from '#kit/contract/things.ts'

/**
 * The things (videos, channels) in answers: found, patched and compared by type and id, wherever they stand. Nothing is written into an
 * answer: what changes is copied, and all else stays the same object, so that what shows it need not render again.
 */

/** Fields of a thing with their values. */
export type Facts = Readonly<Record<string, unknown>>

type Thing = Facts & { readonly id: string }
type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isThing = (value: unknown): value is Thing => isObject(value) && typeof value['id'] === 'string'

const isEqual = (a: unknown, b: unknown) => a === b || (isObject(a) && isObject(b) && replaceEqualDeep(a, b) === a)

/** Calls back with every thing of an answer. */
function eachThing(holds: Holds, value: unknown, visit: (type: string, thing: Thing) => void): void {
  if (holds.items && Array.isArray(value)) for (const item of value) eachThing(holds.items, item, visit)
  if (!isObject(value)) return
  if (holds.type !== undefined && isThing(value)) visit(holds.type, value)
  for (const name in holds.fields) eachThing(holds.fields[name]!, value[name], visit)
}

const found = new WeakMap<object, ReadonlySet<string>>()

/** The things of an answer as topics: `video:abc`. Counted once for each answer. */
export function thingsIn(holds: Holds | undefined, answer: unknown): ReadonlySet<string> {
  if (!holds || !isObject(answer)) return new Set()
  const before = found.get(answer)
  if (before) return before
  const things = new Set<string>()
  eachThing(holds, answer, (type, { id }) => things.add(`${type}:${id}`))
  found.set(answer, things)
  return things
}

/** The answer with things exchanged; the same object when `change` returns every thing as it is. */
function mapThings(holds: Holds, value: unknown, change: (type: string, thing: Thing) => Thing): unknown {
  if (holds.items && Array.isArray(value)) {
    let items: unknown[] | undefined
    for (let index = 0; index < value.length; index++) {
      const next = mapThings(holds.items, value[index], change)
      if (next !== value[index]) (items ??= [...(value as unknown[])])[index] = next
    }
    return items ?? value
  }
  if (!isObject(value)) return value
  let result = value
  for (const name in holds.fields) {
    const next = mapThings(holds.fields[name]!, value[name], change)
    if (next !== value[name]) result = { ...result, [name]: next }
  }
  return holds.type !== undefined && isThing(result) ? change(holds.type, result) : result
}

/** The thing with those facts that it has a field for: a card of a video knows less than the video. */
function withFacts(thing: Thing, facts: Facts): Thing {
  const news = Object.entries(facts).filter(([name, value]) => name in thing && !isEqual(thing[name], value))
  return news.length > 0 ? { ...thing, ...Object.fromEntries(news) } : thing
}

/** The answer with other facts about one thing, in every place where that stands. */
export const patchThing = <T>(holds: Holds, answer: T, type: string, id: string, facts: Facts | ((now: never) => Facts)): T =>
  mapThings(holds, answer, (itsType, thing) =>
    thing.id === id && itsType === type ? withFacts(thing, typeof facts === 'function' ? facts(thing as never) : facts) : thing,
  ) as T

/** What the answer to a change says of the thing that it is about, without the things in that; undefined: it is about none. */
export function answeredFacts(
  { type, fields = {}, perList = [] }: Holds,
  answer: unknown,
): { type: string; id: string; facts: Facts } | undefined {
  if (type === undefined || !isThing(answer)) return undefined
  const facts = Object.fromEntries(Object.entries(answer).filter(([name]) => !(name in fields) && !perList.includes(name)))
  return { type, id: answer.id, facts }
}

/**
 * A new answer made of the parts of the former one where these are equal. Things are compared with what they were by their id, not by their
 * place in a list: one that is inserted or moved makes no others new.
 */
export function shareThings<T>(holds: Holds | undefined, before: unknown, next: T): T {
  if (!holds) return replaceEqualDeep(before, next)
  let known: Map<string, Thing> | undefined
  const find: FindThing = (type, id) => {
    if (!known) {
      const things = (known = new Map<string, Thing>())
      eachThing(holds, before, (type, thing) => things.set(`${type}:${thing.id}`, thing))
    }
    return known.get(`${type}:${id}`)
  }
  return shared(holds, before, next, find) as T
}

type FindThing = (type: string, id: string) => Thing | undefined

function shared(holds: Holds, before: unknown, next: unknown, find: FindThing): unknown {
  if (before === next) return before
  if (holds.items && Array.isArray(next)) {
    const { items } = holds
    if (!Array.isArray(before)) return next
    const old: unknown[] = before
    const result = next.map((item: unknown, index) => shared(items, old[index], item, find))
    return result.length === old.length && result.every((item, index) => item === old[index]) ? before : result
  }
  if (!isObject(next)) return next
  const isElsewhere = holds.type !== undefined && isThing(next) && !(isThing(before) && before.id === next.id)
  const former = isElsewhere ? find(holds.type, next.id) : before
  if (former === next) return next
  const old: Fields = isObject(former) ? former : {}
  const names = Object.keys(next)
  let isSame = names.length === Object.keys(old).length
  const result: Fields = {}
  for (const name of names) {
    const inside = holds.fields?.[name]
    result[name] = inside ? shared(inside, old[name], next[name], find) : replaceEqualDeep(old[name], next[name])
    if (result[name] !== old[name] || !(name in old)) isSame = false
  }
  return isSame ? old : result
}
