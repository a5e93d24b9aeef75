import { statfs } from 'node:fs/promises'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { thresholds } from '../rules.ts'
import { withinDeadline } from './within-deadline.ts'

export interface Disk {
  free_bytes: number
  total_bytes: number
}

/** Returns the free and total bytes of a disk. Free means free for users other than root. */
export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bfree, bsize } = await statfs(folder)
  return { free_bytes: bavail * bsize, total_bytes: (blocks - bfree + bavail) * bsize }
}

/** A disk with fewer free bytes is `full`: uploads leave this much free. */
const minFreeBytes = 512 * 1024 * 1024

export function diskState({ free_bytes: free, total_bytes: total }: Disk): 'ok' | 'low' | 'full' {
  if (free < minFreeBytes || free < total * thresholds.diskProblem) return 'full'
  return free < total * thresholds.diskWarning ? 'low' : 'ok'
}

export interface StorageStateOptions {
  storage: Pick<Storage, 'sizeOf'>
  config: { dataDir: string; s3?: object | undefined }
}

/** @throws if the store doesn't respond in time */
export const probeStorage = (storage: StorageStateOptions['storage']) => withinDeadline(() => storage.sizeOf('probe'))

/** Returns the kind of storage (bucket or disk), its state and its free bytes. */
export async function readStorageState({ storage, config }: StorageStateOptions) {
  const isStorageAway = await probeStorage(storage).then(
    () => false,
    () => true,
  )
  const unknownBytes = { free_bytes: null, total_bytes: null }
  if (config.s3) return { type: 's3' as const, state: isStorageAway ? ('away' as const) : ('ok' as const), ...unknownBytes }
  const disk = await withinDeadline(() => readDisk(config.dataDir)).catch(() => undefined)
  if (isStorageAway || !disk) return { type: 'disk' as const, state: 'away' as const, ...unknownBytes }
  return { type: 'disk' as const, state: diskState(disk), ...disk }
}
