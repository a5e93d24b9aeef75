import type { FastifyInstance } from 'fastify'
import { type Db, isAlive } from './db.ts'
import { withRequestDatabase } from './http/request-database.ts'

/** `GET /health`: 200 when the database answers too, else 503. */
export function serveHealth(app: FastifyInstance, db: Db): void {
  app.get('/health', async (_request, reply) => {
    await withRequestDatabase(db, reply, { whileAsked: true }, isAlive)
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}
