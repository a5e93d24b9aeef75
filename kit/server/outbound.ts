import { lookup } from 'node:dns/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { unlessAborted } from './abort.ts'
import { badPorts } from './bad-ports.ts'
import { createResolve, isInnerHost, isPublicUnicast, literalOf, type Resolve } from './addresses.ts'
import { unpack } from './content-encoding.ts'
import { parseContentType } from './content-type.ts'
import { createFairQueue } from './fair-queue.ts'
import { parseRetryAfter } from './retry-after.ts'

/**
 * Why nothing came: `refused` = an address that is not fetched (of a wrong form, or not public; never says which, nor what a name
 * stands for), `unreachable` = no answer, a broken one, or one that is no success, `too_large` and `wrong_type` = over the caller's caps,
 * `busy` = not asked, because the place has had its share (see `admit`) or no turn came in time: later it may be.
 */
export type OutboundProblem = 'refused' | 'unreachable' | 'too_large' | 'wrong_type' | 'busy'

/** The answer that was no success. */
export interface RefusedAnswer {
  status: number
  /** Seconds that it asks to be left alone, by `Retry-After`. */
  retryAfterSeconds: number | undefined
}

export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundProblem
  /** Absent: nothing was answered. */
  readonly answer: RefusedAnswer | undefined
  constructor(kind: OutboundProblem, message: string, { answer, ...options }: ErrorOptions & { answer?: RefusedAnswer } = {}) {
    super(message, options)
    this.kind = kind
    this.answer = answer
  }
}

export interface FetchOptions {
  /** `HEAD`: what is there, without it. Default: `GET`. */
  method?: 'GET' | 'HEAD'
  /** Sends this instead of asking for something. It is not sent on where the answer points to: with `maxHops` 0 that is a failure. */
  post?: { body: Buffer | null; headers: Readonly<Record<string, string>> }
  /** Asks for so many bytes of the beginning alone; whoever does not know that sends all of it, up to `maxBytes`. */
  firstBytes?: number
  /** Value of the `Accept` header. */
  accept?: string
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
  take?: (chunk: Buffer) => Promise<void>
  /** Sees each piece as it comes; true: that was enough. */
  stopAt?: (chunk: Buffer, head: FetchedHead) => boolean
  signal?: AbortSignal
  /** For whom it is fetched: users are served round robin, and nobody has more than a quarter of what is fetched at once. */
  by?: string
  /** Asked before each connection, hops too; false: the place is not asked now. */
  admit?: Admit
}

/** A place that is about to be asked: its host's name, and the addresses that are tried, which were checked. */
export interface Destination {
  host: string
  addresses: readonly string[]
}
export type Admit = (destination: Destination) => Promise<boolean>

export interface FetchedHead {
  /** Where it came from in the end. */
  url: string
  /** Media type in lower case without parameters; '' when none was sent. */
  type: string
  /** The `charset` that came with the type. */
  charset: string | undefined
}

export interface Fetched extends FetchedHead {
  body: Buffer
  /** False when `stopAt` or `overflow: 'cut'` ended it. */
  isWhole: boolean
}

export type FetchPublic = (address: string, options?: FetchOptions) => Promise<Fetched>

export interface OutboundSettings {
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
}

const maxAddressLength = 8192
/** Addresses of one name that are tried: each counts as a place of its own. */
const maxAddresses = 4
const maxWaiting = 1000
const defaults = { maxBytes: 2 * 1024 * 1024, timeoutMs: 10_000, maxHops: 5 }

/**
 * The one way the server reaches outside. http(s) to public addresses only: every literal, every address of a name and every hop is
 * checked, and the connection goes to what was checked. No cookies, no referrer, no credentials.
 * @throws OutboundError from `fetchPublic`; or the reason of the caller's own signal
 */
export function createOutbound({ allow, userAgent, resolve = createResolve(), maxConcurrent = 60, slowAfterMs = 3000 }: OutboundSettings): {
  fetchPublic: FetchPublic
  /** Ends everything under way, and begins nothing any more: both are `busy`. */
  stop: () => void
} {
  const allowed = new Set(allow.map((place) => place.toLowerCase()))
  const enqueue = createFairQueue({
    concurrency: maxConcurrent,
    concurrencyPerKey: Math.ceil(maxConcurrent / 4),
    maxWaiting,
    maxWaitingPerKey: maxWaiting / 4,
    slow: { afterMs: slowAfterMs, concurrency: Math.ceil(maxConcurrent / 2) },
  })

  const isException = (url: URL) => allowed.has(`${url.hostname}:${portOf(url)}`)

  /** What an address tells by itself, before anybody is asked what its name stands for. */
  function refuseAtSight(url: URL): void {
    if (isException(url)) return
    if (badPorts.has(portOf(url)) || isInnerHost(url.hostname)) throw refused()
  }

  /** The addresses to connect to, all of them checked. */
  async function addressesOf(url: URL): Promise<string[]> {
    refuseAtSight(url)
    const literal = literalOf(url.hostname)
    if (isException(url)) return literal ? [literal] : (await lookup(url.hostname, { all: true })).map(({ address }) => address)
    const addresses = literal ? [literal] : await resolve(url.hostname)
    if (addresses.length === 0) throw new OutboundError('unreachable', 'the name has no address')
    if (!addresses.every(isPublicUnicast)) throw refused()
    return addresses
  }

  /** One request to one place: its body, or where it points to. */
  async function visit(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Fetched | { location: URL }> {
    const addresses = (await unlessAborted(addressesOf(url), signal)).slice(0, maxAddresses)
    await demandAdmission(options.admit, { host: url.hostname, addresses })
    // Loaded when something is fetched first: the start does without.
    const { Client } = await import('undici')
    const client = new Client(url.origin, {
      connect: { lookup: pinnedTo(addresses), autoSelectFamily: true, timeout: options.timeoutMs ?? defaults.timeoutMs },
      maxHeaderSize: 64 * 1024,
    })
    try {
      const answer = await client.request({
        path: url.pathname + url.search,
        method: options.post ? 'POST' : (options.method ?? 'GET'),
        body: options.post?.body ?? null,
        headers: {
          ...options.post?.headers,
          accept: options.accept ?? '*/*',
          'user-agent': userAgent,
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
      if ([301, 302, 303, 307, 308].includes(answer.statusCode) && location) return { location: parseAddress(location, url) }
      if (answer.statusCode < 200 || answer.statusCode > 299)
        throw new OutboundError('unreachable', `answered ${answer.statusCode}`, {
          answer: { status: answer.statusCode, retryAfterSeconds: parseRetryAfter(singleHeader(answer, 'retry-after')) },
        })
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
  let isStopped = false

  return {
    async fetchPublic(address, options = {}) {
      const ending = new AbortController()
      const limited = () =>
        AbortSignal.any([
          AbortSignal.timeout(options.timeoutMs ?? defaults.timeoutMs),
          ending.signal,
          ...(options.signal ? [options.signal] : []),
        ])
      try {
        // At once, and not when its turn comes: by then whoever asked may have stopped waiting.
        refuseAtSight(parseAddress(address))
        if (isStopped) throw stopped()
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
      isStopped = true
      for (const ending of underWay) ending.abort()
    },
  }
}

/** Asked again after the next start, it may come. */
const stopped = () => new OutboundError('busy', 'the server is stopping')

/** What could not be counted is not asked for either. */
async function demandAdmission(admit: Admit | undefined, destination: Destination): Promise<void> {
  const isAdmitted = await admit?.(destination).catch((cause: unknown) => {
    throw new OutboundError('busy', 'it could not be counted', { cause })
  })
  if (isAdmitted === false) throw new OutboundError('busy', 'the place has had its share')
}

const refused = () => new OutboundError('refused', 'the address is not fetched')

function parseAddress(address: string, base?: URL): URL {
  const url = address.length <= maxAddressLength && URL.canParse(address, base?.href) ? new URL(address, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw refused()
  return url
}

const portOf = (url: URL) => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Answers every question for a name with the addresses that were checked, so that a second answer can't differ from the first. */
const pinnedTo = (addresses: readonly string[]): LookupFunction => {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_, { all }, callback) => (all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family))
}

const singleHeader = ({ headers }: Dispatcher.ResponseData, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

async function read(answer: Dispatcher.ResponseData, url: URL, options: FetchOptions): Promise<Fetched> {
  const { maxBytes = defaults.maxBytes, overflow = 'refuse', types, take, stopAt } = options
  const head: FetchedHead = { url: url.href, ...parseContentType(singleHeader(answer, 'content-type') ?? '') }
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
    await (take ? take(kept) : chunks.push(kept))
    size += kept.length
    const isEnough = stopAt?.(kept, head) ?? false
    if (isEnough || chunk.length > room) {
      isWhole = false
      break
    }
  }
  return { ...head, body: Buffer.concat(chunks), isWhole }
}
