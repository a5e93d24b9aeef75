import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new folder `{name}-xxxxxx` for a data directory. Others may pass through it: started by root, PostgreSQL runs as somebody else,
 * and a database that cannot lie there lies where nobody would clear it away.
 */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  chmodSync(folder, 0o711)
  return folder
}
