import { Readable, Transform } from 'node:stream'
import type { S3, S3ServiceException } from '@aws-sdk/client-s3'
import { messageOf, SetupError } from './setup-error.ts'
import { checkKey, StorageError } from './storage-error.ts'
import type { Storage } from './storage-types.ts'

export interface S3Settings {
  bucket: string
  region: string
  /** Address of an S3-compatible store; Amazon's own when left out. */
  endpoint?: string
  accessKeyId: string
  secretAccessKey: string
}

/** For an answer, and for each piece of a file that is sent or read: a request that waits for it can still be answered within 5 s. */
const timeoutMs = 4000
/** Written and deleted at each start. */
const probeKey = 'probe'

export function createS3Storage({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Settings): Storage {
  const place = `"${bucket}"${endpoint ? ` at ${endpoint}` : ''}`
  const connect = async () => {
    const { S3, S3ServiceException } = await import('@aws-sdk/client-s3')
    const s3 = new S3({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint && { endpoint, forcePathStyle: true }),
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 2000 },
      // Many compatible stores keep the checksum's framing as part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { s3, isRefusal: (error: unknown) => error instanceof S3ServiceException }
  }
  let connected: ReturnType<typeof connect> | undefined
  const at = (key: string) => ({ Bucket: bucket, Key: checkKey(key) })

  /** @param limit ends the call when the time is up; without a limit of the caller's own it has {@link timeoutMs} as a whole */
  async function call<T>(ask: (s3: S3, signal: AbortSignal) => Promise<T>, limit = startLimit()): Promise<T> {
    const { s3, isRefusal } = await (connected ??= connect())
    const asking = ask(s3, limit.signal)
    // The race may be over before it fails.
    asking.catch(() => undefined)
    try {
      return await Promise.race([asking, limit.over])
    } catch (error) {
      throw isRefusal(error) ? error : error instanceof StorageError ? error : new StorageError('away', messageOf(error), { cause: error })
    } finally {
      limit.stop()
    }
  }

  async function check() {
    try {
      await call((s3, abortSignal) => s3.putObject({ ...at(probeKey), Body: 'x', ContentType: 'text/plain' }, { abortSignal }))
      await call((s3, abortSignal) => s3.deleteObject(at(probeKey), { abortSignal }))
    } catch (error) {
      if (error instanceof StorageError || statusOf(error) >= 500) throw asStorageError(error)
      const { name } = error as Error
      if (name === 'NoSuchBucket' || statusOf(error) === 404)
        throw new SetupError(`S3_BUCKET is ${place}, and there is no such bucket (${name}).`)
      if (statusOf(error) === 301 || statusOf(error) === 400)
        throw new SetupError(`S3_REGION is "${region}", and the bucket ${place} is not there (${name}).`)
      throw new SetupError(`S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY may not write to the bucket ${place} (${name}).`)
    }
  }

  return {
    check,
    async put(key, content, type) {
      const target = { ...at(key), ContentType: type }
      if (content instanceof Uint8Array) {
        const body = { ...target, Body: content, ContentLength: content.byteLength }
        await call((s3, abortSignal) => s3.putObject(body, { abortSignal })).catch(rethrow)
        return
      }
      const limit = startLimit()
      // The client does not listen for a source that breaks, and would wait for the rest of it.
      content.stream.once('error', (error) => limit.end(error))
      const counted = content.stream.pipe(
        new Transform({
          transform(chunk, _encoding, callback) {
            limit.restart()
            callback(null, chunk)
          },
        }),
      )
      const body = { ...target, Body: counted, ContentLength: content.size }
      await call((s3, abortSignal) => s3.putObject(body, { abortSignal }), limit).catch((error: unknown) => {
        counted.destroy()
        if (content.stream.errored) throw content.stream.errored
        return rethrow(error)
      })
    },
    async get(key) {
      const target = at(key)
      const found = await call((s3, abortSignal) => s3.getObject(target, { abortSignal })).catch(unlessAbsent)
      if (!found) return undefined
      const body = found.Body as Readable
      const stream = Readable.from(inTime(body), { objectMode: false })
      stream.once('close', () => body.destroy())
      return { stream, size: found.ContentLength ?? 0 }
    },
    async exists(key) {
      const target = at(key)
      return (await call((s3, abortSignal) => s3.headObject(target, { abortSignal })).catch(unlessAbsent)) !== undefined
    },
    async delete(key) {
      const target = at(key)
      await call((s3, abortSignal) => s3.deleteObject(target, { abortSignal })).catch(rethrow)
    },
  }
}

/** A limit of time that can begin anew, as long as something goes on. */
function startLimit() {
  const ending = new AbortController()
  const over = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true })
  })
  over.catch(() => undefined)
  const end = (reason: Error) => ending.abort(reason)
  const timer = setTimeout(() => end(noAnswer()), timeoutMs)
  return { signal: ending.signal, over, end, restart: () => void timer.refresh(), stop: () => clearTimeout(timer) }
}

const noAnswer = () => new StorageError('away', `no answer in ${timeoutMs} ms`)

/** A file as it comes. Only the time that its reader waits for the store counts: a slow reader is no slow store. */
async function* inTime(body: Readable): AsyncGenerator<Buffer> {
  const source = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const limit = startLimit()
    const next = source.next()
    next.catch(() => undefined)
    const { done, value } = await Promise.race([next, limit.over]).finally(limit.stop)
    if (done) return
    yield value
  }
}

const statusOf = (error: unknown) => (error as Partial<S3ServiceException>).$metadata?.httpStatusCode ?? 0

const asStorageError = (error: unknown) =>
  error instanceof StorageError ? error : new StorageError(statusOf(error) === 507 ? 'full' : 'away', messageOf(error), { cause: error })

function rethrow(error: unknown): never {
  throw asStorageError(error)
}

/** A missing bucket is 404 too, and is no missing file. */
function unlessAbsent(error: unknown): undefined {
  if (!['NoSuchKey', 'NotFound'].includes((error as Error).name)) rethrow(error)
}
