import {
  expressionBuilder,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectExpression,
  type SelectQueryBuilder,
  type Selection,
  type Simplify,
  sql,
} from 'kysely'
import type { Db } from './db.ts'
import type { DB } from './schema.gen.ts'
import { nextCursor, type SortKey } from '../http/paging.ts'

declare const of: unique symbol
/**
 * JSON of a value of type T, written by PostgreSQL. It is sent unchanged, so no schema removes undeclared fields. The type is invariant, so
 * that a handler's text has exactly the fields of its endpoint's output. Tests compare every response with its schema.
 */
export type JsonText<T> = string & { readonly [of]: (value: T) => T }

/** Selects a query's columns as one JSON object. */
export const jsonText = <Tables, TB extends keyof Tables, S extends SelectExpression<Tables, TB>>(
  db: Db,
  _eb: ExpressionBuilder<Tables, TB>,
  columns: readonly S[],
): RawBuilder<JsonText<Simplify<Selection<Tables, TB, S>>>> =>
  sql`(select to_json(item)::text from ${db.selectNoFrom(columns as never)} as item)`

/**
 * Adds the JSON to a query's other columns, as `json`. Joins instead of selecting, which spares PostgreSQL a subplan: use it for frequent
 * reads of single rows.
 */
export function withJson<Tables, TB extends keyof Tables, O, S extends SelectExpression<Tables, TB>>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, O>,
  columns: (eb: ExpressionBuilder<Tables, TB>) => readonly S[],
) {
  type Json = JsonText<Simplify<Selection<Tables, TB, S>>>
  const item = db.selectNoFrom(columns(expressionBuilder<Tables, TB>()) as never).as('item')
  return (query as unknown as SelectQueryBuilder<DB, never, O>)
    .innerJoinLateral(item, (join) => join.onTrue())
    .select(sql<Json>`to_json(item)::text`.as('json')) as unknown as SelectQueryBuilder<Tables, TB, O & { json: Json }>
}

/** Adds fields to the JSON of an object, as text, because parsing takes longer. Neither the object nor `fields` may be empty. */
export const withFields = <T>(json: string, fields: object): JsonText<T> =>
  `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}` as JsonText<T>

/** Formats a list without pages. */
export const jsonListOf = <T>(rows: readonly { json: JsonText<T> }[]): JsonText<T[]> =>
  `[${rows.map(({ json }) => json).join(',')}]` as JsonText<T[]>

/**
 * Formats one page of a list.
 * @param read one item more than `limit` if there is a next page
 * @param keyOf returns an item's sort key; the next page begins after the key of this page's last item
 */
export function jsonPageOf<T, Key>(
  read: readonly (Key & { json: JsonText<T> })[],
  limit: number,
  keyOf: (row: Key) => SortKey,
): JsonText<{ data: T[]; next_cursor: string | null }> {
  const text = `{"data":${jsonListOf(read.slice(0, limit))},"next_cursor":${JSON.stringify(nextCursor(read, limit, keyOf))}}`
  return text as JsonText<{ data: T[]; next_cursor: string | null }>
}
