import { renameSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach } from 'vitest'
import type { Db } from '#kit/server/db.ts'
import { rereadMs, shiftDate } from './clock/offset-date.mjs'

export interface TestClock {
  /** Sets the time: an ISO 8601 string with an offset, or a date. The clock keeps running. */
  set: (moment: string | Date) => Promise<void>
  advance: (ms: number) => Promise<void>
  /** Back to real time; happens by itself after each test. */
  reset: () => Promise<void>
}

/**
 * One clock for JavaScript's `Date` in this process, `now()` and its like in the database, and, with `offsetFile`, `Date` in a product
 * that runs as a process. Call it at the top of a test file:
 *
 *     const server = await serve()
 *     const clock = await testClock(server.db)
 *     test('…', async () => {
 *       await clock.set('2026-10-25T02:59:50+02:00')
 *       await clock.advance(20_000)
 *
 * A product that runs as a process is started with `NODE_OPTIONS=--import=<absolute path of test/clock/offset-date.mjs>` and
 * `TEST_CLOCK_FILE=<path of a file>`, the same path as `offsetFile`; the file need not exist. Timers (`setTimeout`) are not shifted: jobs that
 * a schedule starts don't start earlier.
 *
 * @param db a database that `createDatabase` (test/database.ts) created. Only databases with a clock are changed.
 */
export async function testClock(db: Db, offsetFile?: string): Promise<TestClock> {
  await sql.raw(install).execute(db)
  let offsetMs = 0
  async function shift(ms: number) {
    if (ms === offsetMs) return
    await sql`select test_clock.shift(${ms}::bigint)`.execute(db)
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

// Overrides the functions in a schema that sessions search before `pg_catalog`. The offset is a constant in their bodies, so that PostgreSQL
// inlines them and plans as it would without them; replacing a function invalidates the plans that contain it. Column defaults bind to
// functions, not to names: they are set anew.
const install = `do $install$
  declare defaults text[];
  begin
    perform set_config('search_path', 'public', true);
    select array_agg(format('alter table only %s alter %I set default %s', adrelid::regclass, attname, pg_get_expr(adbin, adrelid)))
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where attgenerated = '' and pg_get_expr(adbin, adrelid) ~ '\\m(now|clock_timestamp)\\(\\)' into defaults;
    create schema test_clock;
    create function test_clock.shift(ms bigint) returns void language plpgsql as $shift$
      declare name text; volatility text;
      begin
        for name, volatility in values ('now', 'stable'), ('statement_timestamp', 'stable'), ('clock_timestamp', 'volatile') loop
          execute format('create or replace function test_clock.%I() returns timestamptz language sql %s parallel safe
            as ''select pg_catalog.%I() + interval ''''%s milliseconds''''''', name, volatility, name, ms);
        end loop;
      end $shift$;
    perform test_clock.shift(0);
    perform set_config('search_path', 'test_clock, public, pg_catalog', true);
    for i in 1 .. cardinality(defaults) loop
      execute defaults[i];
    end loop;
  end $install$`
