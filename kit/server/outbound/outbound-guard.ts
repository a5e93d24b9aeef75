/** Rules of all outbound requests: allowed addresses and responses. */
import { lookup } from 'node:dns/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import type { Client, Dispatcher } from 'undici'
import { rejectWhenAborted } from '../abort.ts'
import { isInternalHost, isPublicUnicast, isSameAddress, ipLiteral, machineAddresses, type ResolveHost } from './addresses.ts'

/**
 * Ports that browsers refuse (WHATWG Fetch, "bad port"), and ports of databases. A URL with such a port could make the server send data in
 * another protocol.
 */
const badPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117,
  119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
  989, 990, 993, 995, 1433, 1521, 1719, 1720, 1723, 2049, 2375, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566,
  6665, 6666, 6667, 6668, 6669, 6679, 6697, 9200, 10080, 11211, 27017,
])

/**
 * Why a request failed. `refused`: the URL is not allowed (malformed or not public); neither the reason nor the addresses of the name are
 * revealed. `unreachable`: no response, a broken response, or an error status. `too_large` and `wrong_type`: outside the caller's limits.
 * `busy`: not sent, because the host's quota is used up (see `admit`) or the queue timed out; a retry may succeed.
 */
export type OutboundProblem = 'refused' | 'unreachable' | 'too_large' | 'wrong_type' | 'busy'

/** A response with an error status. */
export interface UnsuccessfulResponse {
  status: number
  /** Parsed from the header `Retry-After`. */
  retryAfterSeconds: number | undefined
}

export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundProblem
  /** Undefined: no response. */
  readonly answer: UnsuccessfulResponse | undefined
  constructor(kind: OutboundProblem, message: string, { answer, ...options }: ErrorOptions & { answer?: UnsuccessfulResponse } = {}) {
    super(message, options)
    this.kind = kind
    this.answer = answer
  }
}

/** The host that is about to be contacted: its name and the checked addresses to try. */
export interface Destination {
  host: string
  addresses: readonly string[]
}
export type Admit = (destination: Destination) => Promise<boolean>

const maxAddressLength = 8192
/** Maximum addresses to try per name; `admit` counts each separately. */
const maxAddresses = 4

export interface Guard {
  /** Refuses a URL by its text, before its name is resolved. @throws OutboundError */
  assertUrlAllowed: (url: URL) => void
  /** Opens a client for the checked addresses of a host. The caller destroys it. @throws OutboundError */
  connect: (url: URL, signal: AbortSignal, options: ConnectOptions) => Promise<Client>
}
interface ConnectOptions {
  timeoutMs: number
  /** Maximum idle time of a body that is being read; undefined: undici's default. */
  idleMs?: number
  admit?: Admit | undefined
}

export interface GuardSettings {
  /** `host:port` of allowed non-public hosts. */
  allow: readonly string[]
  /** `host:port` of this site. Requests to it are allowed even to an address of this machine, as long as the address is public. */
  site?: string | undefined
  resolve: ResolveHost
  /** This machine's own addresses. They are refused even if public, because some ports may be reachable only from this machine. */
  ownAddresses?: () => readonly string[]
}

export function createGuard({ allow, site, resolve, ownAddresses = machineAddresses }: GuardSettings): Guard {
  const allowed = new Set(allow.map((hostPort) => hostPort.toLowerCase()))
  const hostPortOf = (url: URL) => `${url.hostname}:${portOf(url)}`
  const isException = (url: URL) => allowed.has(hostPortOf(url))
  function hasOwn(url: URL, addresses: readonly string[]): boolean {
    if (hostPortOf(url) === site?.toLowerCase()) return false
    const hostAddresses = ownAddresses()
    return addresses.some((address) => hostAddresses.some((item) => isSameAddress(item, address)))
  }

  function assertUrlAllowed(url: URL): void {
    if (isException(url)) return
    const literal = ipLiteral(url.hostname)
    if (badPorts.has(portOf(url)) || isInternalHost(url.hostname) || (literal && hasOwn(url, [literal]))) throw createRefusalError()
  }

  /** Returns the addresses to connect to, all checked. */
  async function addressesOf(url: URL): Promise<string[]> {
    assertUrlAllowed(url)
    const literal = ipLiteral(url.hostname)
    if (isException(url)) return literal ? [literal] : (await lookup(url.hostname, { all: true })).map(({ address }) => address)
    const addresses = literal ? [literal] : await resolve(url.hostname)
    if (addresses.length === 0) throw new OutboundError('unreachable', 'the name has no address')
    if (!addresses.every(isPublicUnicast) || hasOwn(url, addresses)) throw createRefusalError()
    return addresses
  }

  return {
    assertUrlAllowed,
    async connect(url, signal, { timeoutMs, idleMs, admit }) {
      const addresses = (await rejectWhenAborted(addressesOf(url), signal)).slice(0, maxAddresses)
      await requireAdmission(admit, { host: url.hostname, addresses })
      // Loaded at the first request, to keep the start fast.
      const { Client } = await import('undici')
      return new Client(url.origin, {
        connect: { lookup: createPinnedLookup(addresses), autoSelectFamily: true, timeout: timeoutMs },
        maxHeaderSize: 64 * 1024,
        ...(idleMs !== undefined && { bodyTimeout: idleMs }),
      })
    },
  }
}

/** Refuses a request that `admit` doesn't allow. Also refuses it if `admit` fails. @throws OutboundError */
async function requireAdmission(admit: Admit | undefined, destination: Destination): Promise<void> {
  const isAdmitted = await admit?.(destination).catch((cause: unknown) => {
    throw new OutboundError('busy', 'the rate limit could not be checked', { cause })
  })
  if (isAdmitted === false) throw new OutboundError('busy', 'the rate limit of the host is reached')
}

const createRefusalError = () => new OutboundError('refused', 'the address is not fetched')

export function parseAddress(address: string, base?: URL): URL {
  const url = address.length <= maxAddressLength && URL.canParse(address, base?.href) ? new URL(address, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw createRefusalError()
  return url
}

const portOf = (url: URL) => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Resolves every name to the checked addresses: a second lookup could return others (DNS rebinding). */
const createPinnedLookup = (addresses: readonly string[]): LookupFunction => {
  const result = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_, { all }, callback) => (all ? callback(null, result) : callback(null, result[0]!.address, result[0]!.family))
}

export const singleHeader = ({ headers }: Dispatcher.ResponseData, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

export const isRedirect = ({ statusCode }: Dispatcher.ResponseData) => [301, 302, 303, 307, 308].includes(statusCode)

/** @throws OutboundError unless the response is successful */
export function assertSuccess(response: Dispatcher.ResponseData): void {
  const { statusCode: status } = response
  if (status >= 200 && status <= 299) return
  const retryAfterSeconds = parseRetryAfter(singleHeader(response, 'retry-after'))
  throw new OutboundError('unreachable', `answered ${status}`, { answer: { status, retryAfterSeconds } })
}

/** Parses a header `Retry-After` (a number or date) to seconds; undefined if invalid. */
export function parseRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
