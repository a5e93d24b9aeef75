import { setMaxListeners } from 'node:events'
import type { Dispatcher } from 'undici'
import { createDeadlineSignal } from '../abort.ts'
import { decodeContent } from './content-encoding.ts'
import { parseContentType } from './content-type.ts'
import { createFairQueue } from '../fair-queue.ts'
import { createHostResolver, type ResolveHost } from './addresses.ts'
import {
  type Admit,
  createGuard,
  type GuardSettings,
  assertSuccess,
  isRedirect,
  OutboundError,
  parseAddress,
  singleHeader,
} from './outbound-guard.ts'
import { createStreamOpener, type OpenPublicStream } from './outbound-open.ts'
import { conditionalHeaders, type CacheValidators } from '../http/cache-validators.ts'

export interface FetchOptions {
  /** `HEAD`: only the head. Default: `GET`. */
  method?: 'GET' | 'HEAD'
  /** Sends a POST. Set `maxHops` to 0, as a redirect would repeat the POST. */
  post?: { body: Buffer | null; headers: Readonly<Record<string, string>> }
  /** Requests only this many first bytes. Servers without range support send everything, which is read up to `maxBytes`. */
  firstBytes?: number
  /** Value of the `Accept` header. */
  accept?: string
  /** Validators of an earlier response: if the response is unchanged, no body is returned ({@link FetchResult.isSame}). */
  validators?: CacheValidators
  /** Allowed media types, tested against `image/png` and the like. */
  types?: RegExp
  /** Bytes after decompression. */
  maxBytes?: number
  /** For a body over `maxBytes`: fail, or keep its beginning. */
  overflow?: 'refuse' | 'cut'
  /**
   * Time limit for everything after the queue: name resolution, connections, redirects, body. The wait in the queue has its own limit of
   * the same length.
   */
  timeoutMs?: number
  maxHops?: number
  /** Receives each chunk instead of `body`, with backpressure, so that large bodies are never in memory. */
  take?: (chunk: Buffer, head: FetchedHead) => Promise<void>
  /** Called for each chunk; true ends the response. */
  stopAt?: (chunk: Buffer, head: FetchedHead) => boolean
  signal?: AbortSignal
  /** The user for whom the URL is fetched. Users are served round robin, each with at most a quarter of the concurrency. */
  by?: string
  /** Called before each connection, including after redirects; false: the request isn't sent. */
  admit?: Admit
}

export interface FetchedHead {
  /** URL after redirects. */
  url: string
  /** Media type in lower case without parameters; '' if missing. */
  type: string
  /** The `charset` of the type. */
  charset: string | undefined
  /** Validators for a conditional request. */
  validators?: CacheValidators
}

export interface FetchResult extends FetchedHead {
  body: Buffer
  /** False if `stopAt` or `overflow: 'cut'` ended the body. */
  isWhole: boolean
  /** Whether the response is unchanged since the caller's `validators`; there is then no body. */
  isSame?: boolean
}

export type FetchPublic = (address: string, options?: FetchOptions) => Promise<FetchResult>

export interface OutboundSettings extends Pick<GuardSettings, 'site' | 'ownAddresses'> {
  /** `host:port` of allowed non-public hosts. */
  allow: readonly string[]
  /** Identifies this product. */
  userAgent: string
  /** Returns all addresses of a public name; empty if there are none. */
  resolve?: ResolveHost
  /** Maximum concurrent fetches. Up to half as many slow fetches run in addition. */
  maxConcurrent?: number
  /** Milliseconds after which a fetch counts as slow, and others may start. */
  slowAfterMs?: number
  /** `host:port` of non-public hosts that are allowed for `openPublic` alone. */
  allowOpen?: readonly string[]
}

const maxWaitingRequests = 1000
const defaultLimits = { maxBytes: 2 * 1024 * 1024, timeoutMs: 10_000, maxHops: 5 }

/**
 * The only exit for requests to other hosts: http(s) to public addresses. Checks every IP address, every address of a name and every
 * redirect, and connects to the checked address. Sends no cookies, referrer or credentials.
 * @throws OutboundError from `fetchPublic`, or the reason of the caller's signal
 */
export function createOutbound({
  allow,
  userAgent,
  resolve = createHostResolver(),
  maxConcurrent = 60,
  slowAfterMs = 3000,
  allowOpen = [],
  ...guardSettings
}: OutboundSettings): {
  fetchPublic: FetchPublic
  openPublic: OpenPublicStream
  /** Aborts all requests and refuses new requests: both fail as `busy`. */
  stop: () => void
} {
  const enqueue = createFairQueue({
    concurrency: maxConcurrent,
    concurrencyPerKey: Math.ceil(maxConcurrent / 4),
    maxWaiting: maxWaitingRequests,
    maxWaitingPerKey: maxWaitingRequests / 4,
    slow: { afterMs: slowAfterMs, concurrency: Math.ceil(maxConcurrent / 2) },
  })

  const guard = createGuard({ ...guardSettings, allow, resolve })

  /** Sends one request; returns its response or the redirect's target. */
  async function visit(url: URL, options: FetchOptions, signal: AbortSignal): Promise<FetchResult | { location: URL }> {
    const client = await guard.connect(url, signal, { timeoutMs: options.timeoutMs ?? defaultLimits.timeoutMs, admit: options.admit })
    try {
      const response = await client.request({
        path: url.pathname + url.search,
        method: options.post ? 'POST' : (options.method ?? 'GET'),
        body: options.post?.body ?? null,
        headers: {
          ...options.post?.headers,
          accept: options.accept ?? '*/*',
          'user-agent': userAgent,
          ...conditionalHeaders(options.validators),
          // Accepts no compression of a part (`firstBytes`), because a part of a compressed body can't be decoded.
          ...(options.firstBytes === undefined
            ? { 'accept-encoding': 'gzip, deflate, br' }
            : { 'accept-encoding': 'identity', range: `bytes=0-${options.firstBytes - 1}` }),
        },
        signal,
      })
      // Aborted bodies emit an error, which would end the process without a listener.
      response.body.on('error', () => {})
      const location = singleHeader(response, 'location')
      if (isRedirect(response) && location) return { location: parseAddress(location, url) }
      if (response.statusCode === 304 && options.validators)
        return { url: url.href, type: '', charset: undefined, body: Buffer.alloc(0), isWhole: true, isSame: true }
      assertSuccess(response)
      return await readResponse(response, url, options)
    } finally {
      await client.destroy()
    }
  }

  async function follow(address: string, options: FetchOptions, signal: AbortSignal): Promise<FetchResult> {
    let url = parseAddress(address)
    for (let hop = 0; hop <= (options.maxHops ?? defaultLimits.maxHops); hop++) {
      const response = await visit(url, options, signal)
      if ('body' in response) return response
      url = response.location
    }
    throw new OutboundError('unreachable', 'too many redirects')
  }

  /** Requests in progress, for `stop`. */
  const activeRequests = new Set<AbortController>()
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)

  return {
    openPublic: createStreamOpener(createGuard({ ...guardSettings, allow: [...allow, ...allowOpen], resolve }), userAgent, stopping.signal),
    async fetchPublic(address, options = {}) {
      const ending = new AbortController()
      const limited = () =>
        createDeadlineSignal(options.timeoutMs ?? defaultLimits.timeoutMs, ending.signal, ...(options.signal ? [options.signal] : []))
      try {
        // Refuses an invalid URL before the queue, as the caller may have given up when its turn comes.
        guard.assertUrlAllowed(parseAddress(address))
        if (stopping.signal.aborted) throw createStoppingError()
        activeRequests.add(ending)
        const queueOptions = { key: options.by, signal: limited() }
        let hasBegun = false
        const fetched = enqueue((evicted) => {
          hasBegun = true
          return follow(address, options, AbortSignal.any([limited(), evicted]))
        }, queueOptions)
        return await fetched.catch((error: unknown) => {
          options.signal?.throwIfAborted()
          if (ending.signal.aborted) throw createStoppingError()
          throw hasBegun ? error : new OutboundError('busy', 'no turn came in time', { cause: error })
        })
      } catch (error) {
        if (error instanceof OutboundError) throw error
        options.signal?.throwIfAborted()
        throw new OutboundError('unreachable', 'no answer', { cause: error })
      } finally {
        activeRequests.delete(ending)
      }
    },
    stop() {
      stopping.abort()
      for (const ending of activeRequests) ending.abort()
    },
  }
}

/** `busy`, because a retry may succeed after the next start. */
const createStoppingError = () => new OutboundError('busy', 'the server is stopping')

/** Returns a validator, unless it is longer than what callers store: a file without validators is fetched as a whole the next time. */
function validatorIn(response: Dispatcher.ResponseData, name: 'etag' | 'last-modified', maxBytes: number): string | undefined {
  const value = singleHeader(response, name)
  return value !== undefined && Buffer.byteLength(value) <= maxBytes ? value : undefined
}

async function readResponse(response: Dispatcher.ResponseData, url: URL, options: FetchOptions): Promise<FetchResult> {
  const { maxBytes = defaultLimits.maxBytes, overflow = 'refuse', types, take, stopAt } = options
  const validators = { etag: validatorIn(response, 'etag', 1024), lastModified: validatorIn(response, 'last-modified', 100) }
  const head: FetchedHead = { url: url.href, ...parseContentType(singleHeader(response, 'content-type') ?? ''), validators }
  const { type } = head
  if (types && !types.test(type)) throw new OutboundError('wrong_type', `answered with ${type || 'no type'}`)
  const tooLarge = () => new OutboundError('too_large', `over ${maxBytes} bytes`)
  if (options.method === 'HEAD') return { ...head, body: Buffer.alloc(0), isWhole: false }
  if (overflow === 'refuse' && Number(singleHeader(response, 'content-length') ?? 0) > maxBytes) throw tooLarge()

  const unpacked = decodeContent(response.body, singleHeader(response, 'content-encoding'), { maxBytes, tooLarge })
  if (!unpacked) throw new OutboundError('unreachable', 'packed in a way that was not asked for')
  const chunks: Buffer[] = []
  let [size, isWhole] = [0, true]
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    const room = maxBytes - size
    if (chunk.length > room && overflow === 'refuse') throw tooLarge()
    const firstBytes = chunk.subarray(0, room)
    await (take ? take(firstBytes, head) : chunks.push(firstBytes))
    size += firstBytes.length
    const canStop = stopAt?.(firstBytes, head) ?? false
    if (canStop || chunk.length > room) {
      isWhole = false
      break
    }
  }
  return { ...head, body: Buffer.concat(chunks), isWhole }
}
