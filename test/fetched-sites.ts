import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import { createOutbound, type FetchOptions } from '#kit/server/outbound/outbound.ts'
import { cleanUp } from './clean-up.ts'

/** Starts sites on this machine. Fetches may reach only one of them. */
export async function startFetchedSites() {
  /** Starts a server on this machine; `place` is its `host:port`. */
  async function listen(listener: RequestListener, host = '127.0.0.1') {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    cleanUp(() => (server.closeAllConnections(), server.close()))
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
    if (pathname === '/versions') {
      const length = Number(searchParams.get('length'))
      return send('text/plain', 'x', { etag: `"${'e'.repeat(length)}"`, 'last-modified': 'm'.repeat(length) })
    }
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
  return { listen, hits, site, inner, userAgent, noNames, fetchPublic, get, kindOf }
}
