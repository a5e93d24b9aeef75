import type { Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withBaseline } from './baseline.ts'
import { databaseTimeouts, timeoutSettings } from './database-timeouts.ts'
import type { DumpHead, DumpedTable } from './dump.ts'
import { migrate, readMigrations } from './migrate.ts'
import { messageOf, SetupError } from '../setup-error.ts'

export interface DumpLoader {
  /** Accepts all rows of a table in the format of {@link Dump.copy}. */
  copy: (table: DumpedTable) => Writable
  /** Commits everything in one transaction. */
  finish: () => Promise<void>
  /** Discards everything. */
  close: () => Promise<void>
}

/** Checks what a database contains and how many clients use it, before it is overwritten. */
export async function inspectDatabase(url: string): Promise<{ isEmpty: boolean; users: number }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ isEmpty: boolean; users: number }>(`
      select not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as "isEmpty",
        (select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'choice') as users`)
    return rows[0]!
  })
}

/** Deletes all contents of a database: tables, functions, types, waiting jobs. */
export async function emptyDatabase(url: string): Promise<void> {
  await withClient(url, (client) => client.query('begin; drop schema public cascade; create schema public; commit')).catch(
    (error: unknown) => {
      throw new SetupError(`The database cannot be emptied (${messageOf(error)}): its user has to own it.`)
    },
  )
}

/** Returns the newest migration of a dump. @throws SetupError if the migrations up to that one differ in this release */
export function findLastMigration(head: DumpHead, migrations: string): string {
  const available = readMigrations(migrations)
  const dumped = withBaseline(head.migrations, available)
  const checksums = new Map(available.map(({ name, checksum }) => [name, checksum]))
  const other = dumped.find(({ name, checksum }) => checksums.get(name) !== checksum)
  if (other)
    throw new SetupError(`The backup was made with another ${other.name} than this release has: restore it with the release that made it.`)
  return dumped.at(-1)?.name ?? ''
}

/**
 * Creates the tables of a dump in an empty database and loads its rows, in one transaction. Drops foreign keys and disables triggers until
 * all rows are loaded, in any order; PostgreSQL then checks the keys.
 */
export async function openDumpLoader(url: string, head: DumpHead, migrations: string): Promise<DumpLoader> {
  await migrate(url, migrations, { upTo: findLastMigration(head, migrations) })
  const client = new pg.Client({ connectionString: url, application_name: 'choice restore' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(timeoutSettings(databaseTimeouts.maintenance))
  const keys: { table: string; name: string; definition: string }[] = []
  try {
    await client.query('begin')
    for (const { name, parent, bound } of head.partitions)
      await client.query(`create table if not exists ${name} partition of ${parent} ${bound}`)
    keys.push(...(await lockKeys(client)))
    for (const { name } of head.tables) await client.query(`alter table ${name} disable trigger user`)
    if (head.tables.length) await client.query(`truncate ${head.tables.map(({ name }) => name).join(', ')}`)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    copy: ({ name, columns }) => client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)),
    async finish() {
      for (const { name, value } of head.sequences) await client.query('select setval($1::regclass, $2)', [name, value])
      for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
      for (const { name } of head.tables) await client.query(`alter table ${name} enable trigger user`)
      await client.query('commit')
      await client.query('analyze')
      await client.end()
      await migrate(url, migrations)
    },
    close: () => client.end(),
  }
}

async function lockKeys(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by oid`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url, application_name: 'choice restore' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(timeoutSettings(databaseTimeouts.maintenance))
    return await work(client)
  } finally {
    await client.end()
  }
}
