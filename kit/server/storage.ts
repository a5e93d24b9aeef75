import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Where files lie: the local disk, or any S3-compatible store. Keys look like `pictures/abc/320.webp`. */
export interface Storage {
  /** Writes a file, or writes it anew: whoever reads meanwhile gets the old one or the new one, whole. */
  put(key: string, content: Content, type: string): Promise<void>
  /** The file, or undefined when there is none. Its stream must be read or destroyed. */
  get(key: string): Promise<StoredFile | undefined>
  exists(key: string): Promise<boolean>
  /** Gone afterwards, also when it was not there. */
  delete(key: string): Promise<void>
}

/** Bytes, or a stream whose length in bytes is known. */
type Content = Uint8Array | { stream: Readable; size: number }

interface StoredFile {
  stream: Readable
  /** In bytes. */
  size: number
}

export interface S3Settings {
  bucket: string
  region: string
  /** Address of an S3-compatible store; Amazon's own when left out. */
  endpoint?: string
  accessKeyId: string
  secretAccessKey: string
}

/** The store that the settings name. The S3 client is loaded on first use only. */
export const createStorage = ({ folder, s3 }: { folder: string; s3?: S3Settings | undefined }): Storage =>
  s3 ? createS3Storage(s3) : createDiskStorage(folder)

/** Keys are made by us alone; one that could leave the folder is a mistake in the program. */
function checkKey(key: string): string {
  if (key.length > 200 || !/^[\da-z][\w.-]*(?:\/[\da-z][\w.-]*)*$/i.test(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}

function createDiskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, checkKey(key))
  return {
    async put(key, content) {
      const path = pathOf(key)
      const part = `${path}.${randomUUID()}.part`
      await mkdir(dirname(path), { recursive: true })
      try {
        await pipeline(content instanceof Uint8Array ? [content] : content.stream, createWriteStream(part, { flush: true }))
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key) {
      const file = await open(pathOf(key)).catch(unlessMissing)
      if (!file) return undefined
      return { stream: file.createReadStream(), size: (await file.stat()).size }
    },
    async exists(key) {
      const path = pathOf(key)
      return access(path)
        .then(() => true, unlessMissing)
        .then(Boolean)
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function createS3Storage({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Settings): Storage {
  const connect = async () => {
    const { S3, S3ServiceException } = await import('@aws-sdk/client-s3')
    const s3 = new S3({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint && { endpoint, forcePathStyle: true }),
      // Many compatible stores keep the checksum's framing as part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    // A missing bucket is 404 too, and is no missing file.
    const unlessAbsent = (error: unknown): undefined => {
      if (!(error instanceof S3ServiceException) || !['NoSuchKey', 'NotFound'].includes(error.name)) throw error
    }
    return { s3, unlessAbsent }
  }
  let connected: ReturnType<typeof connect> | undefined
  const client = () => (connected ??= connect())
  const at = (key: string) => ({ Bucket: bucket, Key: checkKey(key) })

  return {
    async put(key, content, type) {
      const { s3 } = await client()
      const target = { ...at(key), ContentType: type }
      if (content instanceof Uint8Array) {
        await s3.putObject({ ...target, Body: content, ContentLength: content.byteLength })
        return
      }
      // The client does not listen for a source that breaks, and would wait for the rest of it.
      const broken = new AbortController()
      content.stream.once('error', (error) => broken.abort(error))
      try {
        await s3.putObject({ ...target, Body: content.stream, ContentLength: content.size }, { abortSignal: broken.signal })
      } catch (error) {
        broken.signal.throwIfAborted()
        throw error
      }
    },
    async get(key) {
      const { s3, unlessAbsent } = await client()
      const found = await s3.getObject(at(key)).catch(unlessAbsent)
      return found && { stream: found.Body as Readable, size: found.ContentLength ?? 0 }
    },
    async exists(key) {
      const { s3, unlessAbsent } = await client()
      return (await s3.headObject(at(key)).catch(unlessAbsent)) !== undefined
    },
    async delete(key) {
      const { s3 } = await client()
      await s3.deleteObject(at(key))
    },
  }
}
