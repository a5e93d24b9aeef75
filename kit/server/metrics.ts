import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { common } from '#kit/contract/problems.ts'
import { isLocal } from './http/client-address.ts'
import { type Db, poolFigures } from './db/db.ts'
import { fail } from './http/fail.ts'
import type { Jobs } from './jobs/jobs.ts'

export interface Metrics {
  /** Has the requests of a server counted. Call before its routes are mounted, so that all are. */
  count(app: FastifyInstance): void
  /** A figure of something that happens, by one label. @returns counts it */
  counter(name: string, help: string, label: string): (value: string, by?: number) => void
  /** A figure that is read for each scrape, and left out when that fails. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** All figures now, in the text format of Prometheus. */
  read(): Promise<{ type: string; text: string }>
}

export interface MetricsOptions {
  db: Db
  jobs: Jobs
  /** The release that runs. */
  version: string
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** A name of this machine itself: a page of elsewhere can have its own name stand for this machine, and sends that name. */
const isLoopbackHost = (host = '') => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)

function mayLook(request: FastifyRequest, token: string | undefined) {
  const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) return given === undefined && isLocal(request) && isLoopbackHost(request.headers.host)
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

/**
 * Serves the figures at `/metrics` to who sends the token; without one, to programs on this machine that ask for it by a name of this
 * machine, and through no proxy. Everybody else is told that there is nothing.
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token?: string): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayLook(request, token)) fail(common.not_found)
    const { type, text } = await metrics.read()
    return reply.type(type).header('cache-control', 'no-store').send(text)
  })
}

/** What the server does: requests by route pattern and status, the pool of connections, jobs, the release and the process itself. */
export async function createMetrics({ db, jobs, version }: MetricsOptions): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
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

  new Gauge({
    name: 'choice_build_info',
    help: 'Always 1; says which release runs.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)

  return {
    count(app) {
      app.addHook('onRequest', (request, reply, done) => {
        inFlight.inc()
        // Also when the caller goes away before the answer.
        reply.raw.once('close', () => {
          inFlight.dec()
          // How long somebody listens to events says nothing of the server.
          if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
          const route = request.routeOptions.url ?? '(none)'
          durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
        })
        done()
      })
    },
    counter(name, help, label) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      return (value, by = 1) => counter.inc({ [label]: value }, by)
    },
    gauge(name, help, look) {
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          // After a reset it would be 0.
          this.remove()
          const value = await Promise.resolve(look()).catch(() => undefined)
          if (value !== undefined) this.set(value)
        },
      })
      registry.registerMetric(gauge)
    },
    async read() {
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
