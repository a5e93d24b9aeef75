import type { Arrival, IsTrusted } from './client-address.ts'

/** What services in front of a site write for an address that is in no country, or of which they know none. */
const unknownCodes = new Set(['XX', 'ZZ'])

/**
 * Finds the country that a request comes from: as a trusted proxy says in a header of its own (ISO 3166-1 alpha-2, in any letter case), else
 * by its address. From anybody else the header is the caller's own word and never counts.
 * @param header its name in lower case; undefined: no proxy says any
 * @param ofAddress the country of where the request comes from
 * @returns a function that gives the code, or null for unknown
 */
export function createCountryOf(
  header: string | undefined,
  isTrusted: IsTrusted,
  ofAddress: (request: Arrival) => string | null,
): (request: Arrival) => string | null {
  return (request) => {
    const { headers, socket } = request
    const given = header === undefined ? undefined : headers[header]
    if (given === undefined || !isTrusted(socket.remoteAddress)) return ofAddress(request)
    // A proxy that adds its header to the caller's writes behind it.
    const code = [given].flat().join(',').split(',').at(-1)!.trim().toUpperCase()
    return /^[A-Z]{2}$/.test(code) && !unknownCodes.has(code) ? code : ofAddress(request)
  }
}
