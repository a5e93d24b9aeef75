import { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'
import type { Prepared } from './prepare.ts'
import type { Reader, User } from './reader.ts'

/** Somebody logged in as last found, and how a statement proves that the database still says so. */
export interface RememberedUser {
  user: User
  /** A query of one text, the user as the database has it now (nothing for nobody); its parameters begin at `$first`. The same function for all whose query is the same. */
  proof: (first: number) => string
  parameters: readonly unknown[]
  /** What that text was when the user was found. */
  expected: string
}

/** The database has another user by now than the one that was remembered: logged out, another name, other rights. */
export class UserChanged extends Error {
  override readonly name = 'UserChanged'
}

const names = { user: 'proven user', isFound: 'is found' }

/** The statement's rows beside the user as they are; one row without anything found when there are none. */
const provenText = (sql: string, proof: string) =>
  `select proven."user" as "${names.user}", found.* from (select (${proof}) as "user") as proven ` +
  `left join (select true as "${names.isFound}", statement.* from (${sql}) as statement) as found on true`

const texts = new WeakMap<RememberedUser['proof'], Map<string, string>>()

/**
 * Put together once for each statement and kind of proof: the connection finds a statement it has prepared by its text, and a text
 * that is the very same one needs neither be hashed nor compared again.
 */
function provenTextOf(sql: string, proof: RememberedUser['proof'], first: number): string {
  let bySql = texts.get(proof)
  if (!bySql) texts.set(proof, (bySql = new Map()))
  let text = bySql.get(sql)
  if (text === undefined) bySql.set(sql, (text = provenText(sql, proof(first))))
  return text
}

async function readProven<Row>(db: Db, { sql, parameters }: CompiledQuery<Row>, remembered: RememberedUser): Promise<Row[]> {
  const text = provenTextOf(sql, remembered.proof, parameters.length + 1)
  const read = CompiledQuery.raw(text, [...parameters, ...remembered.parameters]) as CompiledQuery<Row & Record<string, unknown>>
  const { rows } = await db.executeQuery(read)
  if (rows[0]![names.user] !== remembered.expected) throw new UserChanged()
  return rows[0]![names.isFound] === null ? [] : rows
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
 * The same for a remembered user: each statement also tells, of the same moment of the database, whether they still are who they were.
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
