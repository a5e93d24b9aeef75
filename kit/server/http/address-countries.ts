import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type CountryResponse, Reader } from 'mmdb-lib'
import type { Log } from '../log.ts'

const require = createRequire(import.meta.url)
const dataFile = 'geo-whois-asn-country.mmdb'
const readData = () => readFileSync(require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'))

export interface AddressCountries {
  /** Returns the ISO 3166-1 alpha-2 code of the country that an address is used in; null: unknown, or no country. */
  find(address: string): string | null
  /** Build date of the data; undefined until it is read. */
  madeAt(): Date | undefined
  /** Reads the file and describes it for operators. `bytes` is null if the file is unreadable. */
  describe(): { file: string; bytes: number | null; madeAt: Date | undefined }
}

/**
 * Looks up countries of addresses in a file that ships with the product, without network requests. Reads it at the first public address (8
 * MiB, 7 ms), so a server in a home network never loads it.
 */
export function createAddressCountries(log: Log, read = readData): AddressCountries {
  let reader: Reader<CountryResponse> | undefined | null
  let bytes: number | null = null

  function open(): Reader<CountryResponse> | null {
    if (reader !== undefined) return reader
    try {
      const data = read()
      reader = new Reader<CountryResponse>(data)
      bytes = data.length
    } catch (error) {
      log.warn({ err: error }, 'the file with the countries of addresses can’t be read: only proxies and profiles tell where people are')
      reader = null
    }
    return reader
  }
  return {
    find(address) {
      if (!isIP(address)) return null
      const parsed = ipaddr.process(address)
      if (parsed.range() !== 'unicast') return null
      const entry: unknown = open()?.get(parsed.toString())
      const code = (entry as { country_code?: unknown } | null)?.country_code
      return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
    },
    madeAt: () => reader?.metadata.buildEpoch,
    describe: () => ({ file: dataFile, madeAt: open()?.metadata.buildEpoch, bytes }),
  }
}
