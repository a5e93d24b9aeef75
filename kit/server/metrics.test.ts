import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { afterAll, describe, expect, test } from 'vitest'
import { createFreshDatabase } from '#test/fresh-database.ts'
import en from '#kit/contract/locales/en.json' with { type: 'json' }
import nl from '#kit/contract/locales/nl.json' with { type: 'json' }
import { createHttp } from './http/app.ts'
import { acceptSocket } from './http/sockets.ts'
import { defineJob } from './jobs/job.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLog } from './log.ts'
import { createMetrics, serveMetrics } from './metrics.ts'

const database = await createFreshDatabase()
const db = database.connect()
const log = createLog({ level: 'silent' })
const jobs = createJobs({ db, log })
const job = defineJob('later', z.object({}))
jobs.work(job, async () => undefined)
await jobs.start()

const token = 'a-token-for-figures'
const app = createHttp({ log, texts: { en: { kit: en }, nl: { kit: nl } }, isHttps: false })
const metrics = await createMetrics({ pools: { reads: db }, jobs, version: '1.2.3' })
metrics.count(app)
serveMetrics(app, metrics, token)
app.get('/things/:id', async () => ({}))
app.get('/socket', (request, reply) => {
  acceptSocket(request, reply)
  return reply
})
app.get('/slow', () => new Promise(() => undefined))
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
afterAll(async () => {
  await app.close()
  await jobs.stop()
})

const readAll = async () => (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).body
/** Returns the value of a metric, by the text before it. */
const valueOf = (text: string, name: string) => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}
const counted = (route: string, status: number) => `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`

describe('the metrics', () => {
  test('count requests by pattern and status, never by URL', async () => {
    await Promise.all(['1', '2', '3'].map((id) => app.inject({ url: `/things/${id}?keyword=hush` })))
    await app.inject({ url: '/no-such-thing-1' })
    await app.inject({ url: '/no-such-thing-2' })
    const text = await readAll()
    expect(valueOf(text, counted('/things/:id', 200))).toBe(3)
    expect(valueOf(text, counted('(none)', 404))).toBe(2)
    expect(text).not.toMatch(/hush|no-such-thing/)
  })

  test('count requests in flight, and forget those whose caller disconnected', async () => {
    const request = httpRequest({ port, path: '/slow' })
    request.on('error', () => undefined)
    request.end()
    await expect.poll(async () => valueOf(await readAll(), 'http_requests_in_flight')).toBe(2)
    request.destroy()
    await expect.poll(async () => valueOf(await readAll(), 'http_requests_in_flight')).toBe(1)
  })

  test('omit the duration of WebSockets', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`)
    await once(socket, 'open')
    expect(valueOf(await readAll(), 'http_requests_in_flight')).toBe(2)
    socket.terminate()
    await expect.poll(async () => valueOf(await readAll(), 'http_requests_in_flight')).toBe(1)
    expect(await readAll()).not.toContain('/socket')
  })

  test('include the pool, jobs and the process', async () => {
    await jobs.send(job, {}, { startAfter: 100 })
    const text = await readAll()
    expect(valueOf(text, 'jobs{job="later",state="waiting"}')).toBe(1)
    expect(valueOf(text, 'jobs{job="later",state="dead"}')).toBe(0)
    expect(
      valueOf(text, 'database_connections{pool="reads",state="idle"}')! + valueOf(text, 'database_connections{pool="reads",state="busy"}')!,
    ).toBeGreaterThan(0)
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(text).toContain(`choice_build_info{version="1.2.3",node="${process.version}"} 1`)
  })

  test('omit those of jobs during a database outage', async () => {
    await database.shut()
    const text = await readAll()
    await database.open()
    expect(text).not.toContain('jobs{')
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  })
})

const withoutToken = createHttp({ log, texts: { en: { kit: en }, nl: { kit: nl } }, isHttps: false })
serveMetrics(withoutToken, metrics)
afterAll(() => withoutToken.close())

type RequestOrigin = { remoteAddress: string; headers?: Record<string, string> }
const metricsAddress = { host: '127.0.0.1:9464' }
const forwarded = { 'x-forwarded-for': '127.0.0.1' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const callers: [who: string, from: RequestOrigin, withToken: number, without: number][] = [
  ['this machine', { remoteAddress: '127.0.0.1', headers: metricsAddress }, 404, 200],
  ['this machine by its name', { remoteAddress: '127.0.0.1', headers: { host: 'localhost' } }, 404, 200],
  ['this machine in IPv6', { remoteAddress: '::1', headers: { host: '[::1]:9464' } }, 404, 200],
  [
    'a proxy on this machine with a forwarding header',
    { remoteAddress: '127.0.0.1', headers: { ...metricsAddress, ...forwarded } },
    404,
    404,
  ],
  ['a proxy on this machine that keeps the host name', { remoteAddress: '127.0.0.1', headers: { host: 'tv.example.com' } }, 404, 404],
  ['a page with DNS rebound to this machine', { remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1.evil.example' } }, 404, 404],
  ['another machine', { remoteAddress: '198.51.100.7', headers: metricsAddress }, 404, 404],
  ['a caller with the token', { remoteAddress: '198.51.100.7', headers: bearer(token) }, 200, 404],
  ['a caller with the token through a proxy', { remoteAddress: '127.0.0.1', headers: { ...forwarded, ...bearer(token) } }, 200, 404],
  ['a caller with another token', { remoteAddress: '127.0.0.1', headers: { ...metricsAddress, ...bearer('guessed') } }, 404, 404],
  [
    'a caller with a part of the token',
    { remoteAddress: '127.0.0.1', headers: { ...metricsAddress, ...bearer(token.slice(1)) } },
    404,
    404,
  ],
  ['a caller with the token “undefined”', { remoteAddress: '127.0.0.1', headers: { ...metricsAddress, ...bearer('undefined') } }, 404, 404],
]
test.each(callers)('%s gets its response', async (_, from, withToken, without) => {
  for (const [server, status] of [
    [app, withToken],
    [withoutToken, without],
  ] as const) {
    const response = await server.inject({ url: '/metrics', ...from })
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toMatch(status === 200 ? /^text\/plain/ : /^application\/json/)
  }
})
