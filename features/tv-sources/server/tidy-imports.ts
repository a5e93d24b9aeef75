import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#kit/server/db/db.ts'
import { removeOldWorkFolders } from '#kit/server/jobs/old-work.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { importFileKey, importFilePrefix } from './imports.ts'
import { listOpenImports } from './queries/imports.ts'

/** Longer than any import takes. */
const workMs = 5 * 3_600_000
/** Maximum time between storing a file and committing its import. */
const unseenMs = 60_000

interface TidyTools {
  db: Db
  storage: Pick<Storage, 'list' | 'delete'>
  /** Local folder for downloads. */
  workDir: string
}

/** Deletes leftovers of killed processes: downloads, and files sent for imports that are over or were never committed. */
export async function tidyImports({ db, storage, workDir }: TidyTools, signal: AbortSignal, waitMs = unseenMs): Promise<void> {
  await removeOldWorkFolders(workDir, workMs)
  async function unneeded(ids: readonly string[]): Promise<string[]> {
    const open = new Set(await listOpenImports(db, ids))
    return ids.filter((id) => !open.has(id))
  }
  const kept: string[] = []
  for await (const key of storage.list(importFilePrefix)) kept.push(key.slice(importFilePrefix.length))
  const left = await unneeded(kept)
  if (!left.length) return
  await sleep(waitMs, undefined, { signal })
  for (const id of await unneeded(left)) await storage.delete(importFileKey(id))
}
