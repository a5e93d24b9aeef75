import { expect, test } from 'vitest'
import { createAddressFinder, createIsTrusted, isLocalRequest } from './client-address.ts'
import { createCountryFinder } from './client-country.ts'
import { createLog } from '../log.ts'

const arrival = (remoteAddress: string | undefined, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
})
function createAddressRecorder(trustedProxies: string[]) {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  return { addressOf: createAddressFinder({ isTrusted: createIsTrusted(trustedProxies), log }), lines }
}

const cases: [what: string, peer: string | undefined, forwarded: string | undefined, address: string][] = [
  ['the socket’s without a proxy', '198.51.100.7', undefined, '198.51.100.7'],
  ['the socket’s without a trusted proxy', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['IPv4 when it is mapped', '::ffff:198.51.100.7', undefined, '198.51.100.7'],
  ['the one forwarded by a trusted proxy', '10.0.0.2', '203.0.113.9', '203.0.113.9'],
  ['the forwarded one through a mapped socket', '::ffff:10.0.0.2', '203.0.113.9', '203.0.113.9'],
  ['the one forwarded by an IPv6 proxy', '2001:db8::5', '2001:DB8:F::0009', '2001:db8:f::9'],
  ['never the one that the caller claims', '10.0.0.2', '127.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['the one before all trusted hops', '10.0.0.2', '8.8.8.8, 203.0.113.9, 10.1.1.1, 10.9.9.9', '203.0.113.9'],
  ['the left-most if all hops are trusted', '10.0.0.2', '10.5.5.5, 10.1.1.1', '10.5.5.5'],
  ['the nearest valid one', '10.0.0.2', '203.0.113.9, unknown, 10.1.1.1', '10.1.1.1'],
  ['the proxy’s if the header is invalid', '10.0.0.2', '203.0.113.9, 12345', '10.0.0.2'],
  ['the proxy’s if the header is empty', '10.0.0.2', '', '10.0.0.2'],
  ['one without its port', '10.0.0.2', '203.0.113.9:5555', '203.0.113.9'],
  ['one without its port in IPv6', '10.0.0.2', '[2001:db8:f::9]:5555', '2001:db8:f::9'],
  ['empty for a socket without an address', undefined, '203.0.113.9', ''],
]
test.each(cases)('the client’s address is %s', (_, peer, forwarded, address) => {
  expect(createAddressRecorder(['10.0.0.0/8', '2001:db8::5']).addressOf(arrival(peer, forwarded))).toBe(address)
})

test('an unlisted proxy is warned about once', () => {
  const { addressOf, lines } = createAddressRecorder(['10.0.0.0/8'])
  addressOf(arrival('198.51.100.7'))
  addressOf(arrival('10.0.0.2', '203.0.113.9'))
  expect(lines).toEqual([])
  for (let time = 0; time < 3; time++) addressOf(arrival('198.51.100.7', '203.0.113.9'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', peer: '198.51.100.7' })
})

test.each(['10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', 'proxy.example', '10.0.0', '167772160', ''])('a proxy cannot be "%s"', (proxy) => {
  expect(() => createAddressRecorder([proxy])).toThrow('TRUSTED_PROXIES')
})

test('a local request comes from this machine without a proxy', () => {
  expect(
    ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '::', '', undefined].map((peer) => isLocalRequest(arrival(peer))),
  ).toEqual([true, true, true, true, false, false, false, false])
  expect(isLocalRequest(arrival('127.0.0.1', '127.0.0.1'))).toBe(false)
  for (const name of ['forwarded', 'via', 'x-real-ip'])
    expect(isLocalRequest({ socket: { remoteAddress: '127.0.0.1' }, headers: { [name]: 'x' } })).toBe(false)
})

test.each<[what: string, peer: string | undefined, header: string | undefined, country: string | null]>([
  ['the country of a trusted proxy', '10.0.0.2', 'BE', 'BE'],
  ['in any letter case', '10.0.0.2', ' nl ', 'NL'],
  ['through a mapped socket', '::ffff:10.0.0.2', 'BE', 'BE'],
  ['the country that the proxy appended to the caller’s', '10.0.0.2', 'US, BE', 'BE'],
  ['unknown when a stranger says it', '198.51.100.7', 'BE', null],
  ['unknown on a socket without an address', undefined, 'BE', null],
  ['unknown without the header', '10.0.0.2', undefined, null],
  ['unknown when the proxy does not know', '10.0.0.2', 'XX', null],
  ['unknown for what is no country', '10.0.0.2', 'T1', null],
  ['unknown for hostile text', '10.0.0.2', "BE' or true", null],
])('country: %s', (_, remoteAddress, header, country) => {
  const request = { socket: { remoteAddress }, headers: header === undefined ? {} : { 'cf-ipcountry': header } }
  const isTrusted = createIsTrusted(['10.0.0.0/8'])
  expect(createCountryFinder('cf-ipcountry', isTrusted, () => null)(request)).toBe(country)
  // Without a trusted header, the address determines the country.
  expect(createCountryFinder('cf-ipcountry', isTrusted, () => 'FR')(request)).toBe(country ?? 'FR')
  expect(createCountryFinder(undefined, isTrusted, () => 'FR')(request)).toBe('FR')
})
