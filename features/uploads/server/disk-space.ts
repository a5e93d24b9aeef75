import { statfs } from 'node:fs/promises'
import { StorageError } from '#kit/server/storage/storage-error.ts'

/** Bytes that stay free for the database and all other data. */
const reserveBytes = 512 * 1024 * 1024
/** With fewer free bytes, a failed program has probably run out of space. */
const fullBytes = 32 * 1024 * 1024

/** @throws StorageError if the folder's disk has no room for `bytes` more */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + reserveBytes) throw new StorageError('full', 'there is no room for a video')
}

/** @throws StorageError if a program failed to write to this folder because the disk is full, even if the program reported success */
export async function assertNotFull(folder: string, error?: Error & { errors?: string }): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < fullBytes || (error && /no space left on device|ENOSPC/i.test(error.errors ?? error.message)))
    throw new StorageError('full', 'there is no room to prepare a video', { cause: error })
}
