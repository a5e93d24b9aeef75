import { expect, test } from 'vitest'
import { machineAddresses } from './addresses.ts'
import { createOutbound } from './outbound.ts'
import { startFetchedSites } from '#test/fetched-sites.ts'

const { hits, site, inner, userAgent, fetchPublic, get, kindOf } = await startFetchedSites()

test.each([
  // loopback in every spelling
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://①②⑦.⓪.⓪.①/',
  'http://0/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  // an IPv4 address inside an IPv6 one
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a00:1::1]/',
  'http://[2001:0:7f00:1::]/',
  // private, shared, link-local, reserved
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/',
  'http://0xa9fea9fe/',
  'http://192.0.0.8/',
  'http://192.0.2.1/',
  'http://192.88.99.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[fe80::1]/',
  'http://[fe80::1%25eth0]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://[2001:db8::1]/',
  'http://[2001:10::1]/',
  'http://[3fff::1]/',
  'http://[5f00::1]/',
  'http://[4000::1]/',
  // internal names
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://app.localhost/',
  'http://database/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://router.lan/',
  'http://nas.home.arpa/',
  // other forms
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/html,hi',
  '//example.com/',
  '/etc/passwd',
  '',
  'http://',
  'http://user@example.com/',
  'http://:secret@example.com/',
  'http://example.com:0/',
  'http://example.com:25/',
  'http://example.com:22/',
  'http://example.com:6379/',
  'http://example.com:99999/',
  `http://example.com/${'a'.repeat(9000)}`,
])('%s is refused', async (address) => {
  expect(await kindOf(fetchPublic(address))).toBe('refused')
})

test('an exception is one host and port only', async () => {
  expect(await kindOf(fetchPublic(`http://127.0.0.1:${inner.port}/`))).toBe('refused')
  expect(await kindOf(fetchPublic(`http://127.0.0.2:${site.port}/hello`))).toBe('refused')
  expect(await kindOf(fetchPublic(`http://127.1:${site.port}/hello`))).toBe('came')
})

test.each([
  ['one inner address', ['10.1.2.3']],
  ['an inner one among public ones', ['93.184.216.34', '127.0.0.1']],
  ['an inner one of the other family', ['93.184.216.34', '::1']],
  ['nonsense', ['not an address']],
])('a name that resolves to %s is refused', async (_, addresses) => {
  const guarded = createOutbound({ allow: [], userAgent, resolve: () => Promise.resolve(addresses) })
  expect(await kindOf(guarded.fetchPublic('http://site.example/'))).toBe('refused')
})

test('a public address of this machine is refused, as a literal, by name and after a redirect, except for the site itself', async () => {
  const own = ['127.0.0.1', '93.184.216.34', '2a00:1450:0:0::A', 'fe80::1%eth0']
  const addresses: Record<string, string[]> = {
    'four.example': ['93.184.216.34'],
    'six.example': ['2a00:1450::a'],
    'both.example': ['93.184.216.35', '93.184.216.34'],
    'choice.example': ['93.184.216.34'],
    'other.example': ['93.184.216.35'],
  }
  const guarded = createOutbound({
    allow: [site.place],
    site: 'choice.example:80',
    userAgent,
    resolve: (name) => Promise.resolve(addresses[name] ?? []),
    ownAddresses: () => own,
  })
  const outcome = (address: string) => kindOf(guarded.fetchPublic(address, { timeoutMs: 150, admit: () => Promise.resolve(false) }))
  for (const place of ['93.184.216.34', '[2a00:1450::a]', '[2a00:1450:0::0a]', 'four.example', 'six.example:8080', 'both.example'])
    expect([place, await outcome(`http://${place}/`)]).toEqual([place, 'refused'])
  // Another port of the site's host is another service.
  expect(await outcome('http://choice.example:9090/')).toBe('refused')
  for (const place of ['choice.example', 'other.example', '93.184.216.35']) expect(await outcome(`http://${place}/`)).toBe('busy')
  const redirect = `${site.url}/to?url=${encodeURIComponent('http://four.example/')}`
  expect(await kindOf(guarded.fetchPublic(redirect))).toBe('refused')
  const request = guarded.openPublic('http://four.example/', { signal: new AbortController().signal })
  expect(await kindOf(request)).toBe('refused')
})

test('the addresses of this machine are known', () => {
  expect(machineAddresses()).toContain('127.0.0.1')
})

test("the refusal of a name doesn't reveal its addresses", async () => {
  const guarded = createOutbound({ allow: [], userAgent, resolve: () => Promise.resolve(['10.1.2.3']) })
  const error = await guarded.fetchPublic('http://site.example/').catch((e: unknown) => e as Error)
  expect(JSON.stringify([error, (error as Error).message, String((error as Error).cause)])).not.toContain('10.1')
})

test('a name with changing addresses is resolved once, and the connection uses the checked address', async () => {
  const before = hits.length
  const answers = ['93.184.216.34', '127.0.0.1']
  let lookups = 0
  const guarded = createOutbound({ allow: [], userAgent, resolve: () => Promise.resolve([answers[Math.min(lookups++, 1)]!]) })
  expect(await kindOf(guarded.fetchPublic(`http://rebind.example:${inner.port}/`, { timeoutMs: 150 }))).toBe('unreachable')
  expect(lookups).toBe(1)
  // The next fetch resolves again and is refused.
  expect(await kindOf(guarded.fetchPublic(`http://rebind.example:${inner.port}/`))).toBe('refused')
  expect(hits.slice(before)).toEqual([])
})

test.each([
  () => `http://127.0.0.1:${inner.port}/`,
  () => `//127.0.0.1:${inner.port}/`,
  () => `http://2130706433:${inner.port}/`,
  () => 'file:///etc/passwd',
  () => `http://[::ffff:127.0.0.1]:${inner.port}/`,
  () => 'http://localhost/',
  () => 'http://user@example.com/',
])('a redirect to a non-public address is refused (%#)', async (target) => {
  const before = hits.length
  expect(await kindOf(get(`/to?url=${encodeURIComponent(target())}`))).toBe('refused')
  expect(hits.slice(before).filter((hit) => hit.startsWith('inner'))).toEqual([])
})
