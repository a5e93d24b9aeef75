import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Driver } from 'kysely'
import pg from 'pg'
import type { DatabaseTimeouts } from './database-timeouts.ts'
import { PooledConnection } from './pooled-connection.ts'
import type { StatementScope } from './statement-scope.ts'

export interface PoolOptions {
  config: pg.ClientConfig
  maxConnections: number
  timeouts: DatabaseTimeouts
  /** Statements that each new connection runs first. */
  setup: string
  onError: (error: Error) => void
}

/** Idle connections stay open for long, because a new connection costs a process and plans every statement again. */
const idleTimeoutMillis = 600_000
const maxPreparedStatements = 1000
const cancelTimeoutMs = 2000
const retryMs = 20

const ignore = () => undefined

/** pg's pool as a Kysely driver. Its connections end statements with their {@link StatementScope}. */
export class ConnectionPool implements Driver {
  readonly timeouts: DatabaseTimeouts
  readonly #pool: pg.Pool
  /**
   * Cancels statements over one connection, so that many cancels cost one backend. Replaces PostgreSQL's cancel request, which is
   * unencrypted.
   */
  readonly #control: pg.Pool
  readonly #pids = new WeakMap<pg.ClientBase, number>()
  readonly #statementNames = new Map<string, string>()
  #closing: Promise<void> | undefined

  constructor({ config, maxConnections, timeouts, setup, onError }: PoolOptions) {
    this.timeouts = timeouts
    const { connectMs } = timeouts
    const setUp = async (client: pg.ClientBase) => {
      // pg's pool listens to idle connections only, and an error without a listener would end the process.
      client.on('error', ignore)
      const timer = setTimeout(() => void (client as pg.Client).end(), connectMs).unref()
      // Several statements in one text return a result each.
      const results: unknown = await client.query(`${setup}; select pg_backend_pid() as pid`)
      clearTimeout(timer)
      this.#pids.set(client, (results as pg.QueryResult<{ pid: number }>[]).at(-1)!.rows[0]!.pid)
    }
    this.#pool = new pg.Pool({
      ...config,
      Client: clientWith(connectMs),
      max: maxConnections,
      idleTimeoutMillis,
      keepAlive: true,
      // pg awaits the returned promise, although pg's types don't say so.
      onConnect: (client): unknown => setUp(client),
    })
    this.#pool.on('error', onError)
    const control = { connectionTimeoutMillis: cancelTimeoutMs, query_timeout: cancelTimeoutMs, idleTimeoutMillis: 30_000 }
    this.#control = new pg.Pool({ ...config, ...control, max: 1, keepAlive: true })
    this.#control.on('error', ignore)
  }

  get figures(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { total: totalCount, idle: idleCount, waiting: waitingCount }
  }

  /**
   * Returns a free connection, first come, first served. @throws StatementEndedError if the scope ends first, and the error of a failed
   * connection
   */
  async acquire(scope: StatementScope): Promise<PooledConnection> {
    for (;;) {
      let connecting: Promise<pg.PoolClient> | undefined
      // pg's pool can't remove a waiter. A connection that arrives after the scope's end is released immediately.
      const releaseLate = () => void connecting?.then((client) => client.release(), ignore)
      try {
        const client = await scope.wait(() => (connecting = this.#pool.connect()), releaseLate)
        return new PooledConnection(client, scope, this)
      } catch (error) {
        // 53300: PostgreSQL accepts no more connections. Retries until one of this pool's connections is free.
        if ((error as { code?: unknown }).code !== '53300' || !this.#pool.totalCount) throw error
        await scope.wait(() => sleep(retryMs))
      }
    }
  }

  /** Cancels the running statement of a connection. @throws if PostgreSQL can't be reached in time */
  async cancel(client: pg.PoolClient): Promise<void> {
    await this.#control.query('select pg_cancel_backend($1)', [this.#pids.get(client)])
  }

  /**
   * Returns the name under which a statement is prepared; undefined if there are too many statements, such as those with lists of varying
   * length.
   */
  nameOf(text: string): string | undefined {
    let name = this.#statementNames.get(text)
    if (!name && this.#statementNames.size < maxPreparedStatements)
      this.#statementNames.set(text, (name = createHash('sha1').update(text).digest('base64url')))
    return name
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<never> {
    return Promise.reject(new Error('connections are acquired with a scope'))
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release()
  }

  beginTransaction(connection: PooledConnection): Promise<void> {
    return connection.beginTransaction()
  }

  commitTransaction(connection: PooledConnection): Promise<void> {
    return connection.endTransaction('commit')
  }

  rollbackTransaction(connection: PooledConnection): Promise<void> {
    return connection.endTransaction('rollback')
  }

  /** Closes idle connections now, and busy connections when they are released. */
  destroy(): Promise<void> {
    return (this.#closing ??= this.#pool.end().then(() => this.#control.end()))
  }
}

/** Returns a client class with this time limit for connecting. The pool's own option would also limit the wait for a busy connection. */
const clientWith = (connectionTimeoutMillis: number) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis })
    }
  }
