import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { common } from '#kit/contract/problems.ts'
import { isLocal } from './client-address.ts'
import { type Db, poolFigures } from './db.ts'
import { fail } from './fail.ts'
import type { Jobs } from './jobs.ts'

export interface MetricsOptions {
  db: Db
  jobs: Jobs
  /** Opens `/metrics` to who sends it as a bearer token; without it, only this machine may look. */
  token?: string | undefined
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function mayLook(request: FastifyRequest, token: string | undefined) {
  const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given === undefined) return isLocal(request)
  return token !== undefined && timingSafeEqual(digest(given), digest(token))
}

/**
 * Counts what the server does and serves it at `/metrics` in the text format of Prometheus: requests by route pattern and status,
 * the pool of connections, jobs, and the process itself. Call before the routes are mounted, so that all are counted.
 */
export async function serveMetrics(app: FastifyInstance, { db, jobs, token }: MetricsOptions): Promise<void> {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  // At the default of 10 ms, watching the event loop would be most of what an idle server does.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'Requests that are being answered.', registers: [registry] })
  app.addHook('onRequest', (request, reply, done) => {
    inFlight.inc()
    // Also when the caller goes away before the answer.
    reply.raw.once('close', () => {
      inFlight.dec()
      const route = request.routeOptions.url ?? '(none)'
      durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    })
    done()
  })

  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state; "waiting" are statements that wait for one.',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { total, idle, waiting } = poolFigures(db)
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  const jobCounts = new Gauge({
    name: 'jobs',
    help: 'Jobs by kind and state; "dead" ones failed for good. None while the database is away.',
    labelNames: ['job', 'state'],
    registers: [],
    async collect() {
      this.reset()
      for (const { job, waiting, active, dead } of await jobs.figures().catch(() => [])) {
        this.set({ job, state: 'waiting' }, waiting)
        this.set({ job, state: 'active' }, active)
        this.set({ job, state: 'dead' }, dead)
      }
    },
  })
  for (const gauge of [connections, jobCounts]) registry.registerMetric(gauge)

  app.get('/metrics', async (request, reply) => {
    if (!mayLook(request, token)) fail(common.not_found)
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}
