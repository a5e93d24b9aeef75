import { join } from 'node:path'
import { type AddressCountries, createAddressCountries } from '#kit/server/http/address-countries.ts'
import { registerCleaningJob } from '#kit/server/jobs/cleaning.ts'
import { type IncomingRequest, createAddressFinder, createIsTrusted } from '#kit/server/http/client-address.ts'
import { createCountryFinder } from '#kit/server/http/client-country.ts'
import { databaseTimeouts, requestTimeouts } from '#kit/server/db/database-timeouts.ts'
import { createDb, type Db, withStatementTimeout } from '#kit/server/db/db.ts'
import { createDatabaseNotifications, type DatabaseNotifications } from '#kit/server/db/database-notifications.ts'
import { createReplicas, type Replicas } from '#kit/server/db/replicas.ts'
import { createJobs, type Jobs } from '#kit/server/jobs/jobs.ts'
import { createLimits, type Limits } from '#kit/server/http/limits.ts'
import { createLive, type Live } from '#kit/server/live/live.ts'
import type { Log } from '#kit/server/log.ts'
import { createMailer, type Mailer } from '#kit/server/mail/mailer.ts'
import { createOutbound, type FetchPublic } from '#kit/server/outbound/outbound.ts'
import type { OpenPublicStream } from '#kit/server/outbound/outbound-open.ts'
import { createSandbox, type Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { createSharedLocks, type SharedLocks } from '#kit/server/db/shared-locks.ts'
import { createStorage } from '#kit/server/storage/storage.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { brand } from '#kit/contract/brand.ts'
import { maxConcurrentReads } from '#features/tv-sources/server/read-tasks.ts'
import { buildFolder } from './build-folder.ts'
import { createLiveSettings, type LiveSettings } from '#features/accounts/server/site-settings.ts'
import { createWelcomeVersions, type WelcomeVersions } from '#features/pages/server/welcome-versions.ts'
import type { Config } from './config.ts'

/** Services of all features. Each feature takes the services that it names. */
export interface Services {
  config: Config
  log: Log
  /** Database connections for requests that only read, with short timeouts. */
  db: Db
  /** The same for requests that change something. A change waits until the disk has stored it; reads don't wait with it. */
  writeDb: Db
  /** Replicas for reads that may lag; undefined if there are none. */
  replicas: Replicas | undefined
  /** Separate database connections for jobs and background work, with longer timeouts. */
  backgroundDb: Db
  jobs: Jobs
  limits: Limits
  /** Settings that operators can change while the site runs. */
  siteSettings: LiveSettings
  /** Introductions that operators published. */
  welcomeVersions: WelcomeVersions
  onNotice: DatabaseNotifications['onNotice']
  /** Sends events to open pages. */
  live: Live
  /** Ensures that only one instance at a time writes to an upload. */
  uploadLocks: SharedLocks
  mailer: Mailer
  storage: Storage
  fetchPublic: FetchPublic
  /** Opens streams to relay. */
  openPublic: OpenPublicStream
  /** Aborts running link fetches, so that their callers get a response before the stop. The links are checked again later. */
  stopFetching: () => void
  /** Sandboxes for untrusted bytes. Pictures, texts, videos and guides have separate sandboxes, so that none waits for another. */
  sandboxes: { pictures: Sandbox; texts: Sandbox; media: Sandbox; guides: Sandbox }
  addressOf: ReturnType<typeof createAddressFinder>
  addressCountries: AddressCountries
  countryOf: (request: IncomingRequest) => string | null
  /** Stops background work, and finally the connection pool. */
  stop: () => Promise<void>
}

/** Connections for handlers of jobs. The queue has a separate connection, so that heartbeats continue while handlers use all of these. */
const backgroundConnections = 4
const queueConnections = 2
/** Share of a request's database time that rate limits and the settings of the site may use, because both need only quick statements. */
const quickQueriesShare = 1 / 4

/** Returns the path of the sandbox program: next to the built server, or the source in development. */
const sandboxEntryOf = ({ root }: Config) => (buildFolder ? join(buildFolder, 'server', 'sandbox.js') : join(root, 'server', 'sandbox.ts'))

/** Creates the sandbox for lists and guides. */
export const createGuideSandbox = (config: Config, log: Pick<Log, 'warn'>, entry: string = sandboxEntryOf(config)): Sandbox =>
  createSandbox({ entry, maxProcesses: maxConcurrentReads, memoryMiB: 256, log })

/** Creates the outbound guard from the settings. */
export const createOutboundOf = ({ outboundAllow, publicUrl, demo }: Config) =>
  createOutbound({
    allow: outboundAllow,
    userAgent: `${brand}/1.0 (+${publicUrl})`,
    site: hostPortOf(new URL(publicUrl)),
    // The demonstration's channels play from this server, which may be at a private address.
    allowOpen: demo ? [hostPortOf(new URL(publicUrl))] : [],
  })
const hostPortOf = ({ hostname, port, protocol }: URL) => `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`

/** @param entry the sandbox program; tests pass a prebuilt one */
export function createServices(config: Config, databaseUrl: string, log: Log, entry: string = sandboxEntryOf(config)): Services {
  const onError = (error: Error) => log.warn({ err: error }, 'an idle connection to the database broke')
  const createRequestDb = (connection: string) =>
    createDb({ connection, maxConnections: config.databaseConnections, timeouts: requestTimeouts(config.requestWaitMs), onError })
  const db = createRequestDb(databaseUrl)
  const writeDb = createRequestDb(databaseUrl)
  const backgroundDb = createDb({
    connection: databaseUrl,
    maxConnections: backgroundConnections,
    timeouts: databaseTimeouts.background,
    onError,
  })
  const replicas = config.databaseReadUrls.map((url) => ({ name: new URL(url).host, db: createRequestDb(url) }))
  const queueDb = createDb({ connection: databaseUrl, maxConnections: queueConnections, timeouts: databaseTimeouts.queue, onError })
  const jobs = createJobs({ db: queueDb, log, worker: config.worker === 'relay' ? 'off' : config.worker, sendWaitMs: config.requestWaitMs })
  registerCleaningJob(jobs, backgroundDb)
  const sandboxes = {
    pictures: createSandbox({ entry, maxProcesses: 2, memoryMiB: 400, log }),
    texts: createSandbox({ entry, maxProcesses: 2, memoryMiB: 200, log }),
    media: createSandbox({ entry, maxProcesses: 1, memoryMiB: 400, log }),
    guides: createGuideSandbox(config, log, entry),
  }
  const [quickDb, quickWriteDb] = [db, writeDb].map((item) => withStatementTimeout(item, config.requestWaitMs * quickQueriesShare)) as [
    Db,
    Db,
  ]
  const notices = createDatabaseNotifications({ connection: databaseUrl, log })
  const reads = replicas.length > 0 ? createReplicas({ primary: quickDb, onNotice: notices.onNotice, replicas, log }) : undefined
  const isTrusted = createIsTrusted(config.trustedProxies)
  const addressOf = createAddressFinder({ isTrusted, log })
  const addressCountries = createAddressCountries(log)
  const limits = createLimits({ db: quickWriteDb, log, enabled: config.rateLimits })
  const outbound = createOutboundOf(config)
  const siteSettings = createLiveSettings(quickDb, log)
  const live = createLive({ connection: databaseUrl, db, writeDb, log })
  const uploadLocks = createSharedLocks({ connection: databaseUrl, name: 'uploads' })
  return {
    config,
    log,
    db,
    writeDb,
    replicas: reads,
    backgroundDb,
    jobs,
    limits,
    siteSettings,
    welcomeVersions: createWelcomeVersions(quickDb, log),
    live,
    onNotice: notices.onNotice,
    uploadLocks,
    mailer: createMailer({
      jobs,
      smtpUrl: config.smtpUrl,
      outboxDir: config.outboxDir,
      from: config.mailFrom,
      publicUrl: config.publicUrl,
      contact: config.contact,
      brand,
      async readLetterhead() {
        const { name, contact } = (await siteSettings.read()).site
        return { ...(name !== null && { brand: name }), ...(contact !== null && { contact }) }
      },
    }),
    storage: createStorage({ folder: config.filesDir, s3: config.s3, delivery: config.mediaDelivery }),
    fetchPublic: outbound.fetchPublic,
    openPublic: outbound.openPublic,
    stopFetching: () => outbound.stop(),
    sandboxes,
    addressOf,
    addressCountries,
    countryOf: createCountryFinder(config.countryHeader, isTrusted, (request: IncomingRequest) =>
      addressCountries.find(addressOf(request)),
    ),
    async stop() {
      await Promise.all([jobs.stop(), live.stop(), uploadLocks.stop(), notices.stop(), reads?.stop()])
      for (const sandbox of Object.values(sandboxes)) sandbox.stop()
      limits.stop()
      await Promise.all([db, writeDb, backgroundDb, queueDb].map((item) => item.destroy()))
    },
  }
}
