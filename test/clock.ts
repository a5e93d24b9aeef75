import { renameSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach } from 'vitest'
import type { Db } from '#kit/server/db/db.ts'
import { installClock } from './clock/install-clock.ts'
import { rereadMs, runOffsetMs, shiftDate } from './clock/offset-date.mjs'

export interface TestClock {
  /** Sets the time to an ISO 8601 string with an offset, or a date. The clock continues from there. */
  set: (moment: string | Date) => Promise<void>
  advance: (ms: number) => Promise<void>
  /** Sets the time back to that of the run. Also done after each test. */
  reset: () => Promise<void>
}

/**
 * Shifts the time of JavaScript's `Date` in this process, and of `now()` and similar functions in the database. With `offsetFile`, also
 * shifts `Date` in a product that runs as a child process. Call it at the top of a test file:
 *
 *     const server = await serve()
 *     const clock = await createTestClock(server.db)
 *     test('…', async () => {
 *       await clock.set('2026-10-25T02:59:50+02:00')
 *       await clock.advance(20_000)
 *
 * Start a child process with `NODE_OPTIONS=--import=<absolute path of test/clock/offset-date.mjs>` and `TEST_CLOCK_FILE=<path of a file>`,
 * the same path as `offsetFile`; the file need not exist. Timers (`setTimeout`) are not shifted: scheduled jobs don't start earlier.
 *
 * @param db a database that `createDatabase` (test/database.ts) created. Only databases with a clock are changed.
 */
export async function createTestClock(db: Db, offsetFile?: string): Promise<TestClock> {
  await sql.raw(installClock).execute(db)
  let offsetMs = 0
  async function shift(ms: number) {
    if (ms === offsetMs) return
    await sql`select test_clock.shift(${runOffsetMs + ms}::bigint)`.execute(db)
    shiftDate((offsetMs = ms))
    if (!offsetFile) return
    writeFileSync(`${offsetFile}.new`, String(ms))
    renameSync(`${offsetFile}.new`, offsetFile)
    await sleep(rereadMs + 10)
  }
  afterEach(() => shift(0))
  return {
    set: (moment) => shift(offsetMs + new Date(moment).getTime() - Date.now()),
    advance: (ms) => shift(offsetMs + ms),
    reset: () => shift(0),
  }
}
