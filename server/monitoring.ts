import type { FastifyInstance } from 'fastify'
import { createHttp } from '#kit/server/http/app.ts'
import { serveHealth } from '#kit/server/health.ts'
import { createMetrics, type Metrics, serveMetrics } from '#kit/server/metrics.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { Services } from './services.ts'
import { texts } from './texts.ts'

export async function createProductMetrics({
  db,
  jobs,
  live,
  addressCountries,
}: Pick<Services, 'db' | 'jobs' | 'live' | 'addressCountries'>): Promise<Metrics> {
  const metrics = await createMetrics({ db, jobs, version: packageJson.version })
  metrics.gauge('live_streams', 'Browsers that are told what happens while they look.', () => live.streams())
  metrics.gauge(
    'address_countries_age_seconds',
    'How old the file is that tells the countries of addresses; 0 while nothing has needed it.',
    () => (Date.now() - (addressCountries.madeAt()?.getTime() ?? Date.now())) / 1000,
  )
  return metrics
}

/** `/health` and `/metrics` on a port of their own: beside the site, and for a process that serves none. Not listening yet. */
export function createMonitoring({ config, db, log }: Services, metrics: Metrics): FastifyInstance {
  const app = createHttp({ log, texts, isHttps: false })
  serveHealth(app, db)
  serveMetrics(app, metrics, config.metricsToken)
  return app
}
