import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { parseContentType } from './content-type.ts'
import { parseRetryAfter } from './outbound-guard.ts'
import { createOutbound, type FetchOptions } from './outbound.ts'
import { startFetchedSites } from '#test/fetched-sites.ts'

const { listen, hits, site, userAgent, noNames, fetchPublic, get, kindOf } = await startFetchedSites()

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

test('entity tags and dates are returned for the next request, unless they are too long to be stored', async () => {
  expect((await get('/versions?length=100')).validators).toEqual({ etag: `"${'e'.repeat(100)}"`, lastModified: 'm'.repeat(100) })
  expect((await get('/versions?length=1023')).validators).toEqual({ etag: undefined, lastModified: undefined })
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

test('the caller’s own signal ends a fetch with its own reason', async () => {
  const stop = new AbortController()
  const fetching = get('/drip', { signal: stop.signal })
  setTimeout(() => stop.abort(new Error('closing')), 50)
  await expect(fetching).rejects.toThrow('closing')
})

test('only the requested types are accepted', async () => {
  expect(await kindOf(get('/hello', { types: /^image\// }))).toBe('wrong_type')
  expect(await kindOf(get('/hello', { types: /^text\// }))).toBe('came')
})

test('a body can be cut at its limit, or when the caller ends it', async () => {
  for (const path of ['/endless', '/bomb']) {
    const cut = await get(path, { maxBytes: 100_000, overflow: 'cut' })
    expect([cut.body.length, cut.isWhole]).toEqual([100_000, false])
  }
  const log: string[] = []
  const early = await get('/endless', { stopAt: (chunk, head) => log.push(`${head.type} ${chunk.length > 0}`) === 2 })
  expect(log).toEqual(['text/plain true', 'text/plain true'])
  expect(early.isWhole).toBe(false)
})

test('no more fetches run at once than allowed', async () => {
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
  const limitedOutbound = createOutbound({ allow: [site.place], userAgent, resolve: noNames, maxConcurrent: 2 })
  const stop = new AbortController()
  const slow = Array.from({ length: 5 }, () =>
    kindOf(limitedOutbound.fetchPublic(`${site.url}/silent`, { by: 'ann', signal: stop.signal })),
  )
  expect(await kindOf(limitedOutbound.fetchPublic(`${site.url}/hello`, { by: 'bob', timeoutMs: 5000 }))).toBe('came')
  for (const address of ['http://127.0.0.1:1/', 'http://localhost/', 'http://example.com:22/', 'ftp://example.com/'])
    expect(await kindOf(limitedOutbound.fetchPublic(address, { by: 'ann', timeoutMs: 200 }))).toBe('refused')
  stop.abort(new Error('enough'))
  expect(new Set(await Promise.all(slow))).toEqual(new Set(['Error: enough']))
})

test("slow hosts yield their slots, so others don't wait for them", async () => {
  const narrow = createOutbound({ allow: [site.place], userAgent, resolve: noNames, maxConcurrent: 4, slowAfterMs: 50 })
  const stop = new AbortController()
  const slow = ['a', 'b', 'c', 'd'].map((caller) => kindOf(narrow.fetchPublic(`${site.url}/silent`, { by: caller, signal: stop.signal })))
  expect(await kindOf(narrow.fetchPublic(`${site.url}/hello`, { by: 'eve', timeoutMs: 3000 }))).toBe('came')
  // Four fetches are slow, and there are two slots for slow fetches.
  await vi.waitFor(async () =>
    expect(await Promise.race([Promise.all(slow.slice(0, 2)), wait(0, [])])).toEqual(['unreachable', 'unreachable']),
  )
  stop.abort(new Error('enough'))
  const [third, fourth] = (await Promise.all(slow)).slice(2)
  // On a busy machine the fetch of the fast host may be slow too, and take the slot of the third.
  expect(['Error: enough', 'unreachable']).toContain(third)
  expect(fourth).toBe('Error: enough')
})

test('a host without quota is not contacted, also after a redirect', async () => {
  const before = hits.length
  const log: string[] = []
  const admit: FetchOptions['admit'] = async ({ host, addresses }) => log.push(`${host} ${addresses.join()}`) < 2
  expect(await kindOf(get(`/to?url=${encodeURIComponent(`${site.url}/hello`)}`, { admit }))).toBe('busy')
  expect(log).toEqual(['127.0.0.1 127.0.0.1', '127.0.0.1 127.0.0.1'])
  expect(hits.slice(before)).toHaveLength(1)
  expect(await kindOf(get('/hello', { admit: () => Promise.reject(new Error('no database')) }))).toBe('busy')
})

test('a fetch that waits too long is not sent', async () => {
  const narrow = createOutbound({ allow: [site.place], userAgent, resolve: noNames, maxConcurrent: 1 })
  const stop = new AbortController()
  const first = kindOf(narrow.fetchPublic(`${site.url}/silent`, { by: 'ann', signal: stop.signal }))
  expect(await kindOf(narrow.fetchPublic(`${site.url}/hello`, { by: 'bob', timeoutMs: 50 }))).toBe('busy')
  stop.abort(new Error('enough'))
  await first
})

test('the type and charset of a response are parsed in every notation of the header', () => {
  expect(parseContentType('Text/HTML;x;  Charset="UTF-8"; y')).toEqual({ type: 'text/html', charset: 'UTF-8' })
  expect(parseContentType('')).toEqual({ type: '', charset: undefined })
  expect(parseContentType(`a/b;${' '.repeat(60_000)}charset=x`)).toEqual({ type: 'a/b', charset: undefined })
})

test('a stop aborts running and waiting fetches, and refuses new ones', async () => {
  const outbound = createOutbound({ allow: [site.place], userAgent: 'Test', maxConcurrent: 1 })
  const fetches = [1, 2].map((n) => outbound.fetchPublic(`${site.url}/silent?${n}`, { by: 'somebody' }).catch((error: unknown) => error))
  await expect.poll(() => hits).toContain('/silent?1')
  outbound.stop()
  const outcomes = await Promise.all([...fetches, outbound.fetchPublic(`${site.url}/hello`).catch((error: unknown) => error)])
  for (const outcome of outcomes) expect(outcome).toMatchObject({ name: 'OutboundError', kind: 'busy' })
  expect(hits).not.toContain('/silent?2')
})
