import type { FastifyReply } from 'fastify'
import { bindScope, type Db, timeoutsOf } from '../db/db.ts'
import { StatementScope } from '../db/statement-scope.ts'

/** `endOnDisconnect`: for reads, whose statements end when the caller disconnects. Without it, the work is completed. */
interface RequestDatabaseOptions {
  endOnDisconnect: boolean
  /** Time limit of the statements together; default: the limit of the database. */
  waitMs?: number
}

/** Runs one request's work with a database whose statements share one time budget and end with the work. */
export async function withRequestDatabase<T>(
  db: Db,
  reply: FastifyReply,
  { endOnDisconnect, waitMs = timeoutsOf(db).waitMs }: RequestDatabaseOptions,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const scope = new StatementScope(waitMs)
  if (endOnDisconnect) reply.raw.once('close', () => scope.end('the caller disconnected'))
  try {
    return await work(bindScope(db, scope))
  } finally {
    scope.end('the request has ended')
  }
}

/**
 * Like {@link withRequestDatabase}, for a response that continues after its handler. Each statement has its own time
 * limit, and all end with the response.
 */
export async function withStreamDatabase<T>(db: Db, reply: FastifyReply, work: (db: Db) => Promise<T>): Promise<T> {
  const scope = new StatementScope(timeoutsOf(db).waitMs, { renewed: true })
  reply.raw.once('close', () => scope.end('the answer has ended'))
  try {
    return await work(bindScope(db, scope))
  } catch (error) {
    scope.end('the request has failed')
    throw error
  }
}
