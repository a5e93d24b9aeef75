import { createHash } from 'node:crypto'
import pg from 'pg'
import { createCanceller, type Canceller } from './canceller.ts'
import { PooledConnection } from './pooled-connection.ts'
import { beginStatement } from './prepared-statement.ts'
import type { StatementScope } from './statement-scope.ts'

export interface PoolOptions {
  config: pg.ClientConfig
  maxConnections: number
  connectMs: number
  /** What each connection is told first. */
  setup: string
  onError: (error: Error) => void
}

interface Waiter {
  scope: StatementScope
  give: (connection: PooledConnection) => void
  stop: (reason: Error) => void
}

/** A new one costs a process, and plans every statement anew: a busy minute after a quiet one would begin with slow answers. */
const idleMs = 600_000
const maxPreparedStatements = 1000

/**
 * Connections for statements that end with their {@link StatementScope}: in the line for a connection as well as in PostgreSQL,
 * where they are cancelled. A connection is used again when its statement has really ended; until then it counts as busy, so
 * that given up statements never are more than the pool is wide. (pg's own pool can neither leave its line nor cancel.)
 */
export class ConnectionPool {
  readonly #options: PoolOptions
  readonly #canceller: Canceller
  readonly #open = new Set<PooledConnection>()
  /** Used longest ago first. */
  readonly #idle: PooledConnection[] = []
  readonly #line = new Set<Waiter>()
  readonly #statementNames = new Map<string, string>()
  #connecting = 0
  #isAway = false
  #onEnd: (() => void) | undefined
  readonly #sweep: NodeJS.Timeout

  constructor(options: PoolOptions) {
    this.#options = options
    this.#canceller = createCanceller(options.config)
    this.#sweep = setInterval(() => this.#closeUnused(), idleMs / 10).unref()
  }

  get figures() {
    return { total: this.#open.size + this.#connecting, idle: this.#idle.length, waiting: this.#line.size }
  }

  /** First come, first served. @throws StatementEnded when the scope ends first, and whatever keeps us from connecting */
  async acquire(scope: StatementScope): Promise<PooledConnection> {
    const idle = this.#idle.pop()
    if (!idle) return this.#queue(scope)
    idle.begin(scope)
    return idle
  }

  /** Closes what is idle now, and what is busy when it is released. */
  async end(): Promise<void> {
    clearInterval(this.#sweep)
    const ended = new Promise<void>((resolve) => (this.#onEnd = resolve))
    for (const connection of this.#idle.splice(0)) this.#remove(connection)
    for (const { stop } of this.#line) stop(new Error('the pool of connections was closed'))
    this.#endIfEmpty()
    await ended
    await this.#canceller.end()
  }

  #queue(scope: StatementScope) {
    return new Promise<PooledConnection>((resolve, reject) => {
      const waiter: Waiter = {
        scope,
        give: (connection) => {
          this.#leaveLine(waiter)
          connection.begin(scope)
          resolve(connection)
        },
        stop: (reason) => {
          this.#leaveLine(waiter)
          reject(reason)
        },
      }
      if (this.#onEnd) throw new Error('the pool of connections was closed')
      scope.enter(waiter.stop)
      this.#line.add(waiter)
      this.#grow()
    })
  }
  #leaveLine(waiter: Waiter) {
    this.#line.delete(waiter)
    waiter.scope.leave(waiter.stop)
  }

  /** As many new connections as somebody waits for. A database that did not answer is knocked at by one at a time. */
  #grow() {
    const { maxConnections } = this.#options
    while (this.#line.size > this.#connecting && this.#open.size + this.#connecting < maxConnections && !(this.#isAway && this.#connecting))
      void this.#connect()
  }
  async #connect() {
    this.#connecting++
    try {
      const connection = await this.#openConnection()
      this.#connecting--
      this.#isAway = false
      this.#open.add(connection)
      this.#give(connection)
      this.#grow()
    } catch (error) {
      this.#connecting--
      this.#isAway = true
      // With others in use, one of them may become free in time.
      if (!this.#open.size) for (const { stop } of this.#line) stop(error as Error)
      this.#endIfEmpty()
    }
  }
  async #openConnection() {
    const { config, setup, connectMs } = this.#options
    const client = new pg.Client({ ...config, connectionTimeoutMillis: connectMs, keepAlive: true })
    // Heard again below; between the two nothing must end the process.
    client.on('error', () => undefined)
    const late = setTimeout(() => void client.end(), connectMs).unref()
    try {
      await client.connect()
      await client.query(beginStatement)
      const results = (await client.query(`commit; ${setup}; select pg_backend_pid() as pid`)) as unknown as pg.QueryResult<{
        pid: number
      }>[]
      const connection = new PooledConnection(client, results.at(-1)!.rows[0]!.pid, {
        nameOf: (text) => this.#nameOf(text),
        cancel: (pid) => this.#canceller.cancel(pid),
        giveBack: (given) => this.#give(given),
        remove: (given) => this.#remove(given),
      })
      client.on('error', (error) => this.#lose(connection, error))
      return connection
    } catch (error) {
      void client.end()
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  /** None for the odd one out when there are too many kinds (lists of varying length). */
  #nameOf(text: string) {
    let name = this.#statementNames.get(text)
    if (!name && this.#statementNames.size < maxPreparedStatements)
      this.#statementNames.set(text, (name = createHash('sha1').update(text).digest('base64url')))
    return name
  }

  #give(connection: PooledConnection) {
    if (!this.#open.has(connection)) return
    if (this.#onEnd) return this.#remove(connection)
    const [next] = this.#line
    if (next) next.give(connection)
    else this.#idle.push(connection)
  }
  #remove(connection: PooledConnection) {
    if (!this.#open.delete(connection)) return
    void connection.close()
    if (this.#onEnd) this.#endIfEmpty()
    else this.#grow()
  }
  /** A connection broke. In use, its statement says so. */
  #lose(connection: PooledConnection, error: Error) {
    const at = this.#idle.indexOf(connection)
    if (at >= 0) {
      this.#idle.splice(at, 1)
      this.#options.onError(error)
    }
    this.#remove(connection)
  }

  #closeUnused() {
    while (this.#idle[0] && this.#idle[0].unusedMs > idleMs) this.#remove(this.#idle.shift()!)
  }
  #endIfEmpty() {
    if (this.#onEnd && !this.#open.size && !this.#connecting) this.#onEnd()
  }
}
