import type { IncomingRequest, IsTrusted } from './client-address.ts'

/** Codes that CDNs and proxies send for an unknown country, or for an address outside all countries. */
const unknownCodes = new Set(['XX', 'ZZ'])

/**
 * Finds the country of a request (ISO 3166-1 alpha-2, in any case). Uses the header of a trusted proxy, else the address. The header is
 * ignored from other clients, as they can forge it.
 * @param header the header's name in lower case; undefined: no proxy sends one
 * @param countryOfAddress returns the country of the request's address
 * @returns a function that returns the code, or null if unknown
 */
export function createCountryFinder(
  header: string | undefined,
  isTrusted: IsTrusted,
  countryOfAddress: (request: IncomingRequest) => string | null,
): (request: IncomingRequest) => string | null {
  return (request) => {
    const { headers, socket } = request
    const headerValue = header === undefined ? undefined : headers[header]
    if (headerValue === undefined || !isTrusted(socket.remoteAddress)) return countryOfAddress(request)
    // Some proxies append their value to the caller's.
    const code = [headerValue].flat().join(',').split(',').at(-1)!.trim().toUpperCase()
    return /^[A-Z]{2}$/.test(code) && !unknownCodes.has(code) ? code : countryOfAddress(request)
  }
}
