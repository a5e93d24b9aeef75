import { statfs } from 'node:fs/promises'
import { StorageError } from '#kit/server/storage-error.ts'

/** Bytes that stay free for the database and all else. */
const reserveBytes = 512 * 1024 * 1024
/** Less than this free, and a program that failed has probably failed for want of room. */
const fullBytes = 32 * 1024 * 1024

/** @throws StorageError when the disk of this folder has no room for `bytes` more */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + reserveBytes) throw new StorageError('full', 'there is no room for a video')
}

/** @throws StorageError when a program that wrote to this folder failed because the disk is full; some say that all went well */
export async function assertNotFull(folder: string, error?: Error & { errors?: string }): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < fullBytes || (error && /no space left on device|ENOSPC/i.test(error.errors ?? error.message)))
    throw new StorageError('full', 'there is no room to prepare a video', { cause: error })
}
