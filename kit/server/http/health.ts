import type { FastifyInstance } from 'fastify'
import { type Db, isAlive } from '../db/db.ts'
import { withRequestDatabase } from './request-database.ts'

/** Serves `GET /health`: 200 if the database responds, else 503; and `GET /ready`: 200 if `readTables` succeeds too, else 503. */
export function serveHealth(app: FastifyInstance, db: Db, readTables: (db: Db) => Promise<unknown>): void {
  for (const [path, status, check] of [
    ['/health', 'ok', isAlive],
    ['/ready', 'ready', readTables],
  ] as const)
    app.get(path, async (_request, reply) => {
      await withRequestDatabase(db, reply, { whileAsked: true }, check)
      return reply.header('cache-control', 'no-store').send({ status })
    })
}
