/** Serves tus 1.0 with its reference server and our part store. The code loads with the first upload. */
import type { Readable } from 'node:stream'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DataStore, ERRORS, type Lock, type Locker, MemoryLocker, Metadata, type RequestRelease, Server, Upload } from '@tus/server'
import { preferredLanguage } from '#kit/contract/texts.ts'
import { ProblemError } from '#kit/server/http/fail.ts'
import { type AllTexts, renderProblem } from '#kit/server/http/problems.ts'
import { StorageError, toDiskStorageError } from '#kit/server/storage/storage-error.ts'
import type { SharedLocks } from '#kit/server/db/shared-locks.ts'
import type { PartStore } from './part-store.ts'
import { partialUploadLifetimeMs } from './uploads.ts'

/** Allows one request per upload at a time, in all instances together. A waiting request ends the request before it. */
function createTusLocks(shared: SharedLocks): Locker {
  const local = new MemoryLocker()
  return {
    newLock(id): Lock {
      const localLock = local.newLock(id)
      let release: (() => Promise<void>) | undefined
      return {
        async lock(signal: AbortSignal, requestRelease: RequestRelease) {
          await localLock.lock(signal, requestRelease)
          try {
            release = await shared.acquire(id, { signal, onContention: () => void requestRelease() })
            if (!release) throw ERRORS.ERR_LOCK_TIMEOUT
          } catch (error) {
            await localLock.unlock()
            throw error
          }
        },
        async unlock() {
          await release?.()
          await localLock.unlock()
        },
      }
    },
  }
}

export interface TusOptions {
  parts: PartStore
  locks: SharedLocks
  path: string
  publicUrl: string
  texts: AllTexts
  findUpload: (id: string) => Promise<{ size: number; isReceiving: boolean } | undefined>
  /** Called when an upload is complete, and again if the client missed the response. */
  onReceived: (id: string) => Promise<void>
}

class UploadStore extends DataStore {
  readonly #options: TusOptions
  constructor(options: TusOptions) {
    super()
    this.#options = options
    this.extensions = ['creation', 'termination', 'expiration']
  }
  override async getUpload(id: string): Promise<Upload> {
    const { parts, findUpload } = this.#options
    const upload = await findUpload(id)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    const { size, isReceiving } = upload
    if (!isReceiving) return new Upload({ id, size, offset: size })
    const part = await parts.find(id)
    // The part was moved to storage concurrently, or was lost with a disk.
    if (!part) throw ERRORS.FILE_NO_LONGER_EXISTS
    return new Upload({ id, size, offset: part.size, creation_date: part.changedAt.toISOString() })
  }
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { parts } = this.#options
    return (await parts.find(id)) ? parts.append(id, stream, offset) : offset
  }
  override getExpiration() {
    return partialUploadLifetimeMs
  }
}

export function createTusServer(options: TusOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const server = new Server({
    path: options.path,
    datastore: new UploadStore(options),
    locker: createTusLocks(options.locks),
    relativeLocation: true,
    allowedOrigins: [options.publicUrl],
    async onUploadFinish(_request, { id }) {
      await options.onReceived(id)
      return {}
    },
    onResponseError(request, thrown) {
      // If the disk fails, `thrown` may be the system error of a stream, which is converted here.
      const error = 'syscall' in thrown ? toDiskStorageError(thrown) : thrown
      const language = preferredLanguage(request.headers.get('accept-language') ?? undefined)
      const isOwnError = error instanceof ProblemError || error instanceof StorageError || !('status_code' in error)
      const { status, body, retryAfter } = renderProblem(isOwnError ? error : { statusCode: error.status_code }, options.texts, language)
      const response = request.runtime?.node?.res
      if (response && !response.headersSent) {
        response.setHeader('content-type', 'application/json; charset=utf-8')
        if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
      }
      return { status_code: isOwnError ? status : error.status_code, body: JSON.stringify(body) }
    },
  })
  return (request, response) => server.handle(request, response)
}

/** Parses `Upload-Metadata`; undefined if invalid. */
export function parseMetadata(header: string | undefined): Record<string, string | undefined> | undefined {
  if (!header) return {}
  try {
    const entries = Object.entries(Metadata.parse(header))
    return Object.fromEntries(entries.map(([name, value]) => [name, value ?? undefined]))
  } catch {
    return undefined
  }
}
