import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'

/**
 * Waits until no job runs or is due, except the job that always runs. All effects of earlier calls, including emails, have then happened.
 */
export const untilJobsDone = (db: Db): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await sql`select name from job where name <> 'search-index' and (state = 'active' or (state = 'waiting' and run_after <= now()))`.execute(
            db,
          )
        ).rows,
    )
    .toEqual([])
