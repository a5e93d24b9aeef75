import { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'
import type { Prepared } from './prepare.ts'
import type { Reader, User } from './reader.ts'

/** Somebody logged in as last found, and how a statement proves that nothing about them has changed since. */
export interface RememberedUser {
  user: User
  /** A query of one text, the version of the user that the database has now (nothing for nobody); its parameters begin at `$first`. The same function for all users. */
  proof: (first: number) => string
  parameters: readonly unknown[]
  /** What that text was when the user was found. A version never comes back. */
  expected: string
}

/** The database has another user by now than the one that was remembered: logged out, another name, other rights. */
export class UserChanged extends Error {
  override readonly name = 'UserChanged'
}

const version = 'user version'

const texts = new WeakMap<RememberedUser['proof'], Map<string, string>>()

/**
 * The statement's rows, each beside the user's version. Put together once for each statement and kind of proof: the connection
 * finds a statement it has prepared by its text, and a text that is the very same one needs neither be hashed nor compared again.
 */
function provenTextOf(sql: string, proof: RememberedUser['proof'], first: number): string {
  let bySql = texts.get(proof)
  if (!bySql) texts.set(proof, (bySql = new Map()))
  let text = bySql.get(sql)
  if (text === undefined) bySql.set(sql, (text = `select (${proof(first)}) as "${version}", statement.* from (${sql}) as statement`))
  return text
}

async function readProven<Row>(db: Db, { sql, parameters }: CompiledQuery<Row>, remembered: RememberedUser): Promise<Row[]> {
  const { proof, expected } = remembered
  const read = (text: string, values: readonly unknown[]) =>
    db.executeQuery<Row & Record<string, unknown>>(CompiledQuery.raw(text, [...values]))
  const { rows } = await read(provenTextOf(sql, proof, parameters.length + 1), [...parameters, ...remembered.parameters])
  // No row, nowhere for a version to stand: it is asked for by itself.
  const [row] = rows.length ? rows : (await read(`select (${proof(1)}) as "${version}"`, remembered.parameters)).rows
  if (row![version] !== expected) throw new UserChanged()
  return rows
}

/** Reads in the name of whoever asks: `ask(statement, …)` is `statement(db, reader, …)`. */
export type Ask = <Args extends readonly unknown[], Row>(
  statement: Prepared<[reader: Reader, ...args: Args], Row>,
  ...args: Args
) => Promise<Row[]>

export const askAs =
  (db: Db, reader: Reader): Ask =>
  (statement, ...args) =>
    statement(db, reader, ...args)

/**
 * The same for a remembered user: each statement also tells whether they still are who they were.
 * `isProven`: some statement told so. What is read, and what is refused, before that counts for nothing.
 * @returns `ask` throws UserChanged when they are not
 */
export function askAsRemembered(db: Db, reader: Reader, remembered: RememberedUser): { ask: Ask; isProven: () => boolean } {
  let isProven = false
  const ask: Ask = async (statement, ...args) => {
    isProven = false
    const rows = await readProven(db, statement.fill(db, reader, ...args), remembered)
    isProven = true
    return rows
  }
  return { ask, isProven: () => isProven }
}
