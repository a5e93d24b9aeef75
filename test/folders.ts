import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder `{name}-xxxxxx` for a data directory. Other users may traverse it: started by root, PostgreSQL runs as another user, and
 * would otherwise put its database where it isn't deleted.
 */
export function makeFolder(name: string, base = tmpdir()): string {
  const folder = mkdtempSync(join(base, `${name}-`))
  chmodSync(folder, 0o711)
  return folder
}

const inMemory = '/dev/shm'

/** Returns a folder in memory if it has room for the given number of bytes, else the temporary folder. A container has 64 MB by default. */
export function fastBase(bytes: number): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    accessSync(inMemory, constants.W_OK)
    return bavail * bsize >= bytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
