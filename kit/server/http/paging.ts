import type * as z from 'zod/mini'
import type { Schema } from '#kit/contract/endpoint.ts'
import { fieldErrors } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'

/** Sort values of the last item of a page. */
export type SortKey = readonly (string | number)[]

/** Returns the cursor of the next page; null at the end. */
export function nextCursor<Item>(read: readonly Item[], limit: number, keyOf: (item: Item) => SortKey): string | null {
  const last = read[limit - 1]
  return read.length > limit && last !== undefined ? Buffer.from(JSON.stringify(keyOf(last))).toString('base64url') : null
}

/**
 * Returns a page of a list.
 * @param read rows from the page's start: one more than `limit` if there is a next page
 * @param show returns the item of a row; default: the row itself
 */
export function pageOf<Row>(read: readonly Row[], limit: number, keyOf: (row: Row) => SortKey): { data: Row[]; next_cursor: string | null }
export function pageOf<Row, Item>(
  read: readonly Row[],
  limit: number,
  keyOf: (row: Row) => SortKey,
  show: (row: Row) => Item,
): { data: Item[]; next_cursor: string | null }
export function pageOf<Row, Item>(read: readonly Row[], limit: number, keyOf: (row: Row) => SortKey, show?: (row: Row) => Item) {
  const rows = read.slice(0, limit)
  return { data: show ? rows.map((row) => show(row)) : rows, next_cursor: nextCursor(read, limit, keyOf) }
}

/**
 * Returns the sort key in a cursor; undefined without a cursor.
 * @throws 422 for an invalid cursor, such as one from an earlier version. Returning the first page instead would repeat items, and callers
 *   that read all pages would never end.
 */
export function parseCursor<S extends Schema>(schema: S, cursor: string | undefined): z.output<S> | undefined {
  if (cursor === undefined) return undefined
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  return parsed.success ? parsed.data : fail(fieldErrors.cursor_outdated, { field: 'cursor' })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
