import { setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { isCopy, sendCopy } from './copy-rows.ts'
import type { StatementEndedError, StatementScope } from './statement-scope.ts'

type Result = Pick<pg.QueryResult<Record<string, unknown>>, 'command' | 'rowCount' | 'rows'>

/**
 * Whether PostgreSQL refused a prepared statement because its columns have changed. It refuses the statement until the connection is
 * closed.
 */
const isOutdated = (error: unknown) => (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'

/** Milliseconds after which a connection that doesn't react to a cancel is closed. */
const cancelMs = 2000
/** Interval of repeated cancels, because PostgreSQL ignores a cancel that arrives before its statement. */
const cancelAgainMs = 100

/** The functions of the pool that a connection uses. */
interface Pool {
  /** Returns the name under which a statement is prepared; undefined: it runs unprepared. */
  nameOf(text: string): string | undefined
  cancel(client: pg.PoolClient): Promise<void>
}

/** A connection of a pool, from its acquisition to its release. Its statements end with the scope. */
export class PooledConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #scope: StatementScope
  readonly #pool: Pool
  /** Set if the scope ended during a statement. The connection then sends no further statement, not even a rollback. */
  #ended: StatementEndedError | undefined
  /** Abandoned statements and their cancels. */
  readonly #pendingWork: Promise<void>[] = []
  #isOutdated = false
  /** True from the end of the transaction: a later statement would run outside it. */
  #isEnding = false

  constructor(client: pg.PoolClient, scope: StatementScope, pool: Pool) {
    this.#client = client
    this.#scope = scope
    this.#pool = pool
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isEnding) throw new Error('its transaction has ended')
    try {
      // A text of several statements has several results, which are ignored.
      const { command, rowCount, rows } = await this.#run(() => this.#send(query))
      const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
      return { rows: (rows ?? []) as R[], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      this.#isOutdated ||= isOutdated(error)
      // Replaces the network's stack trace with the caller's.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  async beginTransaction(): Promise<void> {
    this.#isEnding = false
    await this.#run(() => this.#client.query('begin'))
  }

  async endTransaction(how: 'commit' | 'rollback'): Promise<void> {
    this.#isEnding = true
    await this.#run(() => this.#client.query(how))
  }

  #send(query: CompiledQuery): Promise<Result> {
    const { sql: text, parameters } = query
    if (isCopy(query)) return sendCopy(this.#client, text, query.bytes).then((rowCount) => ({ command: 'COPY', rowCount, rows: [] }))
    if (!parameters.length) return this.#client.query(text)
    const name = this.#pool.nameOf(text)
    return this.#client.query({ text, values: [...parameters], ...(name && { name }) })
  }

  #run(send: () => Promise<Result>): Promise<Result> {
    if (this.#ended) throw this.#ended
    let running: Promise<unknown> | undefined
    return this.#scope.wait(
      () => (running = send()),
      (reason) => {
        this.#ended = reason
        const cancelled = this.#cancel(running!)
        // `release` handles the rejection.
        cancelled.catch(() => undefined)
        this.#pendingWork.push(cancelled)
      },
    )
  }

  /** Resolves when the statement and all its cancels have ended. */
  async #cancel(running: Promise<unknown>) {
    let isRunning = true
    const ended = running.catch(() => undefined).then(() => (isRunning = false))
    for (const giveUpAt = performance.now() + cancelMs; isRunning && performance.now() < giveUpAt;) {
      await this.#pool.cancel(this.#client)
      await Promise.race([ended, sleep(cancelAgainMs, undefined, { ref: false })])
    }
    await ended
  }

  streamQuery(): never {
    throw new Error('results are not streamed')
  }

  /** Returns the connection to the pool once PostgreSQL has ended or cancelled its statements. */
  release(): void {
    if (this.#isOutdated) this.#client.release(true)
    else if (!this.#ended && !this.#isInTransaction) this.#client.release()
    else void this.#recover()
  }

  get #isInTransaction() {
    return this.#client.getTransactionStatus() !== 'I'
  }

  async #recover() {
    try {
      const timeout = sleep(cancelMs, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer to a cancel')))
      await Promise.race([Promise.all(this.#pendingWork), timeout])
      if (this.#isInTransaction) await Promise.race([this.#client.query('rollback'), timeout])
      this.#client.release()
    } catch {
      this.#client.release(true)
    }
  }
}
