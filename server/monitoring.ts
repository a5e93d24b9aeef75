import { stat, statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { databaseBytes } from '#kit/server/db/db.ts'
import { createHttp } from '#kit/server/http/app.ts'
import { serveHealth } from '#kit/server/http/health.ts'
import { createMetrics, type Metrics, serveMetrics } from '#kit/server/metrics.ts'
import type { ReplicaFigures } from '#kit/server/db/replicas.ts'
import { countStorageErrors } from '#kit/server/storage/storage-error.ts'
import packageJson from '../package.json' with { type: 'json' }
import { backupMarkFile } from './data-dir.ts'
import { checkMainTables } from './queries/main-tables.ts'
import type { Services } from './services.ts'
import { texts } from './features.ts'

const secondsSince = (timeMs: number) => (Date.now() - timeMs) / 1000

export async function createProductMetrics({
  config: { dataDir },
  db,
  writeDb,
  replicas,
  backgroundDb,
  jobs,
  live,
  mailer,
  addressCountries,
}: Pick<
  Services,
  'config' | 'db' | 'writeDb' | 'replicas' | 'backgroundDb' | 'jobs' | 'live' | 'mailer' | 'addressCountries'
>): Promise<Metrics> {
  const metrics = await createMetrics({ pools: { reads: db, changes: writeDb }, jobs, version: packageJson.version })
  if (replicas) {
    const createFigureOfEach = (valueOf: (figures: ReplicaFigures) => number) =>
      Object.fromEntries(replicas.figures().map((figures) => [figures.name, valueOf(figures)]))
    metrics.gauges('replica_read', 'Whether a replica is read (1) or left out (0).', 'replica', () =>
      createFigureOfEach(({ isRead }) => Number(isRead)),
    )
    metrics.gauges('replica_behind_seconds', 'How far a replica is behind.', 'replica', () =>
      createFigureOfEach(({ behindMs }) => behindMs / 1000),
    )
  }
  metrics.gauge('live_streams', 'Open event streams of browsers.', () => live.streams())
  metrics.gauge('address_countries_age_seconds', 'Age of the file that maps addresses to countries; 0 until it is first used.', () =>
    secondsSince(addressCountries.madeAt()?.getTime() ?? Date.now()),
  )
  metrics.gauge('jobs_oldest_seconds', 'How long the oldest due job has waited.', () => jobs.oldestDueSeconds())
  metrics.gauge('mail_failures_total', 'Failed attempts to send an email, since the start.', () => mailer.failures())
  metrics.gauge('storage_errors_total', 'Failed writes and reads of files, on disk or in S3, since the start.', countStorageErrors)
  metrics.gauge('database_bytes', 'Size of the database.', () => databaseBytes(backgroundDb))
  metrics.gauge('data_dir_free_bytes', 'Free space on the disk of DATA_DIR.', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  })
  metrics.gauge('backup_age_seconds', 'Time since the last backup of this DATA_DIR (npm run backup); none before the first.', async () =>
    secondsSince((await stat(backupMarkFile(dataDir))).mtimeMs),
  )
  return metrics
}

/** Serves `/health`, `/ready` and `/metrics` on a separate port, even for a process that doesn't serve the site. Does not listen yet. */
export function createMonitoring({ config, db, log }: Services, metrics: Metrics): FastifyInstance {
  const app = createHttp({ log, texts, isHttps: false })
  serveHealth(app, db, checkMainTables)
  serveMetrics(app, metrics, config.metricsToken)
  return app
}
