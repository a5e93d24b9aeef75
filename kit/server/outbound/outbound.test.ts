import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test, vi } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { machineAddresses } from './addresses.ts'
import { parseContentType } from './content-type.ts'
import { parseRetryAfter, OutboundError } from './outbound-guard.ts'
import { createOutbound, type FetchOptions } from './outbound.ts'

/** Starts a server on this machine; `place` is its `host:port`. */
async function listen(listener: RequestListener, host = '127.0.0.1') {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  afterAll(() => (server.closeAllConnections(), server.close()))
  const { port } = server.address() as AddressInfo
  return { port, place: `${host}:${port}`, url: `http://${host}:${port}` }
}

const hits: string[] = []
const site = await listen((req, res) => {
  hits.push(req.url ?? '')
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://x')
  const send = (type: string, body: string | Buffer, headers = {}) => res.writeHead(200, { 'content-type': type, ...headers }).end(body)
  if (pathname === '/hello') return send('Text/HTML; charset="ISO-8859-1"', 'hello')
  if (pathname === '/asked') return send('application/json', JSON.stringify(req.headers), { 'set-cookie': 'a=b' })
  if (pathname === '/to') return res.writeHead(302, { location: searchParams.get('url') ?? '', 'set-cookie': 'a=b' }).end('moved')
  if (pathname === '/loop') return res.writeHead(301, { location: '/loop' }).end()
  if (pathname === '/later') return res.writeHead(429, { 'retry-after': '120' }).end()
  if (pathname === '/gone') return res.writeHead(404).end('gone')
  if (pathname === '/gzip') return send('text/plain', gzipSync('packed'), { 'content-encoding': 'gzip' })
  if (pathname === '/br') return send('text/plain', brotliCompressSync('packed'), { 'content-encoding': 'br' })
  if (pathname === '/careless') return send('text/plain', gzipSync('packed').subarray(0, -8), { 'content-encoding': 'gzip' })
  if (pathname === '/strange') return send('text/plain', 'packed', { 'content-encoding': 'compress' })
  if (pathname === '/bomb') return send('text/plain', gzipSync(Buffer.alloc(64 * 1024 * 1024)), { 'content-encoding': 'gzip' })
  if (pathname === '/declared') return res.writeHead(200, { 'content-length': '999999999' }).write('a')
  if (pathname === '/headers')
    return send('text/plain', 'x', Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`x-${n}`, 'a'.repeat(1000)])))
  if (pathname === '/silent') return undefined
  const slow = pathname === '/drip'
  if (slow || pathname === '/endless') {
    res.writeHead(200, { 'content-type': 'text/plain' })
    void (async () => {
      while (!res.destroyed) {
        res.write(slow ? 'a' : Buffer.alloc(16 * 1024, 'a'))
        await wait(slow ? 20 : 1)
      }
    })()
  }
  return undefined
})
const inner = await listen((req, res) => {
  hits.push(`inner ${req.url}`)
  res.end('secret')
})

const userAgent = 'Tester/1.0'
const noNames = () => Promise.resolve<string[]>([])
const { fetchPublic } = createOutbound({ allow: [site.place], userAgent, resolve: noNames })
const get = (path: string, options?: FetchOptions) => fetchPublic(site.url + path, options)
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'came',
    (error: unknown) => (error instanceof OutboundError ? error.kind : String(error)),
  )

test('a page is returned with its type, charset and final URL', async () => {
  const page = await get('/to?url=/hello')
  expect(page).toMatchObject({ type: 'text/html', charset: 'ISO-8859-1', url: `${site.url}/hello`, isWhole: true })
  expect(page.body.toString()).toBe('hello')
})

test('a page can be requested without its body, or only its beginning', async () => {
  const head = await get('/bomb', { method: 'HEAD', maxBytes: 10 })
  expect([head.type, head.body.length]).toEqual(['text/plain', 0])
  const { body } = await get('/asked', { firstBytes: 100 })
  expect(JSON.parse(body.toString())).toMatchObject({ 'accept-encoding': 'identity', range: 'bytes=0-99' })
})

test('an unsuccessful response has its status, and how long to wait', async () => {
  await expect(get('/gone')).rejects.toMatchObject({ answer: { status: 404, retryAfterSeconds: undefined } })
  await expect(get('/later')).rejects.toMatchObject({ answer: { status: 429, retryAfterSeconds: 120 } })
  const now = Date.parse('2026-11-22T12:00:00Z')
  expect(['Sun, 22 Nov 2026 12:01:00 GMT', 'Sun, 22 Nov 2020 12:00:00 GMT', 'soon'].map((header) => parseRetryAfter(header, now))).toEqual([
    60,
    0,
    undefined,
  ])
})

test('only the user agent identifies us, also after a redirect that set a cookie', async () => {
  const { body } = await get('/to?url=/asked', { accept: 'text/html' })
  expect(JSON.parse(body.toString())).toEqual({
    accept: 'text/html',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': userAgent,
    host: site.place,
    connection: 'keep-alive',
  })
})

test.each(['/gzip', '/br', '/careless'])('%s is decoded', async (path) => {
  expect((await get(path)).body.toString()).toBe('packed')
})

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
  // Another port of the site is another service.
  expect(await outcome('http://choice.example:9090/')).toBe('refused')
  for (const place of ['choice.example', 'other.example', '93.184.216.35']) expect(await outcome(`http://${place}/`)).toBe('busy')
  const redirect = `${site.url}/to?url=${encodeURIComponent('http://four.example/')}`
  expect(await kindOf(guarded.fetchPublic(redirect))).toBe('refused')
  const opened = guarded.openPublic('http://four.example/', { signal: new AbortController().signal })
  expect(await kindOf(opened)).toBe('refused')
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
  let asked = 0
  const guarded = createOutbound({ allow: [], userAgent, resolve: () => Promise.resolve([answers[Math.min(asked++, 1)]!]) })
  expect(await kindOf(guarded.fetchPublic(`http://rebind.example:${inner.port}/`, { timeoutMs: 150 }))).toBe('unreachable')
  expect(asked).toBe(1)
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

test('five redirects are followed, not more', async () => {
  const chain = (hops: number): string => (hops === 0 ? '/hello' : `/to?url=${encodeURIComponent(chain(hops - 1))}`)
  expect(await kindOf(get(chain(5)))).toBe('came')
  expect(await kindOf(get(chain(6)))).toBe('unreachable')
  const before = hits.length
  expect(await kindOf(get('/loop'))).toBe('unreachable')
  expect(hits.length - before).toBe(6)
})

test.each([
  ['/gone', 'unreachable'],
  ['/headers', 'unreachable'],
  ['/strange', 'unreachable'],
  ['/endless', 'too_large'],
  ['/bomb', 'too_large'],
  ['/declared', 'too_large'],
])('%s: %s', async (path, kind) => {
  expect(await kindOf(get(path))).toBe(kind)
})

test('a closed port, a name without address, and a name that can’t be resolved are unreachable', async () => {
  const broken = createOutbound({ allow: ['127.0.0.1:1'], userAgent, resolve: () => Promise.reject(new Error('no name server')) })
  expect(await kindOf(broken.fetchPublic('http://127.0.0.1:1/'))).toBe('unreachable')
  expect(await kindOf(broken.fetchPublic('http://site.example/'))).toBe('unreachable')
  expect(await kindOf(fetchPublic('http://nowhere.example/'))).toBe('unreachable')
})

test.each(['/silent', '/drip'])('%s ends at the overall timeout', async (path) => {
  const clock = measureUndisturbedMs()
  expect(await kindOf(get(path, { timeoutMs: 200 }))).toBe('unreachable')
  expect(clock()).toBeLessThan(1000)
})

test('a hanging name server ends at the timeout, too', async () => {
  const hanging = createOutbound({ allow: [], userAgent, resolve: () => new Promise(() => {}) })
  expect(await kindOf(hanging.fetchPublic('http://site.example/', { timeoutMs: 100 }))).toBe('unreachable')
})

test('the caller’s own signal ends it with its own reason', async () => {
  const stop = new AbortController()
  const fetching = get('/drip', { signal: stop.signal })
  setTimeout(() => stop.abort(new Error('closing')), 50)
  await expect(fetching).rejects.toThrow('closing')
})

test('only the requested types are accepted', async () => {
  expect(await kindOf(get('/hello', { types: /^image\// }))).toBe('wrong_type')
  expect(await kindOf(get('/hello', { types: /^text\// }))).toBe('came')
})

test('a body may be cut at its limit, or when the caller has seen enough', async () => {
  for (const path of ['/endless', '/bomb']) {
    const cut = await get(path, { maxBytes: 100_000, overflow: 'cut' })
    expect([cut.body.length, cut.isWhole]).toEqual([100_000, false])
  }
  const seen: string[] = []
  const early = await get('/endless', { stopAt: (chunk, head) => seen.push(`${head.type} ${chunk.length > 0}`) === 2 })
  expect(seen).toEqual(['text/plain true', 'text/plain true'])
  expect(early.isWhole).toBe(false)
})

test('no more run at once than allowed', async () => {
  let now = 0
  let maxSeen = 0
  const busy = await listen((_, res) => {
    maxSeen = Math.max(maxSeen, ++now)
    setTimeout(() => (now--, res.end('x')), 20)
  })
  const narrow = createOutbound({ allow: [busy.place], userAgent, resolve: noNames, maxConcurrent: 3 })
  await Promise.all(Array.from({ length: 12 }, (_, n) => narrow.fetchPublic(busy.url, { by: `user ${n}` })))
  expect(maxSeen).toBe(3)
})

test("one caller's fetches leave slots for others, and an invalid URL is refused without waiting for one", async () => {
  const two = createOutbound({ allow: [site.place], userAgent, resolve: noNames, maxConcurrent: 2 })
  const stop = new AbortController()
  const slow = Array.from({ length: 5 }, () => kindOf(two.fetchPublic(`${site.url}/silent`, { by: 'ann', signal: stop.signal })))
  expect(await kindOf(two.fetchPublic(`${site.url}/hello`, { by: 'bob', timeoutMs: 5000 }))).toBe('came')
  for (const address of ['http://127.0.0.1:1/', 'http://localhost/', 'http://example.com:22/', 'ftp://example.com/'])
    expect(await kindOf(two.fetchPublic(address, { by: 'ann', timeoutMs: 200 }))).toBe('refused')
  stop.abort(new Error('enough'))
  expect(new Set(await Promise.all(slow))).toEqual(new Set(['Error: enough']))
})

test("slow hosts yield their slots, so others don't wait for them", async () => {
  const narrow = createOutbound({ allow: [site.place], userAgent, resolve: noNames, maxConcurrent: 4, slowAfterMs: 50 })
  const stop = new AbortController()
  const slow = ['a', 'b', 'c', 'd'].map((by) => kindOf(narrow.fetchPublic(`${site.url}/silent`, { by, signal: stop.signal })))
  expect(await kindOf(narrow.fetchPublic(`${site.url}/hello`, { by: 'eve', timeoutMs: 3000 }))).toBe('came')
  // Four are slow, and there are two slots for them.
  await vi.waitFor(async () =>
    expect(await Promise.race([Promise.all(slow.slice(0, 2)), wait(0, [])])).toEqual(['unreachable', 'unreachable']),
  )
  stop.abort(new Error('enough'))
  expect((await Promise.all(slow)).slice(2)).toEqual(['Error: enough', 'Error: enough'])
})

test('a host without quota is not contacted, also after a redirect', async () => {
  const before = hits.length
  const seen: string[] = []
  const admit: FetchOptions['admit'] = async ({ host, addresses }) => seen.push(`${host} ${addresses.join()}`) < 2
  expect(await kindOf(get(`/to?url=${encodeURIComponent(`${site.url}/hello`)}`, { admit }))).toBe('busy')
  expect(seen).toEqual(['127.0.0.1 127.0.0.1', '127.0.0.1 127.0.0.1'])
  expect(hits.slice(before)).toHaveLength(1)
  expect(await kindOf(get('/hello', { admit: () => Promise.reject(new Error('no database')) }))).toBe('busy')
})

test('a fetch without a turn in time is not sent', async () => {
  const narrow = createOutbound({ allow: [site.place], userAgent, resolve: noNames, maxConcurrent: 1 })
  const stop = new AbortController()
  const first = kindOf(narrow.fetchPublic(`${site.url}/silent`, { by: 'ann', signal: stop.signal }))
  expect(await kindOf(narrow.fetchPublic(`${site.url}/hello`, { by: 'bob', timeoutMs: 50 }))).toBe('busy')
  stop.abort(new Error('enough'))
  await first
})

test('the type and charset of a response are parsed, however its header is written', () => {
  expect(parseContentType('Text/HTML;x;  Charset="UTF-8"; y')).toEqual({ type: 'text/html', charset: 'UTF-8' })
  expect(parseContentType('')).toEqual({ type: '', charset: undefined })
  expect(parseContentType(`a/b;${' '.repeat(60_000)}charset=x`)).toEqual({ type: 'a/b', charset: undefined })
})

test('a stop aborts running and waiting fetches, and refuses new ones', async () => {
  const outbound = createOutbound({ allow: [site.place], userAgent: 'Test', maxConcurrent: 1 })
  const asked = [1, 2].map((n) => outbound.fetchPublic(`${site.url}/silent?${n}`, { by: 'somebody' }).catch((error: unknown) => error))
  await expect.poll(() => hits).toContain('/silent?1')
  outbound.stop()
  const outcomes = await Promise.all([...asked, outbound.fetchPublic(`${site.url}/hello`).catch((error: unknown) => error)])
  for (const outcome of outcomes) expect(outcome).toMatchObject({ name: 'OutboundError', kind: 'busy' })
  expect(hits).not.toContain('/silent?2')
})
