/** Milliseconds that one kind of work has at the database; 0: as long as it takes. */
export interface DatabaseTimeouts {
  /** On our side, for the wait for a connection and all statements of a request together; elsewhere for each statement. */
  readonly waitMs: number
  /** On PostgreSQL's side, in case that ours fails: one statement, its wait for a lock, a transaction in which nothing happens. */
  readonly statementMs: number
  readonly lockMs: number
  readonly idleInTransactionMs: number
}

export const databaseTimeouts = {
  /** Leaves time to answer 503 within 5 s. A lock that isn't there in 3 s is held by something long: the connection is better used. */
  request: { waitMs: 4000, statementMs: 5000, lockMs: 3000, idleInTransactionMs: 10_000 },
  /** The queue of jobs: its statements are short, and a heartbeat that comes late is missed. */
  queue: { waitMs: 8000, statementMs: 8000, lockMs: 5000, idleInTransactionMs: 10_000 },
  /** Jobs: nobody waits for the answer, and cleaning up takes long. */
  background: { waitMs: 65_000, statementMs: 60_000, lockMs: 20_000, idleInTransactionMs: 120_000 },
  /** Migrations, backup and restore take as long as there is data; who holds what they need is named by the error. */
  maintenance: { waitMs: 0, statementMs: 0, lockMs: 60_000, idleInTransactionMs: 0 },
} as const satisfies Record<string, DatabaseTimeouts>

/** The statements that set them. At the start of a connection they could not be sent: poolers refuse settings that they don't know. */
export const timeoutSettings = ({ statementMs, lockMs, idleInTransactionMs }: DatabaseTimeouts): string =>
  `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`
