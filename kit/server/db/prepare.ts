import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

type Path = readonly (string | number)[]

/** A placeholder while a statement is built: the path of the real value in the arguments. */
class Slot {
  readonly path: Path
  constructor(path: Path) {
    this.path = path
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isParameter(value)
/** Whether a value varies between calls: a text, number, time or list. */
const isParameter = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Date || Array.isArray(value)

function withSlots(value: unknown, path: Path): unknown {
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withSlots(part, [...path, key])]))
  return isParameter(value) ? new Slot(path) : value
}

/** Returns the shape of a value. Calls with the same shape produce the same statement. */
function shapeOf(value: unknown): string {
  if (!isRecord(value)) return isParameter(value) ? '$' : String(value)
  // Hot path: allocates no arrays.
  let shape = '{'
  for (const key in value) shape += `${key}:${shapeOf(value[key])},`
  return `${shape}}`
}

function valueAt(args: readonly unknown[], { path }: Slot): unknown {
  let value: unknown = args
  for (const key of path) value = (value as Record<string | number, unknown>)[key]
  return value
}

/** A statement that is built once and then reused with new values. */
export type Prepared<Args extends readonly unknown[], Row> = (db: Db, ...args: Args) => Promise<Row[]>

/**
 * Returns a list for `in`. For `= any(…)`, PostgreSQL plans for ten values and may compare each value with every row: a thousand values and
 * a thousand videos took 80 ms.
 */
export const inList = (values: readonly string[]): RawBuilder<string> => sql<string>`(select unnest(${values}::text[]))`

/**
 * Prepares a statement, as building one can take longer than running it.
 * @param build may branch on missing arguments and booleans. It must not read texts, numbers, times and lists, because placeholders replace
 *   them
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

/** Like {@link prepare}, for a statement that returns at most one row. */
export function prepareOne<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row> | RawBuilder<Row>,
): (db: Db, ...args: Args) => Promise<Row | undefined> {
  const run = prepare(build)
  return async (db, ...args) => (await run(db, ...args))[0]
}
