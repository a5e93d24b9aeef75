import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const namesIn = (workDir: string) => readdir(workDir).catch((): string[] => [])
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** Deletes leftovers of killed processes in a work folder: the subfolders older than `olderThanMs`. Folders of running jobs are younger. */
export async function removeOldWorkFolders(workDir: string, olderThanMs: number): Promise<void> {
  for (const name of await namesIn(workDir)) {
    const { mtimeMs } = await stat(join(workDir, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > olderThanMs) await removeFolder(join(workDir, name))
  }
}

/** Deletes leftovers of killed processes before a job starts again: the folders whose names begin with the job's name. */
export async function removeJobFolders(workDir: string, name: string): Promise<void> {
  for (const folder of await namesIn(workDir)) if (folder.startsWith(name)) await removeFolder(join(workDir, folder))
}
