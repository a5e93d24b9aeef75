import { setTimeout as sleep } from 'node:timers/promises'
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
import { StatementEndedError, StatementScope } from './statement-scope.ts'

/** A database or an open transaction. Every query function has a `Db` parameter, so that it runs inside its caller's transaction. */
export type Db = Kysely<DB>

// Parses bigint as a number: positions and counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface DatabaseOptions {
  /** A connection string, or host (a socket folder), user and database. */
  connection: string | pg.ConnectionConfig
  maxConnections?: number
  /** Default: the timeouts of requests. */
  timeouts?: DatabaseTimeouts
  onError: (error: Error) => void
}

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()

/**
 * Creates a database with a pool of connections. Each statement has the time limits of {@link DatabaseTimeouts}; {@link bindScope} gives
 * several statements one budget.
 */
export function createDb({ connection, maxConnections = 10, timeouts = databaseTimeouts.request, onError }: DatabaseOptions): Db {
  const pool = new ConnectionPool({
    config: { ...(typeof connection === 'string' ? { connectionString: connection } : connection), application_name: 'choice' },
    maxConnections,
    timeouts,
    // Uses one plan for all values. For a query with a limit, a plan for the given values looks cheaper, so PostgreSQL would plan each
    // time, which costs more than the statement itself.
    setup: `${timeoutSettings(timeouts)}; ${setSession}; set plan_cache_mode = force_generic_plan`,
    onError,
  })
  return new PooledDatabase(pool, () => new StatementScope(timeouts.waitMs, { renewed: true }))
}

/** Returns the timeouts of the pool behind a database. */
export const timeoutsOf = (db: Db): DatabaseTimeouts => poolOf(db).timeouts

interface ScopeOptions {
  /** False: transactions have effects outside of the database, so that an aborted one isn't run again. Default: true. */
  isRepeatable?: boolean
}
/** Returns the same database, bound to `scope`: its statements share one time budget, and are cancelled when the scope ends. */
export function bindScope(db: Db, scope: StatementScope, { isRepeatable = true }: ScopeOptions = {}): Db {
  return new PooledDatabase(poolOf(db), () => scope, isRepeatable)
}

/** Returns the same database with this time limit for each statement, including the wait for a connection. */
export function withStatementTimeout(db: Db, waitMs: number): Db {
  return new PooledDatabase(poolOf(db), () => new StatementScope(waitMs, { renewed: true }))
}

/**
 * Waits for work other than statements, within the time budget.
 * @param onEnd called if the budget ends during the wait
 * @throws StatementEndedError if the budget ends first
 */
export function waitWithinScope<T>(db: Db, pending: Promise<T>, onEnd?: (reason: StatementEndedError) => void): Promise<T> {
  if (!(db instanceof PooledDatabase)) return pending
  // Ignores a rejection after the scope has ended.
  pending.catch(() => undefined)
  return db.scopeOf().wait(() => pending, onEnd)
}

/** Maximum runs of an aborted statement or transaction, and the maximum pause between two runs. */
const maxAttempts = 3
const pauseMs = 50

const dialect: Dialect = {
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => {
    throw new Error('a database is made by createDb')
  },
}
const config = { dialect }

/**
 * Provides a connection for each statement and each transaction. Repeats statements and transactions that PostgreSQL aborted, a few times.
 * Work in a transaction must therefore be repeatable: its effects outside of the database come last, or may happen twice.
 */
const connectionsOf = (pool: ConnectionPool, scopeOf: () => StatementScope, isRepeatable: boolean): ConnectionProvider => ({
  async provideConnection(consumer) {
    for (let attempt = 1; ; attempt++) {
      const scope = scopeOf()
      const connection = await pool.acquire(scope)
      try {
        return await consumer(connection)
      } catch (error) {
        if (!isRepeatable || attempt === maxAttempts || !isAborted(error)) throw error
      } finally {
        connection.release()
      }
      // A random pause, so that the same transactions don't collide again.
      await scope.wait(() => sleep(Math.random() * pauseMs))
    }
  },
})

/**
 * A database whose statements run on a pool's connections. Each request creates one, so it is kept light. Its context is in fields, because
 * entries of a WeakMap would cost more garbage collection than the rest of a request.
 */
class PooledDatabase extends Kysely<DB> {
  readonly pool: ConnectionPool
  /** Returns the time budget of a statement. */
  readonly scopeOf: () => StatementScope

  constructor(pool: ConnectionPool, scopeOf: () => StatementScope, isRepeatable = true) {
    super({
      config,
      dialect,
      driver: pool,
      executor: new DefaultQueryExecutor(compiler, adapter, connectionsOf(pool, scopeOf, isRepeatable)),
    })
    this.pool = pool
    this.scopeOf = scopeOf
  }
}

/** @throws for an open transaction, whose connection has its own limits */
function poolOf(db: Db): ConnectionPool {
  if (!(db instanceof PooledDatabase)) throw new Error('a transaction has no pool of its own')
  return db.pool
}

/** Returns the numbers of connections, idle connections and waiting statements of the pool. */
export const poolFigures = (db: Db): { total: number; idle: number; waiting: number } => poolOf(db).figures

/** Whether the database's disk is full. */
export const isDatabaseFull = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '53100'

// PostgreSQL's classes and codes (08 connection, 57P0x shutdown, 53 resources, 58030 disk, 55P03 lock, 57014 cancelled,
// 25P03 idle), and codes of the operating system.
const connectionCodePattern = /^(08|57P0[1-3]|53|58030|55P03|57014|25P0[34]|ECONN|ENOENT|EPIPE|ETIMEDOUT)/
const connectionTexts =
  /connection terminated|not currently accepting connections|timeout expired|client has encountered a connection error/i

/**
 * Whether PostgreSQL aborted the transaction because of a conflict with others: a deadlock, or a serialization failure. The transaction may
 * be repeated.
 */
const isAborted = (error: unknown): boolean => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return code === '40P01' || code === '40001'
}

/** Whether the database failed to respond in time, was too busy with concurrent transactions, or lacked resources (disk, memory, connections), as opposed to refusing a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof StatementEndedError || isAborted(error)) return true
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && connectionCodePattern.test(code)) || connectionTexts.test(error.message)
}

/** Returns the name of the violated constraint, for unique (23505), check (23514) and foreign key (23503) violations. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' || code === '23514' || code === '23503' ? constraint : undefined
}

/** Formats a time for responses: ISO 8601, UTC, milliseconds. */
export const isoTime = (column: unknown): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Formats a time to the microsecond, as stored and compared, for cursors. */
export const exactIsoTime = (column: unknown): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Returns the size of the database in bytes. */
export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]!.bytes
}

/** Resolves if the database responds, else throws. */
export const assertDatabaseResponds = async (db: Db): Promise<void> => void (await sql`select 1`.execute(db))

/** Runs a statement that writes. @returns whether it changed a row */
export const executeWrite = async (db: Db, statement: RawBuilder<unknown>): Promise<boolean> =>
  ((await statement.execute(db)).numAffectedRows ?? 0n) > 0n

/** Runs a statement that selects or returns `id`. */
export const queryIds = async (db: Db, statement: RawBuilder<unknown>): Promise<string[]> =>
  ((await statement.execute(db)).rows as { id: string }[]).map(({ id }) => id)

/** Runs a read. @returns whether it found a row */
export const rowExists = async (db: Db, statement: RawBuilder<unknown>): Promise<boolean> => (await statement.execute(db)).rows.length > 0
