import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { S3Settings } from './s3-client.ts'
import { createS3Storage } from './storage-s3.ts'
import { assertSafeKey, assertSafePrefix, toDiskStorageError } from './storage-error.ts'
import type { Storage } from './storage-types.ts'
import { writeToDisk } from './write-to-disk.ts'

/** Creates the store of the settings. The S3 client is loaded only when used. */
export const createStorage = ({ folder, s3, delivery = 'app' }: StorageOptions): Storage =>
  s3 ? createS3Storage(s3, { presigns: delivery === 's3' }) : createDiskStorage(folder, { isReadByProxy: delivery === 'nginx' })

interface StorageOptions {
  folder: string
  s3?: S3Settings | undefined
  /** How files are sent: by this server, by nginx from the disk, or by the bucket. */
  delivery?: 'app' | 'nginx' | 's3'
}

/** The location of nginx that sends stored files; see `deploy/nginx.conf`. */
const accelFolder = '/stored-files/'

/** Folder of incomplete files. No key points into it. Each start removes leftovers of killed processes. */
export const incompleteFolder = '.parts'

function createDiskStorage(folder: string, { isReadByProxy }: { isReadByProxy: boolean }): Storage {
  const pathOf = (key: string) => join(folder, assertSafeKey(key))
  const parts = join(folder, incompleteFolder)
  // A reverse proxy reads the files as a member of our group.
  const modes = isReadByProxy ? { file: 0o640, folder: 0o750 } : { file: 0o600, folder: 0o700 }
  async function makeFolder(path: string) {
    const first = await mkdir(path, { recursive: true, mode: modes.folder })
    if (!isReadByProxy || first === undefined) return
    // The umask may have removed the group's permissions.
    for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await chmod(folder, modes.folder)
  }
  const storage: Storage = {
    ...(isReadByProxy && { accelPath: (key: string) => accelFolder + assertSafeKey(key) }),
    check: () =>
      failing(async () => {
        await makeFolder(folder)
        if (isReadByProxy) await chmod(folder, modes.folder)
        await rm(parts, { recursive: true, force: true })
      }),
    async put(key, content) {
      const path = pathOf(key)
      const part = join(parts, randomUUID())
      // The stream may fail before it is read: without a listener, that would end the process.
      if (!(content instanceof Uint8Array)) content.stream.once('error', () => undefined)
      try {
        await failing(async () => {
          await mkdir(parts, { recursive: true, mode: 0o700 })
          await makeFolder(dirname(path))
        })
        const source = content instanceof Uint8Array ? Readable.from([content]) : content.stream
        await writeToDisk(source, createWriteStream(part, { flush: true, mode: modes.file }))
        return await failing(async () => {
          if (isReadByProxy) await chmod(part, modes.file)
          const { size } = await stat(part)
          await rename(part, path)
          return size
        })
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined)
        throw error
      }
    },
    async get(key, range) {
      const path = pathOf(key)
      return failing(async () => {
        const file = await open(path).catch(ignoreMissing)
        if (!file) return undefined
        try {
          const { size } = await file.stat()
          const { offset, length } = range ?? { offset: 0, length: size }
          const end = Math.min(offset + length, size)
          if (end > offset) return { stream: file.createReadStream({ start: offset, end: end - 1 }), size: end - offset }
          await file.close()
          return { stream: Readable.from([]), size: 0 }
        } catch (error) {
          await file.close()
          throw error
        }
      })
    },
    async putFile(key, path, type) {
      const target = pathOf(key)
      const isMoved = await failing(async () => {
        await makeFolder(dirname(target))
        if (isReadByProxy) await chmod(path, modes.file)
        // Stored files must survive a power cut, because the sender gets a confirmation.
        const file = await open(path, 'r+')
        try {
          await file.datasync()
        } finally {
          await file.close()
        }
        return rename(path, target).then(() => true, unlessOtherDisk)
      })
      if (isMoved) return failing(async () => (await stat(target)).size)
      const size = await storage.put(key, { stream: createReadStream(path) }, type)
      await failing(() => rm(path, { force: true }))
      return size
    },
    async localPath(key) {
      const path = pathOf(key)
      return failing(async () => ((await stat(path).catch(ignoreMissing)) ? path : undefined))
    },
    async sizeOf(key) {
      const path = pathOf(key)
      return failing(async () => (await stat(path).catch(ignoreMissing))?.size)
    },
    async *list(prefix) {
      assertSafePrefix(prefix)
      yield* await failing(() => keysIn(folder, prefix))
    },
    async delete(key) {
      const path = pathOf(key)
      await failing(() => rm(path, { force: true }))
    },
    async deletePrefix(prefix) {
      assertSafePrefix(prefix)
      return failing(async () => {
        const keys = await keysIn(folder, prefix)
        for (const key of keys) await rm(join(folder, key), { force: true })
        // For a prefix that is a folder, also removes the folder. The folder of any other prefix is kept, because it is shared with other
        // keys.
        if (prefix.endsWith('/')) await rm(join(folder, prefix), { recursive: true, force: true })
        return keys.length
      })
    },
  }
  return storage
}

async function keysIn(folder: string, prefix: string): Promise<string[]> {
  const parent = prefix.slice(0, prefix.lastIndexOf('/'))
  const entries = await readdir(join(folder, parent), { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((key) => key.startsWith(prefix))
}

const failing = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw toDiskStorageError(error)
  })

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function unlessOtherDisk(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EXDEV') throw error
  return false
}
