import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#kit/server/db/db.ts'
import { outcome } from './channels.ts'

/**
 * Returns the outcome of a call that finds a row, but writes after another transaction has deleted the row.
 * @param call must wait for a lock that `remove` holds until its commit
 */
export async function outcomeOfDeleteRace(db: Db, remove: (tx: Db) => Promise<unknown>, call: () => Promise<unknown>): Promise<string> {
  const { pendingOutcome } = await db.transaction().execute(async (tx) => {
    await remove(tx)
    const outcomePromise = outcome(call())
    const isWaiting = async () =>
      (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows.length > 0
    while (!(await isWaiting())) await sleep(10)
    return { pendingOutcome: outcomePromise }
  })
  return pendingOutcome
}
