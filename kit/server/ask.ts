import type { Db } from './db/db.ts'
import type { Prepared } from './db/prepare.ts'
import type { Reader } from './reader.ts'

/** Reads as the caller: `ask(statement, …)` is `statement(db, reader, …)`. */
export type Ask = <Args extends readonly unknown[], Row>(
  statement: Prepared<[reader: Reader, ...args: Args], Row>,
  ...args: Args
) => Promise<Row[]>

export const askAs =
  (db: Db, reader: Reader): Ask =>
  (statement, ...args) =>
    statement(db, reader, ...args)
