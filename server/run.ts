import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type Log, createLog } from '#kit/server/log.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { explainCrash } from '#kit/server/postgres/crash.ts'
import { SetupError, formatError } from '#kit/server/setup-error.ts'
import { StorageError } from '#kit/server/storage/storage-error.ts'
import { findProgram } from '#kit/server/find-program.ts'
import { buildFolder, migrationsFolder } from './build-folder.ts'
import { type Config, type Environment, serverUrl, describeUnknownSettings, readConfig } from './config.ts'
import { lockDataDir, prepareDataDir, prepareUploadsDir } from './data-dir.ts'
import { type Database, openDatabase } from './database.ts'
import { createLifecycle } from './lifecycle.ts'
import { openLogFile, openStandardOutput } from './log-file.ts'
import type { Services } from './services.ts'

/** Returns the start message: addresses and folders, on one screen. */
function startMessage(config: Config, { cluster }: Database, address: string | undefined) {
  const { s3 } = config
  const rows = [
    ['Data', config.dataDir],
    ['Database', cluster?.pgdata ?? 'from DATABASE_URL'],
    ...(cluster?.setAside ? [['', `new, because DATA_DIR was empty; the previous one is in ${cluster.setAside}`]] : []),
    ['Files', s3 ? `bucket ${s3.bucket}${s3.endpoint ? ` at ${s3.endpoint}` : ''}` : config.filesDir],
    ['Mail', config.smtpUrl ? `sent through ${new URL(config.smtpUrl).host}` : `${config.outboxDir} (not sent: one .eml file per email)`],
    ...(config.monitoring
      ? [['Monitoring', `${serverUrl(config.monitoring.host, config.monitoring.port)}/health, /ready and /metrics`]]
      : []),
    ['Log', [config.logFile === '-' ? 'standard output' : config.logFile, cluster?.logFile].filter(Boolean).join(', ')],
  ]
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(11)}${value}\n`).join('')
  const ready = config.worker === 'relay' ? 'Choice relays streams only' : 'Choice is ready'
  const first = address ? `${ready}: ${address}` : 'Choice only runs background jobs, and serves no site.'
  return `\n${first}\n\n${describeDemoLogins(config)}${lines}\nCtrl+C stops it.\n`
}

function describeDemoLogins({ demo, dataDir }: Config) {
  if (!demo) return ''
  try {
    const text = readFileSync(join(dataDir, 'demo-logins.txt'), 'utf8').trim()
    return `${text.replace(/^/gm, '  ')}\n\n`
  } catch {
    return ''
  }
}

/** Warns if a published site has a demonstration: its users can log in with passwords that are stored in a file. */
async function warnAboutDemo({ config: { demo }, db, log }: Services) {
  const { listDemoAccounts } = await import('#features/accounts/server/queries/accounts.ts')
  if (demo || !(await listDemoAccounts(db)).length) return ''
  log.warn('demonstration users can still log in')
  return '\nDemonstration users can still log in, with the passwords of demo-logins.txt: npm run admin -- demo remove\n'
}

/** Warns if the server runs as root: it parses untrusted pages and pictures, so a parser bug would expose the whole machine. */
function warnAboutRoot(log: Log) {
  if (process.getuid?.() !== 0) return ''
  log.warn('runs as root')
  return '\nChoice runs as root, and so do the processes that parse untrusted pages and pictures. Run it as a separate system user.\n'
}

/**
 * Milliseconds after which a stop aborts running link fetches; most end within this time. The remaining time until the exit is for
 * sending their responses.
 */
const abandonAfterMs = 4000

/** @throws SetupError if the address can't be used; `setting` names the port's setting */
async function listenOnPort(app: FastifyInstance, { host, port, setting }: { host: string; port: number; setting: string }): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new SetupError(
        `${setting} is ${port}, and another program listens there already (at ${host}): stop it, or choose another port.`,
      )
    if (code === 'EACCES') throw new SetupError(`${setting} is ${port}, which this system user may not use: choose one from 1024 on.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new SetupError(`HOST is "${host}", which isn't an address of this machine.`)
    throw error
  }
}

/**
 * Accepts no new connections and waits for running requests.
 * @param abandon called after {@link abandonAfterMs}, to end running requests
 */
async function finishRequests(app: FastifyInstance, abandon?: () => void): Promise<void> {
  const timer = setTimeout(() => abandon?.(), abandonAfterMs)
  await app.close()
  clearTimeout(timer)
}

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/**
 * Checks that configured programs can run. Without ffmpeg, uploads are only cut into segments, so a wrong path would go unnoticed.
 * @throws SetupError naming the first setting whose program can't run
 */
export async function checkPrograms(env: Environment): Promise<void> {
  for (const name of ['FFMPEG_PATH', 'FFPROBE_PATH']) {
    const configured = env[name]?.trim()
    if (configured && (await findProgram(configured)) === undefined)
      throw new SetupError(
        `${name} is ${JSON.stringify(configured)}, which is no program that can be run: install it, or leave ${name} empty.`,
      )
  }
}

/**
 * Deadlines of the parts of a stop, in milliseconds after it began: requests first, then jobs and connections, then the database. All are
 * within the ten seconds that service managers wait.
 */
const shutdownDeadlinesMs = { requests: 7000, services: 8500, database: 9500, log: 9800 }

/** Runs the product until a signal ends it. */
export async function run(_args: readonly string[], env: Environment, root: string): Promise<void> {
  const started = performance.now()
  for (const sentence of describeUnknownSettings(env)) writeNotice(sentence)
  const config = readConfig(env, root)
  // Loads these modules while the database starts.
  const loading = Promise.all([import('./services.ts'), import('./app.ts'), import('./monitoring.ts')])
  loading.catch(() => undefined)

  await checkPrograms(env)
  prepareDataDir(config.dataDir, config)
  prepareUploadsDir(config)
  await lockDataDir(config.dataDir)
  const logWriter = await openLogWriter(config)
  const log = createLog({ level: config.logLevel, destination: logWriter })
  const stopping = new AbortController()
  const lifecycle = createLifecycle({
    onSignal(signal) {
      stopping.abort()
      log.info({ signal }, 'stopping')
    },
    onReload() {
      logWriter.reopen()
      log.info('the log was reopened')
    },
    onCrash: (error) => {
      log.fatal({ err: error }, 'uncaught error, ending')
      process.stderr.write(`${formatError(error)}\n`)
    },
    onError: (error) => log.error({ err: error }, 'could not be closed in order'),
  })
  await lifecycle.open(shutdownDeadlinesMs.log, Promise.resolve(logWriter), (writer) => writer.close())

  try {
    const endWithoutDatabase = (error: Error) => {
      log.fatal({ err: error }, 'the database stays unreachable, exiting')
      void lifecycle.stop(1)
    }
    const wait = {
      waitMs: config.databaseWaitMs,
      signal: stopping.signal,
      onRetry(sentence: string) {
        log.warn(sentence)
        writeNotice(sentence)
      },
    }
    const database = await lifecycle.open(shutdownDeadlinesMs.database, openDatabase(config, endWithoutDatabase, wait), ({ stop }) =>
      stop(),
    )
    if (Object.keys(database.otherSettings ?? {}).length)
      log.info({ settings: database.otherSettings }, 'the database has other settings; each connection sets its own')
    await migrate(database.url, migrationsFolder(root)).catch((error: unknown) => {
      throw explainCrash(error, database.cluster?.logFile)
    })
    const [{ createServices }, { createApp }, { createProductMetrics, createMonitoring }] = await loading
    const services = await lifecycle.open(
      shutdownDeadlinesMs.services,
      Promise.resolve(createServices(config, database.url, log)),
      ({ stop }) => stop(),
    )
    await checkStorage(services)
    const metrics = await createProductMetrics(services)
    if (config.worker !== 'relay') await resetBillingClock(services)
    if (config.demo && config.worker !== 'relay')
      await lifecycle.open(shutdownDeadlinesMs.requests, fillWithDemo(services, root), ({ stop }) => stop())
    const app = await createApp(services, metrics, { webDir: join(buildFolder ?? join(root, 'dist'), 'web') })
    if (config.worker !== 'relay') await startJobs(services)
    const { host, port, monitoring } = config
    if (monitoring) {
      const monitor = createMonitoring(services, metrics)
      await lifecycle.open(shutdownDeadlinesMs.requests, listenOnPort(monitor, { ...monitoring, setting: 'METRICS_PORT' }), () =>
        finishRequests(monitor),
      )
    }
    if (config.worker !== 'only')
      await lifecycle.open(shutdownDeadlinesMs.requests, listenOnPort(app, { host, port, setting: 'PORT' }), () =>
        finishRequests(app, services.stopFetching),
      )
    const address = config.worker === 'only' ? undefined : serverUrl(config.host, portOf(app) ?? config.port)
    log.info({ address, ms: Math.round(performance.now() - started) }, 'started')
    process.stdout.write(startMessage(config, database, address) + (await warnAboutDemo(services)) + warnAboutRoot(log))
  } catch (error) {
    if (lifecycle.isEnding()) return
    log.fatal({ err: error }, 'could not start')
    process.stderr.write(`${formatError(error)}\n`)
    await lifecycle.stop(1)
  }
}

/** Writes for the terminal and for the service manager's log. */
const writeNotice = (sentence: string) => void process.stderr.write(`${sentence}\n`)

function openLogWriter({ logFile: path, logMaxBytes: maxBytes, logFiles: maxFiles }: Config) {
  return path === '-' ? openStandardOutput(writeNotice) : openLogFile({ path, maxBytes, maxFiles, onNotice: writeNotice })
}

/** Only warns if storage fails, because a storage outage must not prevent a start. Pictures load when the storage is back. */
async function checkStorage({ storage, log }: Services) {
  try {
    await storage.check()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    log.warn({ err: error }, 'file storage fails')
    writeNotice(`File storage fails (${error.message}): pictures are refused until it works again.`)
  }
}

/** Removes the simulated billing time if payments are real. */
async function resetBillingClock({ config: { payments }, backgroundDb: db }: Services) {
  if (payments === 'sandbox') return
  const { setBillingClock } = await import('#features/subscriptions/server/queries/subscriptions.ts')
  await setBillingClock(db, null)
}

async function startJobs({ config, jobs, backgroundDb }: Services) {
  await jobs.start()
  await (await import('#features/search/server/indexing.ts')).startIndexing(jobs)
  if (!config.demo) return
  const { refreshStaleDemoTelevision } = await import('./demo/television/refresh.ts')
  await refreshStaleDemoTelevision(backgroundDb, jobs, config.publicUrl)
}

async function fillWithDemo({ config, backgroundDb: db, storage, log }: Services, root: string) {
  const { startDemo } = await import('./demo/start.ts')
  return startDemo({ db, storage, config, assetsDir: join(root, 'server', 'demo', 'assets'), log, onNotice: writeNotice })
}
