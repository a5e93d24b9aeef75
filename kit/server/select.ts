import type { Db } from './db/db.ts'
import type { Prepared } from './db/prepare.ts'
import type { Reader } from './reader.ts'

/** Reads as the caller: `select(statement, …)` is `statement(db, reader, …)`. */
export type Select = <Args extends readonly unknown[], Row>(
  statement: Prepared<[reader: Reader, ...args: Args], Row>,
  ...args: Args
) => Promise<Row[]>

export const createSelect =
  (db: Db, reader: Reader): Select =>
  (statement, ...args) =>
    statement(db, reader, ...args)
