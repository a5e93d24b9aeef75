import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { commonErrors } from '#kit/contract/problems.ts'
import { isLocalRequest } from './http/client-address.ts'
import { type Db, poolFigures } from './db/db.ts'
import { fail } from './http/fail.ts'
import type { Jobs } from './jobs/jobs.ts'

export interface Metrics {
  /** Counts the requests of a server. Call it before its routes are mounted. */
  count(app: FastifyInstance): void
  /** Creates a counter with one label. @returns a function that increments it */
  counter(name: string, help: string, label: string): (value: string, by?: number) => void
  /** Adds a gauge that is read at each scrape. If the read fails, the gauge is left out. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** Adds a gauge with a value for each label, which is read at each scrape. */
  gauges(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void
  /** Returns all metrics in Prometheus' text format. */
  read(): Promise<{ type: string; text: string }>
}

export interface MetricsOptions {
  /** Databases whose pools are measured, by name. */
  pools: Readonly<Record<string, Db>>
  jobs: Jobs
  /** The running release. */
  version: string
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether a host name is this machine's loopback. Requests of a foreign page whose name resolves to this machine (DNS rebinding) have the
 * page's own host name.
 */
const isLoopbackHost = (host = '') => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)

function hasMetricsAccess(request: FastifyRequest, token: string | undefined) {
  const bearerToken = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) return bearerToken === undefined && isLocalRequest(request) && isLoopbackHost(request.headers.host)
  return bearerToken !== undefined && timingSafeEqual(digestOf(bearerToken), digestOf(token))
}

/**
 * Serves the metrics at `/metrics` to callers with the token. Without a token: to local programs that use a loopback host name and no
 * proxy. All others get 404.
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token?: string): void {
  app.get('/metrics', async (request, reply) => {
    if (!hasMetricsAccess(request, token)) fail(commonErrors.not_found)
    const { type, text } = await metrics.read()
    return reply.type(type).header('cache-control', 'no-store').send(text)
  })
}

/** Creates the server's metrics: requests by route pattern and status, connection pools, jobs, release and process. */
export async function createMetrics({ pools, jobs, version }: MetricsOptions): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  // At the default of 10 ms, monitoring the event loop would be most of an idle server's work.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'Requests in progress.', registers: [registry] })
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections by pool and state; "waiting" counts statements that wait for a connection.',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, db] of Object.entries(pools)) {
        const { total, idle, waiting } = poolFigures(db)
        this.set({ pool, state: 'busy' }, total - idle)
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'waiting' }, waiting)
      }
    },
  })
  const jobCounts = new Gauge({
    name: 'jobs',
    help: 'Jobs by kind and state; "dead" ones failed for good. Omitted while the database is unreachable.',
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
    help: 'Always 1; the labels name the release.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)

  return {
    count(app) {
      app.addHook('onRequest', (request, reply, done) => {
        inFlight.inc()
        // `close` is emitted even if the client disconnects before the response.
        reply.raw.once('close', () => {
          inFlight.dec()
          // Durations of event streams and WebSockets aren't recorded, because these last as long as their page.
          if (reply.statusCode === 101 || String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
          const route = request.routeOptions.url ?? '(none)'
          durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
        })
        done()
      })
    },
    counter(name, help, label) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      return (value, amount = 1) => counter.inc({ [label]: value }, amount)
    },
    gauge(name, help, readValue) {
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          // Removes the value: a reset would report 0.
          this.remove()
          const value = await Promise.resolve(readValue()).catch(() => undefined)
          if (value !== undefined) this.set(value)
        },
      })
      registry.registerMetric(gauge)
    },
    gauges(name, help, label, readValue) {
      registry.registerMetric(
        new Gauge({
          name,
          help,
          labelNames: [label],
          registers: [],
          collect() {
            this.reset()
            for (const [value, number] of Object.entries(readValue())) this.set({ [label]: value }, number)
          },
        }),
      )
    },
    async read() {
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
