import { statfs } from 'node:fs/promises'
import { StorageError } from '#kit/server/storage/storage-error.ts'

/** Bytes reserved for the database and everything else. */
const reserveBytes = 512 * 1024 * 1024
/** With less free space, a failed program has probably run out of it. */
const fullBytes = 32 * 1024 * 1024

/** @throws StorageError when the folder's disk lacks space for `bytes` more */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + reserveBytes) throw new StorageError('full', 'there is no room for a video')
}

/** @throws StorageError when a program writing to this folder failed because the disk is full, even if it reported success */
export async function assertNotFull(folder: string, error?: Error & { errors?: string }): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < fullBytes || (error && /no space left on device|ENOSPC/i.test(error.errors ?? error.message)))
    throw new StorageError('full', 'there is no room to prepare a video', { cause: error })
}
