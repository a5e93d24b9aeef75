import type { FastifyReply } from 'fastify'
import { bindScope, type Db, timeoutsOf } from '../db/db.ts'
import { StatementScope } from '../db/statement-scope.ts'

/** `whileAsked`: its statements end when the asker goes away, as a read's may; without it what was begun is finished. */
interface RequestDatabaseOptions {
  whileAsked: boolean
}

/** Runs the work of one request with a database whose statements have one budget of time together, and end with the work. */
export async function withRequestDatabase<T>(
  db: Db,
  reply: FastifyReply,
  { whileAsked }: RequestDatabaseOptions,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const scope = new StatementScope(timeoutsOf(db).waitMs)
  if (whileAsked) reply.raw.once('close', () => scope.end('whoever asked has gone'))
  try {
    return await work(bindScope(db, scope))
  } finally {
    scope.end('the request has ended')
  }
}

/** The same for an answer that goes on after its handler: each statement has its time, and all end with the answer. */
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
