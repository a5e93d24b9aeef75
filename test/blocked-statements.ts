import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'

/** Blocks statements, so that a test can observe or kill their process. */
export async function holdStatements(db: Db) {
  await sql`
    create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(4711); return new; end $$`.execute(db)
  /** `pg_locks` also lists tests of other files, which wait in their own databases. */
  const countWaiting = async () =>
    (
      await sql`
        select from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and objid = 4711 and not granted and datname = current_database()`.execute(db)
    ).rows.length

  return {
    /**
     * @param where a statement and a condition, such as `update on tv_import for each row when (new.status = 'done')`
     * @returns a function that drops the trigger
     */
    async before(where: string): Promise<() => Promise<unknown>> {
      const table = / on (\w+)/.exec(where)![1]!
      await sql.raw(`create trigger wait_for_test before ${where} execute function wait_for_test()`).execute(db)
      return () => sql.raw(`drop trigger wait_for_test on ${table}`).execute(db)
    },
    /** Blocks statements with a trigger while `work` runs. @param work gets a function that waits until a statement is blocked */
    during: <Done>(work: (untilHeld: () => Promise<void>) => Promise<Done>) =>
      db.transaction().execute(async (tx) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
        await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
        return work(() => expect.poll(countWaiting, { timeout: 60_000 }).toBe(1))
      }),
  }
}
