import type { Arrival, IsTrusted } from './client-address.ts'

/** What services in front of a site write for an address that is in no country, or of which they know none. */
const unknownCodes = new Set(['XX', 'ZZ'])

/**
 * Finds the country that a request comes from, as a trusted proxy says in a header of its own (ISO 3166-1 alpha-2, in any letter case).
 * From anybody else the header is the caller's own word and never counts.
 * @param header its name in lower case; undefined: no proxy says any
 * @returns a function that gives the code, or null for unknown
 */
export function createCountryOf(header: string | undefined, isTrusted: IsTrusted): (request: Arrival) => string | null {
  if (header === undefined) return () => null
  return ({ headers, socket }) => {
    const given = headers[header]
    if (given === undefined || !isTrusted(socket.remoteAddress)) return null
    // A proxy that adds its header to the caller's writes behind it.
    const code = [given].flat().join(',').split(',').at(-1)!.trim().toUpperCase()
    return /^[A-Z]{2}$/.test(code) && !unknownCodes.has(code) ? code : null
  }
}
