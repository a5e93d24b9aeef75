import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createLog } from '#kit/server/log.ts'
import { migrate } from '#kit/server/migrate.ts'
import { explain, SetupError } from '#kit/server/setup-error.ts'
import { addressOf, type Config, type Environment, readConfig } from './config.ts'
import { prepareDataDir } from './data-dir.ts'
import { type Database, openDatabase } from './database.ts'
import { createLifecycle, type Lifecycle, Stopping } from './lifecycle.ts'
import { openLogFile, openStandardOutput } from './log-file.ts'
import type { Services } from './services.ts'

/**
 * Milliseconds after the beginning of a stop until which each part may take, all within the ten seconds that whoever stops us waits:
 * requests in flight, then jobs and connections, then the database.
 */
const until = { requests: 7000, services: 8500, database: 9500, log: 9800 }

/** Runs the product until it is asked to end. */
export async function run(_args: readonly string[], env: Environment, root: string): Promise<void> {
  const started = performance.now()
  const config = readConfig(env, root)
  // Loaded while the database starts.
  const loading = Promise.all([import('./services.ts'), import('./app.ts')])
  loading.catch(() => undefined)

  prepareDataDir(config.dataDir)
  const logWriter = await openLogWriter(config)
  const log = createLog({ level: config.logLevel, destination: logWriter })
  const lifecycle = createLifecycle({
    onSignal: (signal) => log.info({ signal }, 'stopping'),
    onReload() {
      logWriter.reopen()
      log.info('the log was reopened')
    },
    onCrash: (error) => {
      log.fatal({ err: error }, 'uncaught error, ending')
      process.stderr.write(`${explain(error)}\n`)
    },
    onTrouble: (error) => log.error({ err: error }, 'could not be closed in order'),
  })
  await lifecycle.open(until.log, Promise.resolve(logWriter), (writer) => writer.close())

  try {
    const lost = (error: Error) => {
      log.fatal({ err: error }, 'the database is gone for good, ending')
      void lifecycle.stop(1)
    }
    const database = await lifecycle.open(until.database, openDatabase(config, lost), ({ stop }) => stop())
    await migrate(database.url, join(root, 'migrations'))
    const [{ createServices }, { createApp }] = await loading
    const services = await lifecycle.open(until.services, Promise.resolve(createServices(config, database.url, log)), ({ stop }) => stop())
    if (config.demo) await fillWithDemo(services, root)
    const app = await createApp(services, { webDir: join(root, 'dist', 'web') })
    await services.jobs.start()
    if (config.worker !== 'only') await listen(app, config, lifecycle)
    const address = config.worker === 'only' ? undefined : addressOf(config.host, portOf(app) ?? config.port)
    log.info({ address, ms: Math.round(performance.now() - started) }, 'started')
    process.stdout.write(greeting(config, database, address) + (await demoWarning(services)))
  } catch (error) {
    if (error instanceof Stopping) return
    log.fatal({ err: error }, 'could not start')
    process.stderr.write(`${explain(error)}\n`)
    await lifecycle.stop(1)
  }
}

function openLogWriter({ logFile: path, logMaxBytes: maxBytes, logFiles: maxFiles }: Config) {
  const onNotice = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  return path === '-' ? openStandardOutput(onNotice) : openLogFile({ path, maxBytes, maxFiles, onNotice })
}

async function fillWithDemo({ config: { dataDir }, db, storage, log }: Services, root: string) {
  const { loadDemo } = await import('./demo/load.ts')
  const logins = await loadDemo({ db, storage, dataDir, assetsDir: join(root, 'server', 'demo', 'assets') })
  if (logins) log.info({ people: logins.length }, 'demonstration content loaded')
}

/** People of a trial that has gone public can still log in, with passwords that lie in a file. */
async function demoWarning({ config: { demo }, db, log }: Services) {
  const { listDemoAccounts } = await import('#features/accounts/server/queries/accounts.ts')
  if (demo || !(await listDemoAccounts(db)).length) return ''
  log.warn('demonstration people can still log in')
  return '\nDemonstration people can still log in here, with the passwords of demo-logins.txt: npm run admin -- demo remove\n'
}

async function listen(app: FastifyInstance, { host, port }: Config, lifecycle: Lifecycle) {
  const listening = app.listen({ host, port }).catch(async (error: NodeJS.ErrnoException) => {
    await app.close()
    if (error.code === 'EADDRINUSE')
      throw new SetupError(`PORT is ${port}, and another program listens there already (at ${host}): stop it, or choose another port.`)
    if (error.code === 'EACCES') throw new SetupError(`PORT is ${port}, which this system user may not use: choose one from 1024 on.`)
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new SetupError(`HOST is "${host}", which is no address of this machine.`)
    throw error
  })
  await lifecycle.open(until.requests, listening, () => drain(app))
}

/** Takes no new requests and waits for those in flight. A connection that is kept alive has nothing to say once its request is answered. */
async function drain(app: FastifyInstance) {
  const timer = setInterval(() => app.server.closeIdleConnections(), 20)
  await app.close()
  clearInterval(timer)
}

function portOf(app: FastifyInstance) {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** One screenful for whoever started this: where to go, and where everything lies. */
function greeting(config: Config, { cluster }: Database, address: string | undefined) {
  const { s3 } = config
  const rows = [
    ['Data', config.dataDir],
    ['Database', cluster?.pgdata ?? 'the one of DATABASE_URL'],
    ...(cluster?.setAside ? [['', `DATA_DIR was empty, so this one is new; the former one lies in ${cluster.setAside}`]] : []),
    ['Files', s3 ? `bucket ${s3.bucket}${s3.endpoint ? ` at ${s3.endpoint}` : ''}` : config.filesDir],
    ['Mail', config.smtpUrl ? `goes out through ${new URL(config.smtpUrl).host}` : `${config.outboxDir} (not sent: one .eml file each)`],
    ['Log', [config.logFile === '-' ? 'standard output' : config.logFile, cluster?.logFile].filter(Boolean).join(', ')],
  ]
  const where = rows.map(([name = '', value = '']) => `  ${name.padEnd(10)}${value}\n`).join('')
  const first = address ? `Choice is ready: ${address}` : 'Choice does background work only, and serves no site.'
  return `\n${first}\n\n${demoLogins(config)}${where}\nCtrl+C stops it.\n`
}

function demoLogins({ demo, dataDir }: Config) {
  if (!demo) return ''
  try {
    const text = readFileSync(join(dataDir, 'demo-logins.txt'), 'utf8').trim()
    return `${text.replace(/^/gm, '  ')}\n\n`
  } catch {
    return ''
  }
}
