import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/**
 * Whether the whole internet can reach this address, and a single machine has it. False for tunnelled and translated forms (IPv4-mapped,
 * NAT64, 6to4, Teredo …), as they can contain an internal address.
 */
export function isPublicUnicast(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  // IANA has allocated only 2000::/3 of IPv6.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parse('2000::'), 3)
}

/** Returns the addresses of this machine's interfaces, some of which may be public. They can change at run time. */
export const machineAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])

/** Whether two addresses are equal, in any notation. */
export function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => {
    const plainAddress = address.replace(/%.*$/, '')
    return ipaddr.isValid(plainAddress) ? ipaddr.parse(plainAddress).toNormalizedString() : undefined
  })
  return a !== undefined && a === b
}

/** Returns the IP address in a URL's host name: `[::1]` gives `::1`. Undefined for a name. */
export function ipLiteral(hostname: string): string | undefined {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(address) ? address : undefined
}

const innerNamePattern = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/

/**
 * Whether a name has a meaning only inside a network. Such names are never resolved, so that responses don't reveal which of them exist.
 */
function isInnerName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || innerNamePattern.test(name)
}

/** Whether a URL's host is inside a network, judged by its name or IP address alone. */
export function isInternalHost(hostname: string): boolean {
  const literal = ipLiteral(hostname)
  return literal ? !isPublicUnicast(literal) : isInnerName(hostname)
}

export type ResolveHost = (hostname: string) => Promise<string[]>

/**
 * Resolves all IPv4 and IPv6 addresses of a public name by asking the name servers directly. Unlike the system's resolver, this blocks no
 * thread of the pool that files and password hashes use, and doesn't read `/etc/hosts`.
 */
export function createHostResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return answers.flatMap((response) => (response.status === 'fulfilled' ? response.value : []))
  }
}
