import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

type Path = readonly (string | number)[]

/** Stands for a value while a statement is built: where among the arguments the real one is found. */
class Slot {
  readonly path: Path
  constructor(path: Path) {
    this.path = path
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isVaried(value)
/** Differs from call to call: a text, a number, a time, a list. */
const isVaried = (value: unknown) => typeof value === 'string' || typeof value === 'number' || value instanceof Date || Array.isArray(value)

function withSlots(value: unknown, path: Path): unknown {
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withSlots(part, [...path, key])]))
  return isVaried(value) ? new Slot(path) : value
}

/** Two calls with the same shape make the same statement. */
function shapeOf(value: unknown): string {
  if (!isRecord(value)) return isVaried(value) ? '$' : String(value)
  // No lists are made on the way: this runs at every call.
  let shape = '{'
  for (const key in value) shape += `${key}:${shapeOf(value[key])},`
  return `${shape}}`
}

function valueAt(args: readonly unknown[], { path }: Slot): unknown {
  let value: unknown = args
  for (const key of path) value = (value as Record<string | number, unknown>)[key]
  return value
}

/** A statement that is built once and afterwards only filled in. */
export type Prepared<Args extends readonly unknown[], Row> = (db: Db, ...args: Args) => Promise<Row[]>

/**
 * Values as what a column is `in`, however many there are. `= any(…)` is planned as if they were ten, and may then be compared one by one
 * with each row that is looked at: a thousand among a thousand videos took 80 ms.
 */
export const listed = (values: readonly string[]): RawBuilder<string> => sql<string>`(select unnest(${values}::text[]))`

/**
 * Prepares a statement: to build one can take longer than to run it.
 * @param build may look at which arguments are there and at what is true or false, but passes texts, numbers, times and lists on as
 * they come: while it runs, others stand in their place
 */
export function prepare<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row> | RawBuilder<Row>,
): Prepared<Args, Row> {
  const built = new Map<string, CompiledQuery<Row>>()
  return async (db, ...args) => {
    const shape = args.map(shapeOf).join()
    let statement = built.get(shape)
    if (!statement)
      built.set(shape, (statement = build(db, ...(args.map((arg, index) => withSlots(arg, [index])) as unknown as Args)).compile(db)))
    const parameters = statement.parameters.map((parameter) => (parameter instanceof Slot ? valueAt(args, parameter) : parameter))
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows
  }
}

/** The same for a statement that finds one row or none. */
export function prepareOne<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row> | RawBuilder<Row>,
): (db: Db, ...args: Args) => Promise<Row | undefined> {
  const run = prepare(build)
  return async (db, ...args) => (await run(db, ...args))[0]
}
