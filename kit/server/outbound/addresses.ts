import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/**
 * Can everybody on the internet reach this address, and is it one machine's own? Tunnelled and translated forms (IPv4-mapped,
 * NAT64, 6to4, Teredo …) are not: they can stand for an inner address.
 */
export function isPublicUnicast(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  // Of IPv6 only 2000::/3 was ever given out.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parse('2000::'), 3)
}

/** The addresses of this machine's own interfaces, of which some may be public. They change while it runs. */
export const machineAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])

/** Are two addresses the same one, however they are written? */
export function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => {
    const bare = address.replace(/%.*$/, '')
    return ipaddr.isValid(bare) ? ipaddr.parse(bare).toNormalizedString() : undefined
  })
  return a !== undefined && a === b
}

/** `[::1]` of an address line is `::1`; undefined when the host is a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) ? bare : undefined
}

const inner = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/

/** Names that only ever mean something inside a network. They are not even asked for, so that no answer tells which exist. */
function isInnerName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || inner.test(name)
}

/** Is a host of an address inside some network, as far as its name or literal tells? */
export function isInnerHost(hostname: string): boolean {
  const literal = literalOf(hostname)
  return literal ? !isPublicUnicast(literal) : isInnerName(hostname)
}

export type Resolve = (hostname: string) => Promise<string[]>

/**
 * All IPv4 and IPv6 addresses of a public name, asked of the name servers themselves: a hanging name server then holds no
 * thread that files and passwords need, and the machine's own host table stays out of it.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}
