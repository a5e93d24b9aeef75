import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** Rows per statement. */
const rowsPerBatch = 5000

/**
 * Deletes the rows of a table that meet a condition. Uses short statements, so that none exceeds its time limit or locks many rows for
 * long. The table must not be partitioned: a `ctid` is unique within a partition only.
 */
export async function deleteInBatches(db: Db, name: string, condition: RawBuilder<unknown>): Promise<void> {
  const table = sql.table(name)
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${sql.lit(rowsPerBatch)}))`.execute(db)
    if (numAffectedRows < BigInt(rowsPerBatch)) return
  }
}
