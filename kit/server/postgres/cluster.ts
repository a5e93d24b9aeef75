import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createPartFolderPath } from './cluster-binaries.ts'
import { createPrivateFolder, findClusterHome, type ClusterHome } from './cluster-home.ts'
import { findPostmaster, launchPostmaster, makeSocketDir, removeSocketDir, stopPostmaster } from './postmaster.ts'
import { SetupError } from '../setup-error.ts'

export interface ClusterOptions {
  /** The data directory. The cluster is in `{dir}/postgres`, the log in `{dir}/log/postgres.log`. */
  dir: string
  /** False: faster, but data is lost if the machine fails. For tests. */
  durable?: boolean
  /** Maximum connections of the product. Fifty more are reserved for backups and tools. Default: 50. */
  connections?: number
  /** Called when the server has stopped and could not be restarted. */
  onLost?: (error: Error) => void
}

export interface Cluster {
  /** Connection string of the existing database `choice`. The user is a superuser. */
  url: string
  /** PostgreSQL's data directory. */
  pgdata: string
  logFile: string
  /** Path of the former cluster, which this start moved because the data directory had been emptied. */
  setAside: string | undefined
  /** Stops the server cleanly; resolves when its process has ended. */
  stop: () => Promise<void>
}

class ClusterInUseError extends SetupError {}

const user = 'choice'
const database = 'choice'
/** Claims are held in this database, so that they don't depend on other databases. */
const maintenanceDatabase = 'postgres'
const majorVersion = '18'
/** "choice" in ASCII: an advisory lock held by the process that uses a cluster. PostgreSQL releases it when that process ends. */
const claimKey = 0x63686f696365

const urlOf = (socketDir: string, name: string) =>
  `postgresql://${user}@localhost:5432/${encodeURIComponent(name)}?host=${encodeURIComponent(socketDir)}&sslmode=disable`

/**
 * Starts a PostgreSQL server on a private socket, without a port. Creates the cluster if missing, stops a server left by a killed process,
 * and restarts a crashed server.
 * @throws SetupError if another process uses this cluster, or if it can't run here
 */
export async function startCluster({ dir, durable = true, connections = 50, onLost }: ClusterOptions): Promise<Cluster> {
  const home = findClusterHome(dir)
  const logFile = join(dir, 'log', 'postgres.log')
  mkdirSync(dirname(logFile), { recursive: true })
  await initialiseCluster(home, durable)

  const socketDir = makeSocketDir(home)
  const launch = { home, socketDir, logFile, durable, maxConnections: connections + 50 }
  let stopping = false

  const hold = async () => {
    const holder = await claimCluster(urlOf(socketDir, maintenanceDatabase), dir)
    holder.once('end', () => {
      if (!stopping) void recover()
    })
    return holder
  }
  const recover = async () => {
    for (const end = Date.now() + 60_000; !stopping; await sleep(200)) {
      try {
        if (!findPostmaster(home.pgdata)) await launchPostmaster(launch)
        return await hold()
      } catch (error) {
        if (Date.now() > end) return onLost?.(error as Error)
      }
    }
  }

  // Simultaneous starts may stop each other's server until one of them has the claim. The others then find the cluster in use.
  for (let attempt = 1; ; attempt++) {
    try {
      await stopStaleServer(home, dir)
      await launchPostmaster(launch)
      await ensureDatabase(await hold())
      break
    } catch (error) {
      if (!(error instanceof ClusterInUseError) && attempt < 4) {
        await sleep(100 + 200 * Math.random())
        continue
      }
      removeSocketDir(socketDir)
      throw error
    }
  }
  return {
    url: urlOf(socketDir, database),
    pgdata: home.pgdata,
    logFile,
    setAside: home.setAside,
    async stop() {
      stopping = true
      const postmaster = findPostmaster(home.pgdata)
      if (postmaster) await stopPostmaster(home.pgdata, postmaster, { durable })
      removeSocketDir(socketDir)
    },
  }
}

/** Returns the connection string of the running server of `dir`, if any. For tools that run beside it. */
export function findCluster(dir: string): string | undefined {
  const path = join(dir, 'postgres')
  const postmaster = existsSync(path) ? findPostmaster(realpathSync(path)) : undefined
  return postmaster?.ready ? urlOf(postmaster.socketDir, database) : undefined
}

/** Creates a cluster in a temporary folder and renames it when complete, so that an interrupted start leaves no partial cluster. */
async function initialiseCluster({ pgdata, native, user: owner }: ClusterHome, durable: boolean) {
  const versionFile = join(pgdata, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim()
    if (version !== majorVersion)
      throw new SetupError(
        `The database in ${pgdata} is of PostgreSQL ${version}, and this release comes with ${majorVersion}: make a backup with the former release and restore it with this one.`,
      )
    return
  }
  const parent = dirname(pgdata)
  const part = createPartFolderPath(parent)
  createPrivateFolder(part, owner)
  const args = [
    '-D',
    part,
    '-U',
    user,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const initdb = spawn(join(native, 'bin', 'initdb'), durable ? args : [...args, '--no-sync'], {
    ...owner,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  initdb.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  const [code] = (await once(initdb, 'close')) as [number | null]
  if (code !== 0) {
    rmSync(part, { recursive: true, force: true })
    throw new SetupError(
      `The database could not be made in ${parent}: ${
        complaint
          .trim()
          .split('\n')[0]
          ?.replace(/^initdb: error: /, '') ?? code
      }`,
    )
  }
  try {
    renameSync(part, pgdata)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(versionFile)) throw error
  }
}

async function stopStaleServer({ pgdata }: ClusterHome, dir: string) {
  // Claims the server before stopping it: the claim fails if another process uses the server. A server that stays unreachable is stopped
  // without a claim.
  let claimed: pg.Client | undefined
  let postmaster = findPostmaster(pgdata)
  for (const end = Date.now() + 30_000; postmaster && Date.now() < end; postmaster = findPostmaster(pgdata)) {
    claimed = postmaster.ready
      ? await claimCluster(urlOf(postmaster.socketDir, maintenanceDatabase), dir).catch(rethrowUnlessInUse)
      : undefined
    if (claimed) break
    await sleep(50)
  }
  if (postmaster) await stopPostmaster(pgdata, postmaster, { durable: true })
  await claimed?.end().catch(() => undefined)
}

function rethrowUnlessInUse(error: unknown) {
  if (error instanceof ClusterInUseError) throw error
  return undefined
}

/** Returns a connection that holds the claim on a cluster while it is open. */
async function claimCluster(url: string, dir: string) {
  const holder = new pg.Client({ connectionString: url, application_name: `process ${process.pid}`, connectionTimeoutMillis: 5000 })
  // `end` is emitted after every error, so errors need no handler of their own.
  holder.on('error', () => undefined)
  await holder.connect()
  const { rows } = await holder.query<{ free: boolean; users: string | null }>(
    `select pg_try_advisory_lock($1) as free,
            (select string_agg(application_name, ', ') from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted) as users`,
    [claimKey],
  )
  if (rows[0]?.free) return holder
  await holder.end()
  throw new ClusterInUseError(`Choice is already running on ${dir} (${rows[0]?.users ?? 'another process'}).`)
}

async function ensureDatabase(client: pg.Client) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (!rowCount) await client.query(`create database ${database}`)
}
