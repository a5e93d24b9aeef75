import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { thresholds } from '../../rules.ts'
import type { Certificate } from './check-results.ts'

interface TlsAddress {
  host: string
  port: number
}
const tlsPorts: Readonly<Record<string, number>> = { 'https:': 443, 'smtps:': 465 }

/** Returns the configured addresses that use TLS, without credentials and paths. */
export function tlsAddresses(addresses: readonly (string | undefined)[]): TlsAddress[] {
  const certificates = addresses.flatMap((address) => {
    if (address === undefined) return []
    const { protocol, hostname, port } = new URL(address)
    const defaultPort = tlsPorts[protocol]
    return defaultPort === undefined ? [] : [{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort }]
  })
  return [...new Map(certificates.map((item) => [`${item.host}:${item.port}`, item])).values()]
}

const readCertificate = ({ host, port }: TlsAddress, timeoutMs: number): Promise<Certificate> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) })
    const end = (finish: () => void) => {
      socket.destroy()
      finish()
    }
    socket.setTimeout(timeoutMs, () => end(() => reject(new Error('no response'))))
    socket.once('error', (error) => end(() => reject(error)))
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate()
      // An expired certificate counts as trusted, because its expiry is reported separately.
      const isTrusted = socket.authorized || String(socket.authorizationError) === 'CERT_HAS_EXPIRED'
      end(() => (validTo ? resolve({ host, validTo: new Date(validTo), isTrusted }) : reject(new Error('no certificate'))))
    })
  })

export interface Certificates {
  certificates: readonly Certificate[]
  /** Hosts that didn't respond. */
  failed: readonly string[]
}

const keptMs = 600_000

/** Reads the certificates of addresses, at most every ten minutes. */
export function createCertificates(addresses: readonly TlsAddress[], timeoutMs: number = thresholds.checkMs - 100) {
  let latest: { at: number; result: Promise<Certificates> } | undefined
  async function read(): Promise<Certificates> {
    const results = await Promise.allSettled(addresses.map((address) => readCertificate(address, timeoutMs)))
    return {
      certificates: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
      failed: addresses.flatMap(({ host }, index) => (results[index]!.status === 'rejected' ? [host] : [])),
    }
  }
  return (): Promise<Certificates> => {
    const now = performance.now()
    if (!latest || now - latest.at > keptMs) latest = { at: now, result: read() }
    return latest.result
  }
}
