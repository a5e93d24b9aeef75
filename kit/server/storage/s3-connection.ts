import type { S3 } from '@aws-sdk/client-s3'
import { messageOf } from '../setup-error.ts'
import { s3ClientOptions, type S3Settings } from './s3-client.ts'
import { StorageError } from './storage-error.ts'

/** Time limit for a response, and for each chunk that is sent or read. It leaves time to respond to the caller within 5 s. */
export const callTimeoutMs = 4000
/** Time limit for a part of an upload. */
const partTimeoutMs = 60_000

export interface TimeLimit {
  /** Aborts when the limit ends. */
  signal: AbortSignal
  /** Rejects when the limit ends. */
  over: Promise<never>
  end: (reason: Error) => void
  restart: () => void
  stop: () => void
}

/** Starts a time limit that can be restarted on progress. */
export function startTimeLimit(limitMs = callTimeoutMs): TimeLimit {
  const ending = new AbortController()
  const timeout = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true })
  })
  timeout.catch(() => undefined)
  const end = (reason: Error) => ending.abort(reason)
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  const restart = () => {
    stop()
    timer = setTimeout(() => end(new StorageError('away', `no answer in ${limitMs} ms`)), limitMs)
  }
  restart()
  return { signal: ending.signal, over: timeout, end, restart, stop }
}

export interface S3Connection {
  /** Loads the client at the first call. */
  client: () => Promise<S3>
  /**
   * Makes a call within a time limit.
   * @param limit aborts the call when the limit ends; default: {@link callTimeoutMs} for the whole call
   * @throws the store's refusal, or a StorageError if there was no response
   */
  call: <T>(send: (s3: S3, signal: AbortSignal) => Promise<T>, limit?: TimeLimit) => Promise<T>
  /** Returns a client for the upload library, which has no time limit itself, and lets aborted calls continue. */
  limitedClient: () => Promise<S3>
}

export function connectToS3(settings: S3Settings): S3Connection {
  const connect = async () => {
    const { S3, S3ServiceException } = await import('@aws-sdk/client-s3')
    const s3 = new S3({ ...s3ClientOptions(settings), maxAttempts: 2 })
    return { s3, isRefusal: (error: unknown) => error instanceof S3ServiceException }
  }
  let connected: ReturnType<typeof connect> | undefined

  const call: S3Connection['call'] = async (send, limit = startTimeLimit()) => {
    const { s3, isRefusal } = await (connected ??= connect())
    const response = send(s3, limit.signal)
    // Ignores a failure of the call after its time limit.
    response.catch(() => undefined)
    try {
      return await Promise.race([response, limit.over])
    } catch (error) {
      throw isRefusal(error) ? error : error instanceof StorageError ? error : new StorageError('away', messageOf(error), { cause: error })
    } finally {
      limit.stop()
    }
  }

  return {
    client: async () => (await (connected ??= connect())).s3,
    call,
    async limitedClient() {
      const { s3 } = await (connected ??= connect())
      const send: S3['send'] = async (command: Parameters<S3['send']>[0]) => {
        const { Body, MultipartUpload } = command.input as { Body?: unknown; MultipartUpload?: unknown }
        const limit = startTimeLimit(Body || MultipartUpload ? partTimeoutMs : callTimeoutMs)
        const response = call((_, abortSignal) => s3.send(command, { abortSignal }), limit)
        return command.constructor.name.startsWith('Abort') ? response.catch(() => undefined) : response
      }
      return { config: s3.config, send } as S3
    },
  }
}
