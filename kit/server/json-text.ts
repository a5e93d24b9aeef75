import { type ExpressionBuilder, type RawBuilder, type SelectExpression, type Selection, type Simplify, sql } from 'kysely'
import type { Db } from './db.ts'
import { cursorOf, type SortKey } from './paging.ts'

declare const of: unique symbol
/**
 * JSON that PostgreSQL wrote, of a value of type T. It goes out as it is, neither parsed nor written again, so nothing takes out what
 * no schema declares: the type is invariant, so that a handler's text has exactly the fields of its endpoint's output, and
 * every answer in the tests is compared with its schema.
 */
export type JsonText<T> = string & { readonly [of]: (value: T) => T }

/** Columns of a query as one JSON object. */
export const jsonText = <Tables, TB extends keyof Tables, S extends SelectExpression<Tables, TB>>(
  db: Db,
  _eb: ExpressionBuilder<Tables, TB>,
  columns: readonly S[],
): RawBuilder<JsonText<Simplify<Selection<Tables, TB, S>>>> =>
  sql`(select to_json(item)::text from ${db.selectNoFrom(columns as never)} as item)`

/** One page of a list that was read one item further than the page goes, which tells whether there is more. @param keyOf the sort key of an item: where the next page begins */
export function jsonPageOf<T, Key>(
  read: readonly (Key & { json: JsonText<T> })[],
  limit: number,
  keyOf: (row: Key) => SortKey,
): JsonText<{ data: T[]; next_cursor: string | null }> {
  const items = read.slice(0, limit).map(({ json }) => json)
  const text = `{"data":[${items.join(',')}],"next_cursor":${JSON.stringify(cursorOf(read, limit, keyOf))}}`
  return text as JsonText<{ data: T[]; next_cursor: string | null }>
}
