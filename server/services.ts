import { cleanRegularly } from '#kit/server/cleaning.ts'
import { createAddressOf } from '#kit/server/client-address.ts'
import { createDb, type Db } from '#kit/server/db.ts'
import { createJobs, type Jobs } from '#kit/server/jobs.ts'
import { createLimits, type Limits } from '#kit/server/limits.ts'
import type { Log } from '#kit/server/log.ts'
import { createMailer, type Mailer } from '#kit/server/mail/mailer.ts'
import { createOutbound, type FetchPublic } from '#kit/server/outbound.ts'
import { createStorage, type Storage } from '#kit/server/storage.ts'
import { brand } from '#kit/contract/brand.ts'
import type { Config } from './config.ts'

/** Everything that features work with. Each takes only what it names. */
export interface Services {
  config: Config
  log: Log
  db: Db
  jobs: Jobs
  limits: Limits
  mailer: Mailer
  storage: Storage
  fetchPublic: FetchPublic
  addressOf: ReturnType<typeof createAddressOf>
  /** Ends what runs by itself, the pool of connections last. */
  stop: () => Promise<void>
}

export function createServices(config: Config, databaseUrl: string, log: Log): Services {
  const db = createDb({ connection: databaseUrl, onError: (error) => log.warn({ err: error }, 'an idle connection to the database broke') })
  const jobs = createJobs({ db, log, worker: config.worker })
  cleanRegularly(jobs, db)
  const limits = createLimits({ db, log, enabled: config.rateLimits })
  return {
    config,
    log,
    db,
    jobs,
    limits,
    mailer: createMailer({
      jobs,
      smtpUrl: config.smtpUrl,
      outboxDir: config.outboxDir,
      from: config.mailFrom,
      publicUrl: config.publicUrl,
      brand,
    }),
    storage: createStorage({ folder: config.filesDir, s3: config.s3 }),
    fetchPublic: createOutbound({ allow: config.outboundAllow, userAgent: `${brand}/1.0 (+${config.publicUrl})` }).fetchPublic,
    addressOf: createAddressOf({ trustedProxies: config.trustedProxies, log }),
    async stop() {
      await jobs.stop()
      limits.stop()
      await db.destroy()
    },
  }
}
