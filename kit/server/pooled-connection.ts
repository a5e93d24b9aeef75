import { setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { CopyStatement, isCopy } from './copy-statement.ts'
import { type KnownColumns, PreparedStatement, type StatementResult } from './prepared-statement.ts'
import type { StatementEnded, StatementScope } from './statement-scope.ts'

/** PostgreSQL's word for a prepared statement whose rows have other columns by now: it stays refused for as long as its connection is there. */
const isOutdated = (error: Error) => (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'

/** Milliseconds after which a connection that does not answer to a cancel is closed. */
const cancelMs = 2000
/** Milliseconds after which a statement that goes on is cancelled again: a cancel that overtakes its statement ends nothing. */
const cancelAgainMs = 100

interface Home {
  /** The name under which a statement is prepared; none: it runs unprepared. */
  nameOf: (text: string) => string | undefined
  /** Resolves when PostgreSQL has been told to end what the backend does. */
  cancel: (pid: number) => Promise<void>
  giveBack: (connection: PooledConnection) => void
  remove: (connection: PooledConnection) => void
}

/** One connection of a {@link ConnectionPool}: prepares each distinct statement once, and ends statements with their scope. */
export class PooledConnection implements DatabaseConnection {
  readonly #client: pg.Client
  readonly #pid: number
  readonly #home: Home
  readonly #columns: KnownColumns = new Map()
  #scope: StatementScope | undefined
  /** Why nothing more is asked of it, not even to roll back, until it was released. */
  #ended: StatementEnded | undefined
  /** What has to be over before it is used again: the cancels of each statement that was given up, and the statement. */
  #unsettled: Promise<void>[] = []
  #usedAt = 0
  /** A transaction was begun that PostgreSQL does not know of yet. */
  #isBeginning = false
  /** A transaction was sent whose end was not answered yet. What pg knows of it is older: an error comes before the new status. */
  #isOpen = false
  /** Its end was asked for: what somebody goes on to ask in it would run after that, on its own. */
  #isEnding = false
  /** The schema was changed: what is prepared here is refused. */
  #isOutdated = false

  constructor(client: pg.Client, pid: number, home: Home) {
    this.#client = client
    this.#pid = pid
    this.#home = home
  }

  get unusedMs() {
    return performance.now() - this.#usedAt
  }

  begin(scope: StatementScope): void {
    this.#scope = scope
  }

  /** Its first statement tells PostgreSQL. */
  beginTransaction(): void {
    this.#isBeginning = true
    this.#isEnding = false
  }

  async endTransaction(how: 'commit' | 'rollback'): Promise<void> {
    this.#isEnding = true
    if (this.#isBeginning) this.#isBeginning = false
    else {
      await this.#run(how, [])
      this.#isOpen = false
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isEnding) throw new Error('its transaction has ended')
    try {
      const { command, rowCount, rows } = await this.#run(query.sql, query.parameters, isCopy(query) ? query.bytes : undefined)
      const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
      return isChange ? { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) } : { rows: (rows ?? []) as R[] }
    } catch (error) {
      // Who asked, and not which byte of the network brought the answer.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  /** @param bytes what a COPY copies: never the first statement of a transaction */
  #run(text: string, values: readonly unknown[], bytes?: readonly Uint8Array[]) {
    return new Promise<Pick<pg.QueryResult | StatementResult, 'command' | 'rowCount' | 'rows'>>((resolve, reject) => {
      const scope = this.#scope
      if (this.#ended) throw this.#ended
      if (!scope) throw new Error('a connection was used after its release')
      let settle: (() => void) | undefined
      const stop = (reason: StatementEnded) => {
        this.#ended = reason
        const cancelled = this.#cancelUntil(new Promise((ended) => (settle = ended)))
        // Whether it succeeds matters once the connection is released.
        cancelled.catch(() => undefined)
        this.#unsettled.push(cancelled)
        reject(reason)
      }
      const onEnd = (error: Error | null, result: pg.QueryResult | StatementResult) => {
        scope.leave(stop)
        settle?.()
        if (error && isOutdated(error)) this.#isOutdated = true
        if (error) reject(error)
        else resolve(result)
      }
      const isOpening = this.#isBeginning
      if (bytes && isOpening) throw new Error('no transaction begins with a COPY')
      const name = values.length ? this.#home.nameOf(text) : undefined
      // Several statements in one text have no values.
      const statement = bytes
        ? new CopyStatement({ text, bytes }, onEnd)
        : isOpening || values.length
          ? new PreparedStatement({ text, values, name, isOpening, known: this.#columns }, onEnd)
          : undefined
      scope.enter(stop)
      this.#isBeginning = false
      this.#isOpen ||= isOpening
      if (statement) this.#client.query(statement)
      else this.#client.query({ text }, onEnd)
    })
  }

  /** Resolves when the statement has ended and no cancel of it is under way any more. */
  async #cancelUntil(ended: Promise<void>) {
    let isRunning = true
    void ended.then(() => (isRunning = false))
    for (const giveUpAt = performance.now() + cancelMs; isRunning && performance.now() < giveUpAt;) {
      await this.#home.cancel(this.#pid)
      await Promise.race([ended, sleep(cancelAgainMs, undefined, { ref: false })])
    }
    await ended
  }

  streamQuery(): never {
    throw new Error('results are not streamed')
  }

  /** Back to the pool, once nothing of what was asked still runs or is open. */
  release(): void {
    this.#scope = undefined
    this.#isBeginning = this.#isEnding = false
    this.#usedAt = performance.now()
    if (this.#isOutdated) this.#home.remove(this)
    else if (this.#ended || this.#isInTransaction) void this.#recover()
    else this.#home.giveBack(this)
  }

  get #isInTransaction() {
    return this.#isOpen || this.#client.getTransactionStatus() !== 'I'
  }

  async #recover() {
    try {
      const late = sleep(cancelMs, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer to a cancel')))
      // Both: a cancel that comes late would end whatever runs next.
      await Promise.race([Promise.all(this.#unsettled), late])
      if (this.#isInTransaction) await Promise.race([this.#client.query('rollback'), late])
      this.#isOpen = false
      this.#unsettled = []
      this.#ended = undefined
      this.#home.giveBack(this)
    } catch {
      this.#home.remove(this)
    }
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
