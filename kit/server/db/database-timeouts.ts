/** Time limits of one kind of work at the database, in milliseconds; 0: no limit. */
export interface DatabaseTimeouts {
  /** Timeout for opening one connection. */
  readonly connectMs: number
  /**
   * Limit that this process enforces. For requests: the wait for a connection and all statements together. For other work: each statement.
   */
  readonly waitMs: number
  /**
   * Limits that PostgreSQL enforces, in case `waitMs` has no effect: for a statement, for waiting for a lock, and for an idle transaction.
   */
  readonly statementMs: number
  readonly lockMs: number
  readonly idleInTransactionMs: number
}

/**
 * Returns the timeouts of requests. PostgreSQL's limit for a statement is longer than `waitMs`. Its limit for locks is three quarters of
 * `waitMs`: if a long transaction holds the lock, the waiting connection is freed for others.
 */
export const requestTimeouts = (waitMs: number): DatabaseTimeouts => ({
  connectMs: waitMs / 2,
  waitMs,
  statementMs: waitMs + 1000,
  lockMs: (waitMs * 3) / 4,
  idleInTransactionMs: 2.5 * waitMs,
})

export const databaseTimeouts = {
  /** Leaves time to respond with 503 within 5 s. */
  request: requestTimeouts(4000),
  /** For the job queue: its statements are short, and a late heartbeat counts as missed. */
  queue: { connectMs: 2000, waitMs: 8000, statementMs: 8000, lockMs: 5000, idleInTransactionMs: 10_000 },
  /** For jobs: no user waits for them, and cleanup takes long. */
  background: { connectMs: 2000, waitMs: 65_000, statementMs: 60_000, lockMs: 20_000, idleInTransactionMs: 120_000 },
  /** Migrations, backups and restores have no time limit, except for locks. */
  maintenance: { connectMs: 2000, waitMs: 0, statementMs: 0, lockMs: 60_000, idleInTransactionMs: 0 },
} as const satisfies Record<string, DatabaseTimeouts>

/** Returns the statements that set the timeouts. Poolers would refuse some of these settings as connection parameters. */
export const timeoutSettings = ({ statementMs, lockMs, idleInTransactionMs }: DatabaseTimeouts): string =>
  `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`
