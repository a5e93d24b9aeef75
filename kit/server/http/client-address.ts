import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Log } from '../log.ts'
import { SetupError } from '../setup-error.ts'

type Network = [ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** The parts of a request that its address is derived from. Requests of Node and of Fastify have both. */
export interface IncomingRequest {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Whether this socket address belongs to a proxy in front of the server. */
export type IsTrusted = (remoteAddress: string | undefined) => boolean

export interface AddressOptions {
  isTrusted: IsTrusted
  log: Log
}

function parseNetwork(text: string): Network {
  const invalid = new SetupError(`TRUSTED_PROXIES: "${text}" is neither an address nor a network such as 10.0.0.0/8.`)
  const [address = '', bits, ...more] = text.split('/')
  if (!isIP(address) || more.length) throw invalid
  const parsed = ipaddr.process(address)
  const maxBits = parsed.kind() === 'ipv4' ? 32 : 128
  if (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= maxBits)) throw invalid
  return [parsed, Number(bits ?? maxBits)]
}

const withoutPort = (text: string) => /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text

/** Parses a hop of X-Forwarded-For: `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80`. Undefined if invalid. */
function parseHop(text: string): string | undefined {
  const address = isIP(text) ? text : withoutPort(text)
  // IPv4 has a single notation.
  if (isIP(address) === 4) return address
  return isIP(address) ? ipaddr.process(address).toString() : undefined
}

/**
 * @param trustedProxies addresses and networks (`10.0.0.0/8`) of the proxies in front of this server
 * @throws SetupError for an invalid entry
 */
export function createIsTrusted(trustedProxies: readonly string[]): IsTrusted {
  const networks = trustedProxies.map(parseNetwork)
  return (remoteAddress = '') => {
    if (!networks.length || !isIP(remoteAddress)) return false
    const parsed = ipaddr.process(remoteAddress)
    return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
}

/**
 * Finds the caller's address: the address of the socket or, behind a trusted proxy, the right-most untrusted hop of X-Forwarded-For. Hops
 * further left are set by the caller and never used.
 * @returns a function that returns addresses in their shortest form, IPv4-mapped ones as IPv4
 */
export function createAddressFinder({ isTrusted, log }: AddressOptions): (request: IncomingRequest) => string {
  let warned = false

  return ({ headers, socket }) => {
    const peer = parseHop(socket.remoteAddress ?? '') ?? ''
    const forwarded = headers['x-forwarded-for']
    if (forwarded === undefined) return peer
    if (!isTrusted(peer)) {
      if (!warned)
        log.warn(
          { peer },
          'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: it is ignored, and all callers behind that proxy count as one',
        )
      warned = true
      return peer
    }
    let client = peer
    for (const text of [forwarded].flat().join(',').split(',').toReversed()) {
      const hop = parseHop(text.trim())
      // Hops left of an invalid one can't be trusted.
      if (hop === undefined) break
      client = hop
      if (!isTrusted(hop)) break
    }
    return client
  }
}

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'] as const

/** Whether the request comes from this machine, and not through a proxy on it, which would forward requests of others. */
export function isLocalRequest({ headers, socket }: IncomingRequest): boolean {
  const { remoteAddress = '' } = socket
  if (!isIP(remoteAddress) || forwardingHeaders.some((name) => headers[name] !== undefined)) return false
  return ipaddr.process(remoteAddress).range() === 'loopback'
}
