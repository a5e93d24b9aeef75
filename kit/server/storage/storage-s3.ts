import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkBucket } from './check-bucket.ts'
import { toStorageError, type S3Settings, statusOf } from './s3-client.ts'
import { connectToS3, startTimeLimit, type TimeLimit } from './s3-connection.ts'
import { assertSafeKey, assertSafePrefix, toDiskStorageError, StorageError } from './storage-error.ts'
import type { Storage } from './storage-types.ts'

/** Part size for a file of unknown length. One part is in memory at a time, and stores accept 10,000 parts. */
const partBytes = 8 * 1024 * 1024

export function createS3Storage(settings: S3Settings, { presigns = false } = {}): Storage {
  const { bucket } = settings
  const connection = connectToS3(settings)
  const { call } = connection
  const objectOf = (key: string) => ({ Bucket: bucket, Key: assertSafeKey(key) })

  async function* pagesOf(prefix: string): AsyncGenerator<string[]> {
    assertSafePrefix(prefix)
    let after: string | undefined
    do {
      // Continues after the last key instead of the store's token, because listed files may have been deleted since.
      const page = { Bucket: bucket, Prefix: prefix, MaxKeys: 100, ...(after !== undefined && { StartAfter: after }) }
      const found = await call((s3, abortSignal) => s3.listObjectsV2(page, { abortSignal })).catch(rethrow)
      const keys = (found.Contents ?? []).flatMap(({ Key }) => Key ?? [])
      if (keys.length) yield keys
      after = found.IsTruncated ? keys.at(-1) : undefined
    } while (after !== undefined)
  }

  /** Uploads a stream of unknown length in sequential parts, or in one call if it is small. @returns its size in bytes */
  async function putParts(params: { Bucket: string; Key: string; ContentType: string }, source: Readable): Promise<number> {
    const { Upload } = await import('@aws-sdk/lib-storage')
    const client = await connection.limitedClient()
    const upload = new Upload({ client, params: { ...params, Body: source }, partSize: partBytes, queueSize: 1 })
    let size = 0
    upload.on('httpUploadProgress', ({ loaded = 0 }) => (size = loaded))
    await upload.done().catch((error: unknown) => {
      throw error === source.errored ? error : toStorageError(error)
    })
    return size
  }

  /** Signs locally, without a request to the store. */
  async function presign(key: string, { seconds, type }: { seconds: number; type: string }) {
    const [s3, { GetObjectCommand }, { getSignedUrl }] = await Promise.all([
      connection.client(),
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ])
    const file = { ...objectOf(key), ResponseContentType: type, ResponseCacheControl: 'private, no-store' }
    return getSignedUrl(s3, new GetObjectCommand(file), { expiresIn: Math.max(1, Math.floor(seconds)) })
  }

  const storage: Storage = {
    ...(presigns && { presign }),
    check: () => checkBucket(connection, settings),
    async put(key, content, type) {
      const target = { ...objectOf(key), ContentType: type }
      if (content instanceof Uint8Array) {
        const body = { ...target, Body: content, ContentLength: content.byteLength }
        await call((s3, abortSignal) => s3.putObject(body, { abortSignal })).catch(rethrow)
        return content.byteLength
      }
      if (content.size === undefined) return putParts(target, content.stream)
      const limit = startTimeLimit()
      // Ends the call, because the client would wait for more data after an error of the source stream.
      content.stream.once('error', (error) => limit.end(error))
      const body = {
        ...target,
        Body: Readable.from(forwardChunks(content.stream, limit), { objectMode: false }),
        ContentLength: content.size,
      }
      await call((s3, abortSignal) => s3.putObject(body, { abortSignal }), limit).catch((error: unknown) => {
        body.Body.destroy()
        content.stream.destroy()
        if (content.stream.errored) throw content.stream.errored
        return rethrow(error)
      })
      return content.size
    },
    async get(key, range) {
      const target = objectOf(key)
      if (range?.length === 0) return { stream: Readable.from([]), size: 0 }
      const parameters = range ? { ...target, Range: `bytes=${range.offset}-${range.offset + range.length - 1}` } : target
      const found = await call((s3, abortSignal) => s3.getObject(parameters, { abortSignal })).catch((error: unknown) =>
        range && statusOf(error) === 416 ? null : ignoreMissing(error),
      )
      if (found === null) return { stream: Readable.from([]), size: 0 }
      if (!found) return undefined
      const body = found.Body as Readable
      const stream = Readable.from(readWithTimeout(body), { objectMode: false })
      stream.once('close', () => body.destroy())
      return { stream, size: found.ContentLength ?? 0 }
    },
    async putFile(key, path, type) {
      const size = await putParts({ ...objectOf(key), ContentType: type }, createReadStream(path))
      await rm(path, { force: true })
      return size
    },
    async localPath(key, folder) {
      const file = await storage.get(key)
      if (!file) return undefined
      const path = join(folder, randomUUID())
      await pipeline(file.stream, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
        throw error instanceof StorageError ? error : toDiskStorageError(error)
      })
      return path
    },
    async sizeOf(key) {
      const target = objectOf(key)
      const found = await call((s3, abortSignal) => s3.headObject(target, { abortSignal })).catch(ignoreMissing)
      return found && (found.ContentLength ?? 0)
    },
    async *list(prefix) {
      for await (const keys of pagesOf(prefix)) yield* keys
    },
    async delete(key) {
      const target = objectOf(key)
      await call((s3, abortSignal) => s3.deleteObject(target, { abortSignal })).catch(rethrow)
    },
    async deletePrefix(prefix) {
      let count = 0
      for await (const keys of pagesOf(prefix)) {
        // Deletes one by one: not every compatible store supports bulk deletes, and they require different checksums.
        await Promise.all(keys.map((key) => call((s3, abortSignal) => s3.deleteObject(objectOf(key), { abortSignal })).catch(rethrow)))
        count += keys.length
      }
      return count
    },
  }
  return storage
}

/** Forwards the chunks of a source. Only the store's time counts, not the time of a slow source. */
async function* forwardChunks(source: Readable, limit: TimeLimit): AsyncGenerator<Buffer> {
  limit.stop()
  for await (const chunk of source as AsyncIterable<Buffer>) {
    limit.restart()
    yield chunk
    limit.stop()
  }
  limit.restart()
}

/** Streams a stored file. Only the time that the reader waits for the store counts, so a slow reader doesn't fail. */
async function* readWithTimeout(body: Readable): AsyncGenerator<Buffer> {
  const source = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const limit = startTimeLimit()
    const next = source.next()
    next.catch(() => undefined)
    const { done, value } = await Promise.race([next, limit.over]).finally(limit.stop)
    if (done) return
    yield value
  }
}

function rethrow(error: unknown): never {
  throw toStorageError(error)
}

/** Distinguishes a missing file from a missing bucket, which is 404 too. */
function ignoreMissing(error: unknown): undefined {
  if (!['NoSuchKey', 'NotFound'].includes((error as Error).name)) rethrow(error)
}
