import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type AppliedMigration, checksumOf, type Migration, withBaseline } from './baseline.ts'
import { databaseTimeouts, timeoutSettings } from './database-timeouts.ts'
import { messageOf, SetupError } from '../setup-error.ts'

/** "migrate" in ASCII: an advisory lock, so that processes that start together migrate in sequence. */
const schemaLock = 0x6d6967726174

/**
 * Less than PostgreSQL's `deadlock_timeout` of 1 s. In a deadlock with a request, the migration is therefore aborted instead of the
 * request, and then starts again.
 */
const lockTimeoutMs = 500

export interface MigrateOptions {
  /** Name of the last migration to apply, without functions. Default: all, with functions. */
  upTo?: string
}

/**
 * Brings a database up to date. Applies the missing migrations `NNNN_name.sql` of `folder` in order, then the changed files of
 * `folder/functions`. Each file is a transaction.
 * @returns the names of the applied files
 * @throws SetupError if a file fails, if an applied migration was changed or is missing, if a new one precedes an applied one, or if the
 *   database is older than the baseline
 */
export async function migrate(url: string, folder: string, { upTo }: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(folder).filter(({ name }) => upTo === undefined || name <= upTo)
  const functions = upTo === undefined ? readFunctions(folder) : []
  const client = new pg.Client({ connectionString: url, application_name: 'choice migration' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [schemaLock])
    await client.query(timeoutSettings({ ...databaseTimeouts.maintenance, lockMs: lockTimeoutMs }))
    await client.query(
      `create table if not exists migration (name text collate "C" primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<AppliedMigration>('select name, checksum from migration order by name')
    const applied = withBaseline(rows, migrations)
    const missing = [...missingIn(migrations, applied.filter(isMigration)), ...listChanged(functions, applied)]
    if (applied !== rows) await replaceAppliedMigrations(client, applied[0]!)
    for (const migration of missing) await applyMigration(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Function files are named `functions/…`. */
const isMigration = ({ name }: AppliedMigration) => /^\d/.test(name)

/** Reads the migrations of a folder in order. @throws SetupError for invalid names */
export function readMigrations(folder: string): Migration[] {
  const names = listSql(folder)
  names.forEach((name, index) => {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new SetupError(`The migration ${name} is not named like 0001_accounts.sql.`)
    if (name.slice(0, 4) === names[index - 1]?.slice(0, 4))
      throw new SetupError(`The migrations ${names[index - 1]} and ${name} have the same number.`)
  })
  return names.map((name) => readSql(folder, name))
}

const readFunctions = (folder: string) =>
  existsSync(join(folder, 'functions')) ? listSql(join(folder, 'functions')).map((name) => readSql(folder, `functions/${name}`)) : []

const listSql = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()

function readSql(folder: string, name: string): Migration {
  const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
  return { name, text, checksum: checksumOf(text) }
}

/** Replaces the rows of the migrations before the baseline with the baseline's row. */
const replaceAppliedMigrations = (client: pg.Client, { name, checksum }: AppliedMigration) =>
  client.query('with former as (delete from migration where name < $1) insert into migration (name, checksum) values ($1, $2)', [
    name,
    checksum,
  ])

function listChanged(functions: readonly Migration[], applied: readonly AppliedMigration[]) {
  const appliedChecksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  return functions.filter(({ name, checksum }) => appliedChecksums.get(name) !== checksum)
}

function missingIn(migrations: readonly Migration[], applied: readonly AppliedMigration[]) {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = byName.get(name)
    if (!migration)
      throw new SetupError(
        `The database has the migration ${name}, which this release does not know: start the newer release that made it.`,
      )
    if (migration.checksum !== checksum)
      throw new SetupError(
        `The migration ${name} was changed after the database had applied it: put the file back, and make the change in a new one.`,
      )
    byName.delete(name)
  }
  const missing = [...byName.values()]
  const last = applied.at(-1)?.name ?? ''
  const lateMigration = missing.find(({ name }) => name < last)
  if (lateMigration)
    throw new SetupError(
      `The migration ${lateMigration.name} comes before ${last}, which the database has already applied: give it a higher number.`,
    )
  return missing
}

/**
 * Applies a file as one transaction. A migration that waits for a lock blocks the requests behind it. So it stops waiting after {@link
 * lockTimeoutMs}, lets the requests pass and retries, for a minute at most.
 */
async function applyMigration(client: pg.Client, migration: Migration) {
  const lastStart = performance.now() + databaseTimeouts.maintenance.lockMs
  for (;;) {
    try {
      return await applyOnce(client, migration)
    } catch (error) {
      if (!isLocked(error) || performance.now() > lastStart) throw failureOf(migration, error)
      await sleep(lockTimeoutMs * Math.random())
    }
  }
}

async function applyOnce(client: pg.Client, { name, text, checksum }: Migration) {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query(
      `insert into migration (name, checksum) values ($1, $2)
        on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
      [name, checksum],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Whether the error is a lock timeout or a deadlock. */
const isLocked = (error: unknown) => ['55P03', '40P01'].includes((error as pg.DatabaseError).code ?? '')

function failureOf({ name, text }: Migration, error: unknown) {
  const position = Number((error as pg.DatabaseError).position)
  const line = position ? `, line ${text.slice(0, position).split('\n').length}` : ''
  return new SetupError(`The migration ${name} failed and was undone: ${messageOf(error)}${line}.`)
}
