import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { databaseTimeouts, timeoutSettings } from './database-timeouts.ts'
import { messageOf, SetupError } from './setup-error.ts'

interface Migration {
  name: string
  text: string
  checksum: string
}

/** "migrate" in ASCII, an advisory lock: whoever would change the schema at the same moment waits for the first, however long. */
const schemaLock = 0x6d6967726174

export interface MigrateOptions {
  /** Name of the last file to apply; all, when left out. */
  upTo?: string
}

/**
 * Brings a database up to date: applies the files `NNNN_name.sql` of `folder` that it has not seen, in order, each in a transaction of its own.
 * @returns the names that were applied now
 * @throws SetupError when a file fails, an applied one was changed or is missing, or a new one comes before an applied one
 */
export async function migrate(url: string, folder: string, { upTo }: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(folder).filter(({ name }) => upTo === undefined || name <= upTo)
  const client = new pg.Client({ connectionString: url, application_name: 'choice migration' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [schemaLock])
    await client.query(timeoutSettings(databaseTimeouts.maintenance))
    await client.query(
      `create table if not exists migration (name text collate "C" primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { rows: applied } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration order by name')
    const missing = missingIn(migrations, applied)
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  names.forEach((name, index) => {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new SetupError(`The migration ${name} is not named like 0001_accounts.sql.`)
    if (name.slice(0, 4) === names[index - 1]?.slice(0, 4))
      throw new SetupError(`The migrations ${names[index - 1]} and ${name} have the same number.`)
  })
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

function missingIn(migrations: Migration[], applied: { name: string; checksum: string }[]) {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = known.get(name)
    if (!migration)
      throw new SetupError(
        `The database has the migration ${name}, which this release does not know: start the newer release that made it.`,
      )
    if (migration.checksum !== checksum)
      throw new SetupError(
        `The migration ${name} was changed after the database had applied it: put the file back, and make the change in a new one.`,
      )
    known.delete(name)
  }
  const missing = [...known.values()]
  const last = applied.at(-1)?.name ?? ''
  const late = missing.find(({ name }) => name < last)
  if (late)
    throw new SetupError(
      `The migration ${late.name} comes before ${last}, which the database has already applied: give it a higher number.`,
    )
  return missing
}

async function apply(client: pg.Client, { name, text, checksum }: Migration) {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const position = Number((error as pg.DatabaseError).position)
    const line = position ? `, line ${text.slice(0, position).split('\n').length}` : ''
    throw new SetupError(`The migration ${name} failed and was undone: ${messageOf(error)}${line}.`)
  }
}
