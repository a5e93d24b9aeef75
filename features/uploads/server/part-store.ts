import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { toDiskStorageError, StorageError } from '#kit/server/storage/storage-error.ts'
import { writeToDisk } from '#kit/server/storage/write-to-disk.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { assertRoom } from './disk-space.ts'
import { originalName, uploadKey } from './files.ts'

/** A store of partial uploads, on disk or in S3. */
export interface PartStore {
  /** @throws StorageError if the disk has no room for `size` bytes more */
  assertSpace: (size: number) => Promise<void>
  /** Creates a part. Keeps an existing one, because the same upload may be started twice concurrently. */
  create: (id: string) => Promise<void>
  /** Returns the received size and the time of the last byte; undefined if there is no part, or if it was moved to storage. */
  find: (id: string) => Promise<{ size: number; changedAt: Date } | undefined>
  /**
   * Appends at `offset`. After an interruption, the bytes that arrived are kept. Doesn't flush to disk, because clients resume from the
   * actual size.
   * @returns the new size
   * @throws StorageError if the disk or store fails; errors of `source`
   */
  append: (id: string, source: Readable, offset: number) => Promise<number>
  /** Moves the complete upload to storage. @returns its size; undefined if there is no part @throws StorageError */
  keep: (id: string) => Promise<number | undefined>
  delete: (id: string) => Promise<void>
  /** Deletes parts that haven't grown for this time, including those of uploads that other instances deleted. */
  deleteOlderThan: (ms: number) => Promise<void>
}

/** Bytes of the write buffer, so large that there are as few system calls as with a plain pipe. */
const chunkBytes = 256 * 1024

const isId = (name: string) => /^[A-Za-z0-9]{11}$/.test(name)

/** Keeps one file per upload, to which bytes are appended. */
export function createPartStore(folder: string, storage: Pick<Storage, 'putFile' | 'sizeOf'>): PartStore {
  const pathOf = (id: string) => {
    if (!isId(id)) throw new Error('not the id of an upload')
    return join(folder, id)
  }
  const failing = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      throw error instanceof StorageError ? error : toDiskStorageError(error)
    })
  const parts: PartStore = {
    assertSpace: (size) => failing(mkdir(folder, { recursive: true, mode: 0o700 }).then(() => assertRoom(folder, size))),
    create: (id) =>
      failing(
        mkdir(folder, { recursive: true, mode: 0o700 })
          .then(() => open(pathOf(id), 'a', 0o600))
          .then((file) => file.close()),
      ),
    async find(id) {
      try {
        const { size, mtime } = await stat(pathOf(id))
        return { size, changedAt: mtime }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw toDiskStorageError(error)
      }
    },
    async append(id, source, offset) {
      const file = createWriteStream(pathOf(id), { flags: 'r+', start: offset, highWaterMark: chunkBytes })
      try {
        await writeToDisk(source, file)
      } finally {
        const now = new Date()
        await utimes(pathOf(id), now, now).catch(() => undefined)
      }
      return offset + file.bytesWritten
    },
    async keep(id) {
      const key = uploadKey(id, originalName)
      if (!(await parts.find(id))) return storage.sizeOf(key)
      try {
        return await storage.putFile(key, pathOf(id), 'application/octet-stream')
      } catch (error) {
        if (await parts.find(id)) throw error
        // Another instance has moved the file to storage concurrently.
        return storage.sizeOf(key)
      }
    },
    delete: (id) => failing(rm(pathOf(id), { force: true })),
    async deleteOlderThan(ms) {
      for (const name of await readdir(folder).catch((): string[] => [])) {
        if (!isId(name)) continue
        const { mtimeMs } = await stat(pathOf(name)).catch(() => ({ mtimeMs: Date.now() }))
        if (Date.now() - mtimeMs > ms) await rm(pathOf(name), { force: true })
      }
    },
  }
  return parts
}
