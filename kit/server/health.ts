import type { FastifyInstance } from 'fastify'
import { type Db, isAlive } from './db.ts'

/** `GET /health`: 200 when the database answers too, else 503. */
export function serveHealth(app: FastifyInstance, db: Db): void {
  app.get('/health', async (_request, reply) => {
    await isAlive(db)
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}
