import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** @param program a path, or a name in the `PATH` @returns undefined if there is no such program */
export async function findProgram(program: string): Promise<string | undefined> {
  if (program.includes('/')) return (await isExecutable(resolve(program))) ? resolve(program) : undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  for (const folder of folders) {
    const path = join(folder, program)
    if (await isExecutable(path)) return path
  }
  return undefined
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    // Folders can be executable as well.
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
