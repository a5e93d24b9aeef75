import type { FastifyInstance } from 'fastify'
import { type Db, assertDatabaseResponds } from '../db/db.ts'
import { withRequestDatabase } from './request-database.ts'

/** Leaves time to respond to proxies that wait for one second. */
const readyMs = 800

/**
 * Serves `GET /health`: 200 if the database responds, else 503; and `GET /ready`: 200 if `readTables` succeeds within a second, else 503.
 */
export function serveHealth(app: FastifyInstance, db: Db, readTables: (db: Db) => Promise<unknown>): void {
  for (const [path, status, check, limit] of [
    ['/health', 'ok', assertDatabaseResponds, {}],
    ['/ready', 'ready', readTables, { waitMs: readyMs }],
  ] as const)
    app.get(path, async (_request, reply) => {
      await withRequestDatabase(db, reply, { endOnDisconnect: true, ...limit }, check)
      return reply.header('cache-control', 'no-store').send({ status })
    })
}
