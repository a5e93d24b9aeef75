import type { Writable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { StatementResult } from './prepared-statement.ts'

/** A `copy … from stdin` with what it copies. */
export interface CopyQuery extends CompiledQuery {
  /** One after the other. */
  readonly bytes: readonly Uint8Array[]
}

export const isCopy = (query: CompiledQuery): query is CopyQuery => 'bytes' in query

/** What pg's types leave out of a connection. */
interface Connection {
  readonly stream: Writable
  query(text: string): void
  endCopyFrom(): void
}

/** A statement `copy … from stdin` with its rows, as pg's clients take it. */
export class CopyStatement implements pg.Submittable {
  readonly callback: (error: Error | null, result: StatementResult) => void
  readonly #text: string
  readonly #bytes: readonly Uint8Array[]
  readonly #result: StatementResult = { command: 'COPY', rowCount: 0, rows: [] }

  constructor({ text, bytes }: { text: string; bytes: readonly Uint8Array[] }, callback: CopyStatement['callback']) {
    this.#text = text
    this.#bytes = bytes
    this.callback = callback
  }

  submit(connection: unknown): void {
    const to = connection as Connection
    // All of it goes out at once, and bytes as they are: pg would copy them.
    to.stream.cork()
    to.query(this.#text)
    // Without waiting until it may begin: where it can't, PostgreSQL passes over what it copies.
    for (const bytes of this.#bytes) for (const part of [headOf(bytes.length), bytes]) if (to.stream.writable) to.stream.write(part)
    to.endCopyFrom()
    to.stream.uncork()
  }

  handleCopyInResponse(): void {
    // It was sent already.
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#result.rowCount = Number(text.slice(text.lastIndexOf(' ')))
  }

  handleError(error: Error): void {
    this.callback(error, this.#result)
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#result)
  }
}

/** Of a message with data that are copied: its kind, and how long it is with that length. */
function headOf(dataLength: number): Buffer {
  const head = Buffer.alloc(5)
  head.write('d')
  head.writeInt32BE(4 + dataLength, 1)
  return head
}
