import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes a folder `{name}-xxxxxx` for a data directory. Other users may enter it, because PostgreSQL doesn't run as root: if root starts it,
 * it runs as another user. Without access, it would put its database in a folder that isn't deleted.
 */
export function makeFolder(name: string, base = tmpdir()): string {
  const folder = mkdtempSync(join(base, `${name}-`))
  chmodSync(folder, 0o711)
  return folder
}

const inMemory = '/dev/shm'

/**
 * Returns a folder in memory if it has this many bytes free, or else the temporary folder. In a container, memory folders have 64 MB by
 * default.
 */
export function fastBase(bytes: number): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    accessSync(inMemory, constants.W_OK)
    return bavail * bsize >= bytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
