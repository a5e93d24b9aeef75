/** Milliseconds that one kind of work has at the database; 0: as long as it takes. */
export interface DatabaseTimeouts {
  /** To open one connection. */
  readonly connectMs: number
  /** On our side, for the wait for a connection and all statements of a request together; elsewhere for each statement. */
  readonly waitMs: number
  /** On PostgreSQL's side, in case that ours fails: one statement, its wait for a lock, a transaction in which nothing happens. */
  readonly statementMs: number
  readonly lockMs: number
  readonly idleInTransactionMs: number
}

/**
 * PostgreSQL ends a statement later than we do. A lock that isn't there after three quarters of the time is held by something long: the
 * connection is better used.
 */
export const requestTimeouts = (waitMs: number): DatabaseTimeouts => ({
  connectMs: waitMs / 2,
  waitMs,
  statementMs: waitMs + 1000,
  lockMs: (waitMs * 3) / 4,
  idleInTransactionMs: 2.5 * waitMs,
})

export const databaseTimeouts = {
  /** Leaves time to answer 503 within 5 s. */
  request: requestTimeouts(4000),
  /** The queue of jobs: its statements are short, and a heartbeat that comes late is missed. */
  queue: { connectMs: 2000, waitMs: 8000, statementMs: 8000, lockMs: 5000, idleInTransactionMs: 10_000 },
  /** Jobs: nobody waits for the answer, and cleaning up takes long. */
  background: { connectMs: 2000, waitMs: 65_000, statementMs: 60_000, lockMs: 20_000, idleInTransactionMs: 120_000 },
  /** Migrations, backup and restore take as long as there is data; who holds what they need is named by the error. */
  maintenance: { connectMs: 2000, waitMs: 0, statementMs: 0, lockMs: 60_000, idleInTransactionMs: 0 },
} as const satisfies Record<string, DatabaseTimeouts>

/** The statements that set them. At the start of a connection they could not be sent: poolers refuse settings that they don't know. */
export const timeoutSettings = ({ statementMs, lockMs, idleInTransactionMs }: DatabaseTimeouts): string =>
  `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`
