import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CompiledQuery, QueryExecutorProvider, RawBuilder } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** A `copy … from stdin` statement with the bytes that it copies. */
interface CopyQuery extends CompiledQuery {
  readonly bytes: readonly Uint8Array[]
}

export const isCopy = (query: CompiledQuery): query is CopyQuery => 'bytes' in query

/** Writes rows with a `copy … from stdin` statement, at a fraction of the cost of an insert. */
export async function copyRows(tx: QueryExecutorProvider, statement: RawBuilder<unknown>, bytes: readonly Uint8Array[]): Promise<void> {
  const query: CopyQuery = { ...statement.compile(tx), bytes }
  await tx.getExecutor().executeQuery(query)
}

/** Sends the bytes to a `copy … from stdin`. @returns the number of copied rows */
export async function sendCopy(client: pg.ClientBase, text: string, bytes: readonly Uint8Array[]): Promise<number> {
  const copy = client.query(copyFrom(text))
  await pipeline(Readable.from(bytes), copy)
  return copy.rowCount
}
