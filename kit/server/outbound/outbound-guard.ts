/** What may be fetched from outside, and from where: the rules that every way out goes by. */
import { lookup } from 'node:dns/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import type { Client, Dispatcher } from 'undici'
import { unlessAborted } from '../abort.ts'
import { isInnerHost, isPublicUnicast, isSameAddress, literalOf, machineAddresses, type Resolve } from './addresses.ts'
import { badPorts } from './bad-ports.ts'
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

/** A place that is about to be asked: its host's name, and the addresses that are tried, which were checked. */
export interface Destination {
  host: string
  addresses: readonly string[]
}
export type Admit = (destination: Destination) => Promise<boolean>

const maxAddressLength = 8192
/** Addresses of one name that are tried: each counts as a place of its own. */
const maxAddresses = 4

export interface Guard {
  /** What an address tells by itself, before anybody is asked what its name stands for. @throws OutboundError */
  refuseAtSight: (url: URL) => void
  /** A connection to the addresses of a place, all of them checked. Destroyed by whoever asked for it. @throws OutboundError */
  connect: (url: URL, signal: AbortSignal, options: ConnectOptions) => Promise<Client>
}
interface ConnectOptions {
  timeoutMs: number
  /** How long a body may bring nothing while it is waited for; its own default unless told. */
  idleMs?: number
  admit?: Admit | undefined
}

export interface GuardSettings {
  /** `host:port` of places that are reached although they are not public. */
  allow: readonly string[]
  /** `host:port` of this site: it may be reached at an own address of the machine, if that is public. */
  site?: string | undefined
  resolve: Resolve
  /** Of this machine. Behind a public one there may be ports that only the machine itself reaches. */
  ownAddresses?: () => readonly string[]
}

export function createGuard({ allow, site, resolve, ownAddresses = machineAddresses }: GuardSettings): Guard {
  const allowed = new Set(allow.map((place) => place.toLowerCase()))
  const placeOf = (url: URL) => `${url.hostname}:${portOf(url)}`
  const isException = (url: URL) => allowed.has(placeOf(url))
  function hasOwn(url: URL, addresses: readonly string[]): boolean {
    if (placeOf(url) === site?.toLowerCase()) return false
    const own = ownAddresses()
    return addresses.some((address) => own.some((one) => isSameAddress(one, address)))
  }

  function refuseAtSight(url: URL): void {
    if (isException(url)) return
    const literal = literalOf(url.hostname)
    if (badPorts.has(portOf(url)) || isInnerHost(url.hostname) || (literal && hasOwn(url, [literal]))) throw refused()
  }

  /** The addresses to connect to, all of them checked. */
  async function addressesOf(url: URL): Promise<string[]> {
    refuseAtSight(url)
    const literal = literalOf(url.hostname)
    if (isException(url)) return literal ? [literal] : (await lookup(url.hostname, { all: true })).map(({ address }) => address)
    const addresses = literal ? [literal] : await resolve(url.hostname)
    if (addresses.length === 0) throw new OutboundError('unreachable', 'the name has no address')
    if (!addresses.every(isPublicUnicast) || hasOwn(url, addresses)) throw refused()
    return addresses
  }

  return {
    refuseAtSight,
    async connect(url, signal, { timeoutMs, idleMs, admit }) {
      const addresses = (await unlessAborted(addressesOf(url), signal)).slice(0, maxAddresses)
      await demandAdmission(admit, { host: url.hostname, addresses })
      // Loaded when something is fetched first: the start does without.
      const { Client } = await import('undici')
      return new Client(url.origin, {
        connect: { lookup: pinnedTo(addresses), autoSelectFamily: true, timeout: timeoutMs },
        maxHeaderSize: 64 * 1024,
        ...(idleMs !== undefined && { bodyTimeout: idleMs }),
      })
    },
  }
}

/** What could not be counted is not asked for either. */
async function demandAdmission(admit: Admit | undefined, destination: Destination): Promise<void> {
  const isAdmitted = await admit?.(destination).catch((cause: unknown) => {
    throw new OutboundError('busy', 'it could not be counted', { cause })
  })
  if (isAdmitted === false) throw new OutboundError('busy', 'the place has had its share')
}

const refused = () => new OutboundError('refused', 'the address is not fetched')

export function parseAddress(address: string, base?: URL): URL {
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

export const singleHeader = ({ headers }: Dispatcher.ResponseData, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

export const isRedirect = ({ statusCode }: Dispatcher.ResponseData) => [301, 302, 303, 307, 308].includes(statusCode)

/** @throws OutboundError for what is no success */
export function demandSuccess(answer: Dispatcher.ResponseData): void {
  const { statusCode: status } = answer
  if (status >= 200 && status <= 299) return
  const retryAfterSeconds = parseRetryAfter(singleHeader(answer, 'retry-after'))
  throw new OutboundError('unreachable', `answered ${status}`, { answer: { status, retryAfterSeconds } })
}
