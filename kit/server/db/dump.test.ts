// @module-tag slow
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { databaseUrl } from '#test/database.ts'
import { checksumOf } from './baseline.ts'
import { createDb } from './db.ts'
import { type Dump, openDump } from './dump.ts'
import { defineJob, PermanentJobError } from '../jobs/job.ts'
import { createJobs } from '../jobs/jobs.ts'
import { emptyDatabase, inspectDatabase, openDumpLoader } from './load-dump.ts'
import { createLog } from '../log.ts'
import { migrate } from './migrate.ts'

const { adminUrl } = inject('database')
const migrations = mkdtempSync(join(tmpdir(), 'choice-dump-'))
const databases: string[] = []

async function createNewDatabase() {
  const name = `dump_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await query(adminUrl, `create database ${name}`)
  return databaseUrl(adminUrl, name)
}
async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}
async function load(url: string, dump: Dump, folder = migrations) {
  const target = await openDumpLoader(url, dump.head, folder)
  for (const table of dump.head.tables) await pipeline(Readable.from(dump.copy(table)), target.copy(table))
  await target.finish()
}

afterAll(async () => {
  for (const name of databases) await query(adminUrl, `drop database if exists ${name} with (force)`)
  rmSync(migrations, { recursive: true, force: true })
})

// Contains everything that can obstruct loading rows: circular keys, computed columns, a counting trigger, seeded rows and partitions.
const firstMigration = `create table person (id bigint generated always as identity primary key, name text not null, best_friend bigint references person,
     name_length int generated always as (length(name)) stored, born date, photo bytea, facts jsonb, "order" numeric(30, 10));
   create table counter (people int not null);
   insert into counter values (0);
   create function count_person() returns trigger language plpgsql as $$ begin update counter set people = people + 1; return new; end $$;
   create trigger count_person after insert on person for each row execute function count_person();
   create table visit (at timestamptz not null, person_id bigint not null references person) partition by range (at);
   create unlogged table scratch (x int);`
writeFileSync(join(migrations, '0001_first.sql'), firstMigration)
const laterFile = join(migrations, '0002_later.sql')

async function fill(url: string) {
  await migrate(url, migrations)
  await query(
    url,
    `create table visit_2026_01 partition of visit for values from ('2026-01-01') to ('2026-02-01');
     insert into person (name, born, photo, facts, "order") values
       (E'Zoë\\\\ \\t "quoted"\\n\\\\.\\n', '1990-02-28', '\\x00ff0a5c', '{"a": [1, "\\u20ac\\n"]}', 12345678901234567890.0123456789), ('', null, null, null, null);
     update person set best_friend = 3 - id;
     insert into visit values ('2026-01-15T12:00:00.123456Z', 1);
     insert into scratch values (1);`,
  )
}
const selectAllRows = `select (select jsonb_agg(to_jsonb(person) order by id) from person) as people, (select jsonb_agg(counter) from counter) as counter,
  (select jsonb_agg(to_jsonb(visit) || jsonb_build_object('in', tableoid::regclass::text)) from visit) as visits, (select count(*)::int from scratch) as scratch`

test('a restored database equals the original, and remains usable', async () => {
  const [from, to] = [await createNewDatabase(), await createNewDatabase()]
  await fill(from)
  const [before] = await query(from, selectAllRows)
  const dump = await openDump(from)
  // Concurrent changes are not part of the dump.
  await query(from, `insert into person (name) values ('late')`)
  await load(to, dump)
  await dump.close()
  const [after] = await query(to, selectAllRows)
  expect(after).toEqual({ ...(before as object), scratch: 0 })

  await query(to, `insert into person (name, best_friend) values ('new', 1)`)
  expect(await query(to, `select id, people from person, counter where name = 'new'`)).toEqual([{ id: 3, people: 3 }])
  await expect(query(to, `insert into person (name, best_friend) values ('lonely', 99)`)).rejects.toThrow('person_best_friend_fkey')
})

test('a dump of an older release is migrated', async () => {
  const [from, to] = [await createNewDatabase(), await createNewDatabase()]
  await fill(from)
  const dump = await openDump(from)
  writeFileSync(laterFile, `alter table person add nick text; update person set nick = 'the ' || id;`)
  try {
    await load(to, dump)
  } finally {
    await dump.close()
    rmSync(laterFile)
  }
  expect(await query(to, 'select nick from person order by id')).toEqual([{ nick: 'the 1' }, { nick: 'the 2' }])
})

test('a dump of a newer or a different release is refused', async () => {
  const [from, to] = [await createNewDatabase(), await createNewDatabase()]
  await fill(from)
  const dump = await openDump(from)
  await dump.close()
  const changed = { ...dump.head, migrations: [...dump.head.migrations, { name: '0002_unknown.sql', checksum: 'x' }] }
  await expect(openDumpLoader(to, changed, migrations)).rejects.toThrow(
    'The backup was made with another 0002_unknown.sql than this release has',
  )
})

test('waiting and dead jobs are kept', async () => {
  const [from, to] = [await createNewDatabase(), await createNewDatabase()]
  const job = defineJob('dump-test', z.object({ n: z.number() }))
  const open = async (url: string, handler: (n: number) => Promise<void>) => {
    const db = createDb({ connection: url, onError: () => undefined })
    const jobs = createJobs({ db, log: createLog({ level: 'silent' }) })
    jobs.work(job, ({ n }) => handler(n))
    await jobs.start()
    return { jobs, close: async () => (await jobs.stop(), await db.destroy()) }
  }
  await migrate(from, 'migrations')
  const before = await open(from, async () => {
    throw new PermanentJobError('in vain')
  })
  await before.jobs.send(job, { n: 6 })
  await expect.poll(() => before.jobs.listDead(), { timeout: 10_000 }).toHaveLength(1)
  await before.jobs.send(job, { n: 7 }, { startAfter: 3 })
  const deadJobs = await before.jobs.listDead()
  await before.close()

  const dump = await openDump(from)
  await load(to, dump, 'migrations')
  await dump.close()
  const done: number[] = []
  const after = await open(to, async (n) => void done.push(n))
  expect(await after.jobs.listDead()).toEqual(deadJobs)
  await expect.poll(() => done, { timeout: 15_000 }).toEqual([7])
  await after.close()
})

test('a backup from before the baseline is restored if it is complete, else refused', async () => {
  const [from, to] = [await createNewDatabase(), await createNewDatabase()]
  await fill(from)
  const dump = await openDump(from)
  const folder = mkdtempSync(join(migrations, 'baseline-'))
  const migrationList = dump.head.migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')
  writeFileSync(
    join(folder, '0010_baseline.sql'),
    `-- Replaces the migrations up to 0001_first.sql with the checksum ${checksumOf(migrationList)}.\n${firstMigration}`,
  )
  try {
    await load(to, dump, folder)
    expect(await query(to, 'select name from migration')).toEqual([{ name: '0010_baseline.sql' }])
    expect(await query(to, 'select count(*)::int as people from person')).toEqual([{ people: 2 }])
    const older = { ...dump.head, migrations: [{ name: '0000_older.sql', checksum: 'x' }] }
    await expect(openDumpLoader(to, older, folder)).rejects.toThrow("This release can't upgrade from the migration 0000_older.sql")
  } finally {
    await dump.close()
  }
})

test('an emptied database is empty', async () => {
  const url = await createNewDatabase()
  await fill(url)
  expect(await inspectDatabase(url)).toEqual({ isEmpty: false, users: 0 })
  await emptyDatabase(url)
  expect(await inspectDatabase(url)).toEqual({ isEmpty: true, users: 0 })
})
