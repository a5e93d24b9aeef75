import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { findBinaries, type SystemUser } from './cluster-binaries.ts'
import { messageOf, SetupError } from '../setup-error.ts'

/** Location and system user of a cluster. */
export interface ClusterHome {
  /** PostgreSQL's data directory, as a real path. It may not exist yet. */
  pgdata: string
  user: SystemUser
  /** Folder that contains `bin`, `lib` and `share`. */
  native: string
  /** Path of the former cluster, which was moved because its data directory had been emptied. */
  setAside?: string
}

/** This folder is outside root's own folders, which other users can't enter. */
const sharedHome = '/var/lib/choice'

/**
 * Finds or chooses the location of the cluster of `dir`, and binaries that run there. PostgreSQL refuses to run as root, so root runs it as
 * another user. If that user can't reach `dir`, the cluster goes to {@link sharedHome}, and `dir/postgres` becomes a link to it. Later
 * starts follow that link, even after `dir` has moved.
 */
export function findClusterHome(dir: string): ClusterHome {
  // A new data directory may already contain a log, and the lock of the starting process.
  const isFresh = !existsSync(dir) || readdirSync(dir).every((name) => name === 'log' || name.startsWith('.lock'))
  makeReachable(dir)
  const root = realpathSync(dir)
  const path = join(root, 'postgres')
  assertOwnFolder(path)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  const linked = stat?.isSymbolicLink() ?? false
  const pgdata = linked ? followLink(path, root) : path
  const user = systemUser(pgdata)
  if (user.uid === undefined) return { pgdata, user, native: findBinaries(root, user) }

  if (linked) return { pgdata, user, native: findBinaries(dirname(pgdata), user) }
  if (existsSync(join(path, 'PG_VERSION'))) {
    if (!canWrite(user, path))
      throw new SetupError(`The database in ${path} belongs to the system user ${user.uid}, who cannot enter that folder.`)
    return { pgdata, user, native: findBinaries(root, user) }
  }
  const probe = join(root, `.probe-${process.pid}`)
  const reachable = tryFolder(probe, user)
  rmSync(probe, { recursive: true, force: true })
  if (reachable) return { pgdata, user, native: findBinaries(root, user) }
  return createSharedHome(root, path, user, isFresh)
}

/** Refuses a cluster of another system user, except for root. */
function assertOwnFolder(path: string) {
  const uid = process.getuid?.()
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  if (uid !== undefined && uid !== 0 && owner !== undefined && owner !== uid)
    throw new SetupError(
      `The database in ${path} belongs to the system user ${owner}, and this is user ${uid}: start as that user, or give the folder to this one (chown -R).`,
    )
}

function createSharedHome(root: string, path: string, user: SystemUser, isFresh: boolean): ClusterHome {
  const home = join(sharedHome, createHash('sha256').update(root).digest('hex').slice(0, 16))
  const pgdata = join(home, 'postgres')
  try {
    makeReachable(sharedHome)
    makeReachable(home)
  } catch (error) {
    throw new SetupError(`The database cannot be kept in ${home}: ${messageOf(error)}`)
  }
  // If the data directory was emptied, starts a new cluster and keeps the old cluster elsewhere.
  const setAside = isFresh && existsSync(pgdata) ? `${pgdata}-until-${new Date().toISOString().replaceAll(':', '-')}` : undefined
  if (setAside) renameSync(pgdata, setAside)
  writeFileSync(join(home, 'data-dir'), root)
  rmSync(path, { recursive: true, force: true })
  symlinkSync(pgdata, path)
  return { pgdata, user, native: findBinaries(home, user), ...(setAside && { setAside }) }
}

/** Follows the link of a moved data directory. Refuses a copied link, because two data directories would then use one cluster. */
function followLink(path: string, root: string) {
  const pgdata = readLinkTarget(path)
  const mark = join(dirname(pgdata), 'data-dir')
  const owner = readFileSync(mark, 'utf8')
  if (owner !== root && linkTarget(join(owner, 'postgres')) === pgdata)
    throw new SetupError(
      `${root} is a copy of ${owner} and would use its database: copy an installation with "npm run backup" and "npm run restore".`,
    )
  if (owner !== root) writeFileSync(mark, root)
  return pgdata
}

function linkTarget(path: string) {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function readLinkTarget(path: string) {
  const target = readlinkSync(path)
  if (!existsSync(join(dirname(target), 'data-dir')))
    throw new SetupError(
      `The database is not where ${path} points to, ${target}: bring it back, or remove the link to start with an empty one.`,
    )
  return target
}

function systemUser(pgdata: string): SystemUser {
  if (process.getuid?.() !== 0) return {}
  const owner = statSync(pgdata, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const entry = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!entry)
    throw new SetupError('PostgreSQL does not run as root, and there is no system user "postgres" or "nobody": start as an ordinary user.')
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** Creates a folder that other users can pass through but not list. Private contents have their own modes. */
function makeReachable(folder: string) {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
}

function tryFolder(folder: string, user: SystemUser) {
  try {
    createPrivateFolder(folder, user)
    return canWrite(user, folder)
  } catch {
    return false
  }
}

/** Creates a folder that only `user` can enter. */
export function createPrivateFolder(folder: string, user: SystemUser) {
  mkdirSync(folder, { mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
}

/** Checks with the system itself, because file modes don't include access lists and network file systems. */
export const canWrite = (user: SystemUser, folder: string) =>
  spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
