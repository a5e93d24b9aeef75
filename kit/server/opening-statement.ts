import pg from 'pg'

type Callback = (error: Error | null, result: pg.QueryResult) => void

/** What of a query and its connection pg's types leave out. */
interface Connection {
  bind(message: { statement: string }): void
  execute(message: object): void
}
interface Query extends pg.Query {
  /** Writes the messages of the extended protocol. */
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
const ExtendedQuery = pg.Query as unknown as new (config: pg.QueryConfig & { queryMode: 'extended' }, callback: Callback) => Query

/** Prepared on each connection, by running it once: what opens a transaction. */
export const beginStatement = { name: 'begin', text: 'begin' } as const

/**
 * The first statement of a transaction, sent with its `begin` in one round trip. PostgreSQL leaves the statement out when it can't begin
 * (both end with the same Sync message), so it never runs outside of the transaction.
 */
export class OpeningStatement extends ExtendedQuery {
  #hasBegun = false

  constructor(config: pg.QueryConfig, callback: Callback) {
    super({ ...config, queryMode: 'extended' }, callback)
  }

  override prepare(connection: Connection): void {
    connection.bind({ statement: beginStatement.name })
    connection.execute({})
    super.prepare(connection)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#hasBegun) super.handleCommandComplete(message, connection)
    else this.#hasBegun = true
  }
}
