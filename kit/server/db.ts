import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.gen.ts'

/** A database or an open transaction: every query takes one first, so none can escape its transaction. */
export type Db = Kysely<DB>

// Numbers that JSON can hold: positions and counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const names = new Map<string, string>()
/** The name under which a statement is prepared; none for the odd one out when there are too many kinds (lists of varying length). */
function nameOf(text: string): string | undefined {
  let name = names.get(text)
  if (!name && names.size < 1000) names.set(text, (name = createHash('sha1').update(text).digest('base64url')))
  return name
}

const ignore = () => undefined

/** Prepares each distinct statement once a connection, so that PostgreSQL plans it once and not at every request. */
const preparing = (pool: pg.Pool): PostgresPool => ({
  async connect() {
    const client = await pool.connect()
    // A connection that breaks in use fails its statement, and says so once more: unheard, that would end the process.
    client.on('error', ignore)
    // Of a connection that gave no answer nothing more is asked, not even to roll back, and it isn't used again.
    let silence: Error | undefined
    const query = async (text: string, values: unknown[]) => {
      if (silence) throw silence
      const name = values.length ? nameOf(text) : undefined
      try {
        return await client.query(name ? { name, text, values } : { text, values })
      } catch (error) {
        if (error instanceof Error && error.message === 'Query read timeout') silence = error
        throw error
      }
    }
    const release = () => {
      if (!silence) client.off('error', ignore)
      client.release(silence)
    }
    return { query: query as unknown as PostgresPoolClient['query'], release }
  },
  end: () => pool.end(),
})

export interface DatabaseOptions {
  /** A connection string, or host (a socket folder), user and database. */
  connection: string | pg.ConnectionConfig
  maxConnections?: number
  onError: (error: Error) => void
}

/**
 * A pool of connections. Away: a query fails within 4 s (2 to connect), so that the answer can still be a 503 in time.
 */
export function createDb({ connection, maxConnections = 10, onError }: DatabaseOptions): Db {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: maxConnections,
    connectionTimeoutMillis: 2000,
    query_timeout: 4000,
    // A new one costs a process, and plans every statement anew: a busy minute after a quiet one would begin with slow answers.
    idleTimeoutMillis: 600_000,
    application_name: 'choice',
  })
  // An idle connection that breaks (the server went away) must not end the process.
  pool.on('error', onError)
  // A statement with a limit looks cheaper planned for its values, so PostgreSQL would plan it anew each time, at more than it costs to run.
  pool.on('connect', (client) => void client.query('set plan_cache_mode = force_generic_plan').catch(onError))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()
/** How many connections of {@link createDb}'s pool there are, how many do nothing, and how many statements wait for one. */
export function poolFigures(db: Db): { total: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

const connectionCodes = /^(08|57P0[1-3]|53|58030|ECONN|ENOENT|EPIPE|ETIMEDOUT)/
const connectionTexts =
  /connection terminated|not currently accepting connections|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error/i
/** Is there no room left on the database's disk? */
export const isDatabaseFull = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '53100'

/** Did the database fail to answer, or lack what it needs for it (class 53: room, memory, connections), as opposed to refusing a statement? */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
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

/** Answers when the database does; throws otherwise. */
export const isAlive = async (db: Db): Promise<void> => void (await sql`select 1`.execute(db))
