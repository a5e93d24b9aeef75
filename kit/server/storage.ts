import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createS3Storage, type S3Settings } from './storage-s3.ts'
import { checkKey, diskError } from './storage-error.ts'
import type { Storage } from './storage-types.ts'

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
