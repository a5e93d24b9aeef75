import { setMaxListeners } from 'node:events'
import type { Dispatcher } from 'undici'
import { withDeadline } from '../abort.ts'
import { unpack } from './content-encoding.ts'
import { parseContentType } from './content-type.ts'
import { createFairQueue } from '../fair-queue.ts'
import { createResolve, type Resolve } from './addresses.ts'
import {
  type Admit,
  createGuard,
  type GuardSettings,
  demandSuccess,
  isRedirect,
  OutboundError,
  parseAddress,
  singleHeader,
} from './outbound-guard.ts'
import { createOpen, type OpenPublic } from './outbound-open.ts'
import { conditionsOf, type Validators } from '../http/validators.ts'

export interface FetchOptions {
  /** `HEAD`: what is there, without it. Default: `GET`. */
  method?: 'GET' | 'HEAD'
  /** Sends this instead of asking for something. It is not sent on where the answer points to: with `maxHops` 0 that is a failure. */
  post?: { body: Buffer | null; headers: Readonly<Record<string, string>> }
  /** Asks for so many bytes of the beginning alone; whoever does not know that sends all of it, up to `maxBytes`. */
  firstBytes?: number
  /** Value of the `Accept` header. */
  accept?: string
  /** Of what came before: nothing comes when it is still that ({@link Fetched.isSame}). */
  validators?: Validators
  /** Which media types may come, tested against `image/png` and the like. */
  types?: RegExp
  /** Bytes after decompression. */
  maxBytes?: number
  /** What to do with a body over `maxBytes`: fail, or keep its beginning. */
  overflow?: 'refuse' | 'cut'
  /** For everything together: names, connections, redirects and the last byte. As long again may be waited for a turn. */
  timeoutMs?: number
  maxHops?: number
  /** Takes each piece in place of `body`, so that what is large never lies in memory; the next one waits for it. */
  take?: (chunk: Buffer, head: FetchedHead) => Promise<void>
  /** Sees each piece as it comes; true: that was enough. */
  stopAt?: (chunk: Buffer, head: FetchedHead) => boolean
  signal?: AbortSignal
  /** For whom it is fetched: users are served round robin, and nobody has more than a quarter of what is fetched at once. */
  by?: string
  /** Asked before each connection, hops too; false: the place is not asked now. */
  admit?: Admit
}

export interface FetchedHead {
  /** Where it came from in the end. */
  url: string
  /** Media type in lower case without parameters; '' when none was sent. */
  type: string
  /** The `charset` that came with the type. */
  charset: string | undefined
  /** With which it can be asked whether it is still that. */
  validators?: Validators
}

export interface Fetched extends FetchedHead {
  body: Buffer
  /** False when `stopAt` or `overflow: 'cut'` ended it. */
  isWhole: boolean
  /** It is what the caller's `validators` name: nothing came. */
  isSame?: boolean
}

export type FetchPublic = (address: string, options?: FetchOptions) => Promise<Fetched>

export interface OutboundSettings extends Pick<GuardSettings, 'site' | 'ownAddresses'> {
  /** `host:port` of places that are fetched although they are not public. */
  allow: readonly string[]
  /** Says honestly who asks. */
  userAgent: string
  /** All addresses of a public name; empty when there are none. */
  resolve?: Resolve
  /** Fetches at once; half as many more of sources that turned out slow. */
  maxConcurrent?: number
  /** Milliseconds after which a source counts as slow, and others may start. */
  slowAfterMs?: number
  /** As `allow`, for `openPublic` alone. */
  allowOpen?: readonly string[]
}

const maxWaiting = 1000
const defaults = { maxBytes: 2 * 1024 * 1024, timeoutMs: 10_000, maxHops: 5 }

/**
 * The one way the server reaches outside. http(s) to public addresses only: every literal, every address of a name and every hop is
 * checked, and the connection goes to what was checked. No cookies, no referrer, no credentials.
 * @throws OutboundError from `fetchPublic`; or the reason of the caller's own signal
 */
export function createOutbound({
  allow,
  userAgent,
  resolve = createResolve(),
  maxConcurrent = 60,
  slowAfterMs = 3000,
  allowOpen = [],
  ...ofGuard
}: OutboundSettings): {
  fetchPublic: FetchPublic
  openPublic: OpenPublic
  /** Ends everything under way, and begins nothing any more: both are `busy`. */
  stop: () => void
} {
  const enqueue = createFairQueue({
    concurrency: maxConcurrent,
    concurrencyPerKey: Math.ceil(maxConcurrent / 4),
    maxWaiting,
    maxWaitingPerKey: maxWaiting / 4,
    slow: { afterMs: slowAfterMs, concurrency: Math.ceil(maxConcurrent / 2) },
  })

  const guard = createGuard({ ...ofGuard, allow, resolve })

  /** One request to one place: its body, or where it points to. */
  async function visit(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Fetched | { location: URL }> {
    const client = await guard.connect(url, signal, { timeoutMs: options.timeoutMs ?? defaults.timeoutMs, admit: options.admit })
    try {
      const answer = await client.request({
        path: url.pathname + url.search,
        method: options.post ? 'POST' : (options.method ?? 'GET'),
        body: options.post?.body ?? null,
        headers: {
          ...options.post?.headers,
          accept: options.accept ?? '*/*',
          'user-agent': userAgent,
          ...conditionsOf(options.validators),
          // A part of something packed can't be unpacked.
          ...(options.firstBytes === undefined
            ? { 'accept-encoding': 'gzip, deflate, br' }
            : { 'accept-encoding': 'identity', range: `bytes=0-${options.firstBytes - 1}` }),
        },
        signal,
      })
      // Left unread, or cut off below, it ends with an error that nobody waits for.
      answer.body.on('error', () => {})
      const location = singleHeader(answer, 'location')
      if (isRedirect(answer) && location) return { location: parseAddress(location, url) }
      if (answer.statusCode === 304 && options.validators)
        return { url: url.href, type: '', charset: undefined, body: Buffer.alloc(0), isWhole: true, isSame: true }
      demandSuccess(answer)
      return await read(answer, url, options)
    } finally {
      await client.destroy()
    }
  }

  async function follow(address: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
    let url = parseAddress(address)
    for (let hop = 0; hop <= (options.maxHops ?? defaults.maxHops); hop++) {
      const answer = await visit(url, options, signal)
      if ('body' in answer) return answer
      url = answer.location
    }
    throw new OutboundError('unreachable', 'too many redirects')
  }

  /** What is under way, so that it can be ended. */
  const underWay = new Set<AbortController>()
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)

  return {
    openPublic: createOpen(createGuard({ ...ofGuard, allow: [...allow, ...allowOpen], resolve }), userAgent, stopping.signal),
    async fetchPublic(address, options = {}) {
      const ending = new AbortController()
      const limited = () =>
        withDeadline(options.timeoutMs ?? defaults.timeoutMs, ending.signal, ...(options.signal ? [options.signal] : []))
      try {
        // At once, and not when its turn comes: by then whoever asked may have stopped waiting.
        guard.refuseAtSight(parseAddress(address))
        if (stopping.signal.aborted) throw stopped()
        underWay.add(ending)
        const waiting = { key: options.by, signal: limited() }
        let hasBegun = false
        const fetched = enqueue((evicted) => {
          hasBegun = true
          return follow(address, options, AbortSignal.any([limited(), evicted]))
        }, waiting)
        return await fetched.catch((error: unknown) => {
          options.signal?.throwIfAborted()
          if (ending.signal.aborted) throw stopped()
          throw hasBegun ? error : new OutboundError('busy', 'no turn came in time', { cause: error })
        })
      } catch (error) {
        if (error instanceof OutboundError) throw error
        options.signal?.throwIfAborted()
        throw new OutboundError('unreachable', 'no answer', { cause: error })
      } finally {
        underWay.delete(ending)
      }
    },
    stop() {
      stopping.abort()
      for (const ending of underWay) ending.abort()
    },
  }
}

/** Asked again after the next start, it may come. */
const stopped = () => new OutboundError('busy', 'the server is stopping')

async function read(answer: Dispatcher.ResponseData, url: URL, options: FetchOptions): Promise<Fetched> {
  const { maxBytes = defaults.maxBytes, overflow = 'refuse', types, take, stopAt } = options
  const validators = { etag: singleHeader(answer, 'etag'), lastModified: singleHeader(answer, 'last-modified') }
  const head: FetchedHead = { url: url.href, ...parseContentType(singleHeader(answer, 'content-type') ?? ''), validators }
  const { type } = head
  if (types && !types.test(type)) throw new OutboundError('wrong_type', `answered with ${type || 'no type'}`)
  const tooLarge = () => new OutboundError('too_large', `over ${maxBytes} bytes`)
  if (options.method === 'HEAD') return { ...head, body: Buffer.alloc(0), isWhole: false }
  if (overflow === 'refuse' && Number(singleHeader(answer, 'content-length') ?? 0) > maxBytes) throw tooLarge()

  const unpacked = unpack(answer.body, singleHeader(answer, 'content-encoding'), { maxBytes, tooLarge })
  if (!unpacked) throw new OutboundError('unreachable', 'packed in a way that was not asked for')
  const chunks: Buffer[] = []
  let [size, isWhole] = [0, true]
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    const room = maxBytes - size
    if (chunk.length > room && overflow === 'refuse') throw tooLarge()
    const kept = chunk.subarray(0, room)
    await (take ? take(kept, head) : chunks.push(kept))
    size += kept.length
    const isEnough = stopAt?.(kept, head) ?? false
    if (isEnough || chunk.length > room) {
      isWhole = false
      break
    }
  }
  return { ...head, body: Buffer.concat(chunks), isWhole }
}
