import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new folder `{name}-xxxxxx` for a data directory. Others may pass through it: started by root, PostgreSQL runs as somebody else,
 * and a database that cannot lie there lies where nobody would clear it away.
 */
export function makeFolder(name: string, base = tmpdir()): string {
  const folder = mkdtempSync(join(base, `${name}-`))
  chmodSync(folder, 0o711)
  return folder
}

const inMemory = '/dev/shm'

/** A folder in memory, if there is room for so many bytes there, else the one of all temporary files. A container has 64 MB unless told otherwise. */
export function fastBase(bytes: number): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    accessSync(inMemory, constants.W_OK)
    return bavail * bsize >= bytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
