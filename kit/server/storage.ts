import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createS3Storage, type S3Settings } from './storage-s3.ts'
import { checkKey, diskError } from './storage-error.ts'

/**
 * Where files lie: the local disk, or any S3-compatible store. Keys look like `pictures/abc/320.webp`.
 * Everything throws a StorageError when the store is full or does not answer, in a store elsewhere within 4 s.
 */
export interface Storage {
  /**
   * Can files be kept here? Also puts the store in order; call it before anything is written.
   * @throws SetupError when the settings name no store that will do
   */
  check(): Promise<void>
  /** Writes a file, or writes it anew: whoever reads meanwhile gets the old one or the new one, whole. */
  put(key: string, content: Content, type: string): Promise<void>
  /** The file, or undefined when there is none. Its stream must be read or destroyed. */
  get(key: string): Promise<StoredFile | undefined>
  exists(key: string): Promise<boolean>
  /** Gone afterwards, also when it was not there. */
  delete(key: string): Promise<void>
}

/** Bytes, or a stream whose length in bytes is known. */
export type Content = Uint8Array | { stream: Readable; size: number }

export interface StoredFile {
  stream: Readable
  /** In bytes. */
  size: number
}

/** The store that the settings name. The S3 client is loaded on first use only. */
export const createStorage = ({ folder, s3 }: { folder: string; s3?: S3Settings | undefined }): Storage =>
  s3 ? createS3Storage(s3) : createDiskStorage(folder)

/** Holds what is being written. No key leads there, and a start finds there what a killed process left. */
export const partsFolder = '.parts'

function createDiskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, checkKey(key))
  const parts = join(folder, partsFolder)
  return {
    check: () =>
      failing(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await rm(parts, { recursive: true, force: true })
      }),
    async put(key, content) {
      const path = pathOf(key)
      const part = join(parts, randomUUID())
      const source = content instanceof Uint8Array ? [content] : content.stream
      let broken: unknown
      if (!(content instanceof Uint8Array)) content.stream.once('error', (error) => (broken = error))
      try {
        await mkdir(parts, { recursive: true, mode: 0o700 })
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await pipeline(source, createWriteStream(part, { flush: true, mode: 0o600 }))
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined)
        throw broken ?? diskError(error)
      }
    },
    async get(key) {
      const path = pathOf(key)
      return failing(async () => {
        const file = await open(path).catch(unlessMissing)
        if (!file) return undefined
        return { stream: file.createReadStream(), size: (await file.stat()).size }
      })
    },
    async exists(key) {
      const path = pathOf(key)
      return failing(() =>
        access(path)
          .then(() => true, unlessMissing)
          .then(Boolean),
      )
    },
    async delete(key) {
      const path = pathOf(key)
      await failing(() => rm(path, { force: true }))
    },
  }
}

const failing = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw diskError(error)
  })

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
