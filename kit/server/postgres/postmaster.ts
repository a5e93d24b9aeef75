import { execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './cluster-binaries.ts'
import { canWrite, type ClusterHome } from './cluster-home.ts'
import { sessionSettings } from '../db/session-settings.ts'
import { SetupError } from '../setup-error.ts'

/** A running PostgreSQL server, according to its lock file. */
export interface Postmaster {
  pid: number
  socketDir: string
  ready: boolean
}

const lockFile = (pgdata: string) => join(pgdata, 'postmaster.pid')

/** Finds the server of this data directory, started by any process. */
export function findPostmaster(pgdata: string): Postmaster | undefined {
  const lock = readLock(pgdata)
  return lock && isServerOfCluster(lock.pid, pgdata) ? lock : undefined
}

function readLock(pgdata: string): Postmaster | undefined {
  try {
    // Lines: process, data directory, start time, port, socket folder, listen address, shared memory, status.
    const [pid, , , , socketDir, , , status] = readFileSync(lockFile(pgdata), 'utf8').split('\n')
    return { pid: Number(pid), socketDir: socketDir ?? '', ready: status?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Checks the process itself, because another process may have the id by now, or the process may be a zombie. */
function isServerOfCluster(pid: number, pgdata: string) {
  if (!pid) return false
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(pgdata)
      : execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(` -D ${pgdata} `)
  } catch {
    return false
  }
}

/**
 * Creates a private folder for the socket. The path is short, since systems refuse socket paths over about 100 bytes. The name is random,
 * so that an attacker can't create the folder in advance.
 */
export function makeSocketDir({ user }: ClusterHome) {
  for (const base of new Set([tmpdir(), '/tmp'])) {
    if (base.length > 70) continue
    const folder = mkdtempSync(join(base, 'choice-'))
    if (user.uid === undefined || user.gid === undefined) return folder
    chownSync(folder, user.uid, user.gid)
    if (canWrite(user, folder)) return folder
    removeSocketDir(folder)
  }
  throw new SetupError('There is no temporary folder for the socket of the database: check TMPDIR and /tmp.')
}

export function removeSocketDir(folder: string) {
  if (/\/choice-\w{6}$/.test(folder)) rmSync(folder, { recursive: true, force: true })
}

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '64MB',
  ...sessionSettings,
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // A smaller maximum makes checkpoints frequent during large writes. After each checkpoint, the first change of a page writes the whole
  // page to the WAL.
  max_wal_size: '2GB',
  // With the default of 2 MB, large writes such as a guide import write and sync the WAL every few milliseconds.
  wal_buffers: '16MB',
  // Evicted pages are written by the background writer. With the defaults it falls behind during a guide import, and reads write dirty pages.
  bgwriter_delay: '20ms',
  bgwriter_lru_maxpages: '1000',
  bgwriter_lru_multiplier: '4',
  checkpoint_timeout: '15min',
  // Logs only messages about the server, because messages about refused statements contain values such as addresses and names.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
}
const nonDurableSettings = { fsync: 'off', full_page_writes: 'off' }

export interface LaunchOptions {
  home: ClusterHome
  socketDir: string
  logFile: string
  /** True: data survives a power failure. False: it may be lost, but the server is faster. */
  durable: boolean
  maxConnections: number
}

/** Milliseconds after which a starting server is killed if its lock file was removed. */
const maxWithoutLockMs = 1000

/** Starts a server and waits until it accepts connections, including crash recovery. */
export async function launchPostmaster(launch: LaunchOptions): Promise<Postmaster> {
  const { socketDir, logFile, durable, maxConnections } = launch
  const { pgdata, native, user } = launch.home
  removeStaleFiles(pgdata, socketDir)
  const log = openLog(logFile)
  const from = statSync(logFile).size
  const allSettings = { ...settings, ...(!durable && nonDurableSettings), max_connections: maxConnections }
  const options = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(native, 'bin', 'postgres'), ['-D', pgdata, '-k', socketDir, ...options], {
    ...user,
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', log, log],
    // In its own process group, so that signals to ours don't stop it while requests still need it.
    detached: true,
  })
  closeSync(log)
  child.unref()
  let ended = false
  child.once('error', () => (ended = true))
  child.once('exit', () => (ended = true))
  let lockSeenAt: number | undefined
  for (;;) {
    if (ended) throw new SetupError(`The database did not start: ${lastWords(logFile, from)} (log: ${logFile})`)
    const lock = readLock(pgdata)
    if (lock?.pid === child.pid) {
      if (lock?.ready) return lock
      lockSeenAt = Date.now()
    }
    // Without its lock file, a second server could use the same data; PostgreSQL itself checks only once a minute.
    if (lockSeenAt !== undefined && Date.now() - lockSeenAt > maxWithoutLockMs) child.kill('SIGQUIT')
    await sleep(10)
  }
}

function lastWords(logFile: string, from: number) {
  const lines = readFileSync(logFile).subarray(from).toString().split('\n')
  return (lines.find((line) => line.includes('FATAL:')) ?? lines.filter(Boolean).at(-1) ?? 'it ended at once').replace(
    /^.*?(FATAL|PANIC): */,
    '',
  )
}

/**
 * Removes leftovers of a killed server. PostgreSQL removes a dead process's lock file only if no process has its id. After a restart of the
 * machine or container, another process can have that id, and PostgreSQL would wait for its end.
 */
function removeStaleFiles(pgdata: string, ownSocketDir: string) {
  const lock = readLock(pgdata)
  if (!lock || isServerOfCluster(lock.pid, pgdata)) return
  if (lock.socketDir !== ownSocketDir) removeSocketDir(lock.socketDir)
  // Reads the lock again, as another start may have replaced it.
  if (isRunning(lock.pid) && readLock(pgdata)?.pid === lock.pid) unlinkSync(lockFile(pgdata))
}

function openLog(logFile: string) {
  try {
    rotateLog(logFile)
    return openSync(logFile, 'a', 0o600)
  } catch (error) {
    throw new SetupError(`The log of the database, ${logFile}, cannot be written to (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function rotateLog(logFile: string) {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000) renameSync(logFile, `${logFile}.1`)
}

/** Stops a server: ends sessions and keeps all committed data. Kills it after 20 s. */
export async function stopPostmaster(pgdata: string, { pid, socketDir }: Postmaster, { durable }: { durable: boolean }) {
  const hasStopped = async (ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(10)) if (!isServerOfCluster(pid, pgdata)) return true
    return false
  }
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  // SIGINT is a fast shutdown; SIGQUIT an immediate one, with recovery at the next start.
  signal(durable ? 'SIGINT' : 'SIGQUIT')
  if (!(await hasStopped(20_000))) {
    signal('SIGKILL')
    await hasStopped(5000)
  }
  removeSocketDir(socketDir)
}
