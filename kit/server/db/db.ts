import {
  type ConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import { ConnectionPool } from './connection-pool.ts'
import { databaseTimeouts, type DatabaseTimeouts, timeoutSettings } from './database-timeouts.ts'
import type { DB } from './schema.gen.ts'
import { setSession } from './session-settings.ts'
import { StatementEnded, StatementScope } from './statement-scope.ts'

/** A database or an open transaction: every query takes one first, so none can escape its transaction. */
export type Db = Kysely<DB>

// Numbers that JSON can hold: positions and counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface DatabaseOptions {
  /** A connection string, or host (a socket folder), user and database. */
  connection: string | pg.ConnectionConfig
  maxConnections?: number
  /** For what it is used. Default: requests. */
  timeouts?: DatabaseTimeouts
  onError: (error: Error) => void
}

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()

/** A pool of connections. Each statement has the time of {@link DatabaseTimeouts}; {@link bindScope} gives several theirs together. */
export function createDb({ connection, maxConnections = 10, timeouts = databaseTimeouts.request, onError }: DatabaseOptions): Db {
  const pool = new ConnectionPool({
    config: { ...(typeof connection === 'string' ? { connectionString: connection } : connection), application_name: 'choice' },
    maxConnections,
    timeouts,
    // A statement with a limit looks cheaper planned for its values, so PostgreSQL would plan it anew each time, at more than it costs to run.
    setup: `${timeoutSettings(timeouts)}; ${setSession}; set plan_cache_mode = force_generic_plan`,
    onError,
  })
  return new PooledDatabase(pool, () => new StatementScope(timeouts.waitMs, { renewed: true }))
}

/** The timeouts that {@link createDb} gave the pool of a database. */
export const timeoutsOf = (db: Db): DatabaseTimeouts => poolOf(db).timeouts

/** The same database for one piece of work: what it asks has one budget of time, and ends with `scope`. */
export function bindScope(db: Db, scope: StatementScope): Db {
  return new PooledDatabase(poolOf(db), () => scope)
}

/** The same database with this much time for each statement, the wait for a connection included. */
export function limitWait(db: Db, waitMs: number): Db {
  return new PooledDatabase(poolOf(db), () => new StatementScope(waitMs, { renewed: true }))
}

/**
 * Waits for something that a piece of work needs besides statements: it counts in the same budget of time.
 * @param onEnd called when that ends during the wait
 * @throws StatementEnded when that ends first
 */
export function waitWithinScope<T>(db: Db, awaited: Promise<T>, onEnd?: (reason: StatementEnded) => void): Promise<T> {
  if (!(db instanceof PooledDatabase)) return awaited
  // Its failure may come after the end.
  awaited.catch(() => undefined)
  return db.scopeOf().wait(() => awaited, onEnd)
}

const dialect: Dialect = {
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => {
    throw new Error('a database is made by createDb')
  },
}
const config = { dialect }

const connectionsOf = (pool: ConnectionPool, scopeOf: () => StatementScope): ConnectionProvider => ({
  async provideConnection(consumer) {
    const connection = await pool.acquire(scopeOf())
    try {
      return await consumer(connection)
    } finally {
      connection.release()
    }
  },
})

/**
 * A database whose statements run on a pool's connections. Each request has one of its own, so it is kept light: what it belongs to
 * stands in fields, since entries of a WeakMap would cost more to collect than all else that a request leaves behind.
 */
class PooledDatabase extends Kysely<DB> {
  readonly pool: ConnectionPool
  /** The budget of time that a statement has. */
  readonly scopeOf: () => StatementScope

  constructor(pool: ConnectionPool, scopeOf: () => StatementScope) {
    super({ config, dialect, driver: pool, executor: new DefaultQueryExecutor(compiler, adapter, connectionsOf(pool, scopeOf)) })
    this.pool = pool
    this.scopeOf = scopeOf
  }
}

/** @throws for an open transaction: what waits there holds a connection already, which has limits of its own */
function poolOf(db: Db): ConnectionPool {
  if (!(db instanceof PooledDatabase)) throw new Error('a transaction has no pool of its own')
  return db.pool
}

/** How many connections of {@link createDb}'s pool there are, how many do nothing, and how many statements wait for one. */
export const poolFigures = (db: Db): { total: number; idle: number; waiting: number } => poolOf(db).figures

/** Is there no room left on the database's disk? */
export const isDatabaseFull = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '53100'

// Classes and codes of PostgreSQL (08 connection, 57P0x shutdown, 53 resources, 58030 disk, 55P03 lock, 57014 cancelled, 25P03 idle) and of the system.
const connectionCodes = /^(08|57P0[1-3]|53|58030|55P03|57014|25P0[34]|ECONN|ENOENT|EPIPE|ETIMEDOUT)/
const connectionTexts =
  /connection terminated|not currently accepting connections|timeout expired|client has encountered a connection error/i
/** Did the database fail to answer in time, or lack what it needs for it (room, memory, connections), as opposed to refusing a statement? */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof StatementEnded) return true
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && connectionCodes.test(code)) || connectionTexts.test(error.message)
}

/** The name of the constraint that a write broke, for unique (23505), check (23514) and foreign key (23503) violations. */
export function brokenConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' || code === '23514' || code === '23503' ? constraint : undefined
}

/** A time as the wire has it: ISO 8601, UTC, milliseconds. */
export const iso = (column: unknown): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** To the microsecond, as it is kept and compared: for cursors. */
export const exactIso = (column: unknown): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Bytes on the database's disk. */
export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]!.bytes
}

/** Answers when the database does; throws otherwise. */
export const isAlive = async (db: Db): Promise<void> => void (await sql`select 1`.execute(db))
