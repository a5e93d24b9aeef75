import type { RawBuilder } from 'kysely'
import type { CopyQuery } from './copy-statement.ts'
import type { Db } from './db.ts'

/** Writes rows by a statement `copy … from stdin`, in whatever format it says: a fraction of what as many values of an insert cost. */
export async function copyRows(tx: Db, statement: RawBuilder<unknown>, bytes: readonly Uint8Array[]): Promise<void> {
  const query: CopyQuery = { ...statement.compile(tx), bytes }
  await tx.executeQuery(query)
}

/** How PostgreSQL's binary format begins, without anything that is optional, and how it ends. */
const signature = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const end = Buffer.from([0xff, 0xff])

/** Rows of the binary format as a whole. */
export const inBinary = (rows: Uint8Array): Uint8Array[] => [signature, rows, end]
