import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import pino from 'pino'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Empty } from '#kit/contract/fields.ts'
import en from '#kit/contract/locales/en.json' with { type: 'json' }
import nl from '#kit/contract/locales/nl.json' with { type: 'json' }
import { createDb } from '../db/db.ts'
import { createHttp } from './app.ts'
import { trackConnections } from './connections.ts'
import type { Ctx } from './handlers.ts'
import { mount } from './mount.ts'

const contract = defineContract({
  getNote: { method: 'GET', path: '/api/notes', summary: 'A note', access: 'open', actsFor: 'user', output: Empty },
  getLateNote: {
    method: 'GET',
    path: '/api/late-note',
    summary: 'A long note that comes too late',
    access: 'open',
    actsFor: 'user',
    output: z.string(),
  },
  addNote: {
    method: 'POST',
    path: '/api/notes',
    summary: 'Adds a note',
    access: 'open',
    actsFor: 'user',
    body: z.object({}),
    output: Empty,
  },
  addForm: {
    method: 'POST',
    path: '/api/forms',
    summary: 'Adds a form',
    access: 'open',
    actsFor: 'user',
    form: true,
    body: z.object({}),
    output: Empty,
  },
  addOwnNote: {
    method: 'POST',
    path: '/api/own-notes',
    summary: 'Adds a note',
    access: 'user',
    actsFor: 'user',
    body: z.object({}),
    output: Empty,
  },
})
const lines: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
const app = createHttp({ log, texts: { en: { kit: en }, nl: { kit: nl } }, isHttps: false })
const mountOptions = {
  db: createDb({ connection: {}, onError: () => undefined }),
  writeDb: createDb({ connection: {}, onError: () => undefined }),
  findUser: () => Promise.resolve(null),
  addressOf: () => '192.0.2.1',
  countryOf: () => null,
  countWrite: () => undefined,
}
const respondEmpty = () => Promise.resolve({})
let onAsked = () => {}
const requestArrived = new Promise<void>((resolve) => (onAsked = resolve))
/** Fails after the client has disconnected, like a late write to the response. */
async function failAfterDisconnect(_: unknown, { request }: Ctx): Promise<never> {
  onAsked()
  await once(request.raw.socket, 'close')
  throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
}
mount(app, mountOptions, contract, {
  getNote: respondEmpty,
  getLateNote: failAfterDisconnect,
  addNote: respondEmpty,
  addForm: respondEmpty,
  addOwnNote: respondEmpty,
})
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())
afterEach(() => void vi.useRealTimers())

/** Sends raw bytes. `answer` is the response so far; `closed` resolves when the server ended the connection. */
function send(text: string) {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  const exchange = { answer: '', closed: new Promise<void>((resolve) => socket.once('close', resolve)), socket }
  socket.on('data', (bytes) => (exchange.answer += bytes.toString()))
  socket.on('error', () => undefined)
  socket.write(text)
  return exchange
}
const read = (response: string) => {
  const [head = '', body = ''] = response.split('\r\n\r\n')
  const type = /^content-type: (.*)$/im.exec(head)?.[1]
  return { status: Number(head.split(' ')[1]), type, hasId: /^x-request-id: [\w-]{16}$/im.test(head), body: JSON.parse(body) as object }
}
const malformed = { message: 'This request can’t be read', code: 'malformed', errors: {} }

test.each([
  ['no HTTP at all', 400, 'GARBAGE\r\n\r\n'],
  ['another protocol', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/0.9', 400, 'GET /api/notes\r\n\r\n'],
  ['HTTP/0.9 by its name', 400, 'GET /api/notes HTTP/0.9\r\n\r\n'],
  ['a broken header', 400, 'GET /api/notes HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n'],
  ['two lengths', 400, 'POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['no host', 400, 'GET /api/notes HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', 400, 'GET /api/notes HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n'],
  ['an address that cannot be decoded', 400, 'GET /api/%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['endless headers', 431, `GET /api/notes HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['an endless address', 431, `GET /api/notes?a=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
])('%s is refused in the common format', async (_, status, text) => {
  const exchange = send(text)
  await exchange.closed
  expect(read(exchange.answer)).toEqual({ status, type: 'application/json; charset=utf-8', hasId: true, body: malformed })
})

test('an unknown expectation is ignored', async () => {
  const exchange = send('GET /api/notes HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n')
  await exchange.closed
  expect(read(exchange.answer)).toMatchObject({ status: 200, body: {} })
})

test.each(['/api/notes', '/%61pi/notes', 'http://other.example/api/notes'])('%s is kept out of caches', async (path) => {
  const exchange = send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await exchange.closed
  expect(exchange.answer).toMatch(/^cache-control: no-store\r$/m)
})

const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
const pass = () => new Promise((resolve) => setImmediate(resolve))
const waitUntil = async (isTrue: () => boolean) => {
  for (let turn = 0; turn < 10_000 && !isTrue(); turn++) await pass()
}

test('an endless body is aborted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const exchange = send(post('/api/notes'))
  await waitUntil(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(60_000)
  await waitUntil(() => exchange.answer !== '')
  expect(read(exchange.answer)).toMatchObject({ status: 400, body: malformed })
  await vi.advanceTimersByTimeAsync(10_000)
  await exchange.closed
})

test.each([
  ['JSON', post('/api/notes')],
  ['a form', 'POST /api/forms HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100\r\n\r\n--b\r\n'],
])('%s that arrives byte by byte has one deadline for the whole body', async (_, text) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const exchange = send(text)
  await waitUntil(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(29_000)
  await new Promise((resolve) => exchange.socket.write(' ', resolve))
  for (let turn = 0; turn < 100; turn++) await pass()
  expect(exchange.answer).toBe('')
  // A guest's body of 64 KiB has a deadline of 31.3 s.
  await vi.advanceTimersByTimeAsync(2400)
  await waitUntil(() => exchange.answer !== '')
  expect(read(exchange.answer)).toMatchObject({ status: 400, body: malformed })
  await vi.advanceTimersByTimeAsync(10_000)
  await exchange.closed
})

test("a client refused before its body was read can't go on sending for ever", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const exchange = send(post('/api/own-notes'))
  await waitUntil(() => exchange.answer !== '')
  expect(read(exchange.answer).status).toBe(401)
  await vi.advanceTimersByTimeAsync(10_000)
  await exchange.closed
})

test('a client that sends the rest of a refused body keeps the connection', async () => {
  const exchange = send(post('/api/own-notes'))
  await waitUntil(() => exchange.answer !== '')
  exchange.answer = ''
  exchange.socket.write(`${'}'.padEnd(99)}GET /api/notes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await exchange.closed
  expect(read(exchange.answer)).toMatchObject({ status: 200, body: {} })
})

test('a request injected by the server has no connection to end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await app.inject('/api/notes')
  vi.advanceTimersByTime(60_000)
  expect((await app.inject('/api/notes')).statusCode).toBe(200)
})

test('a client that disconnects before the response causes no server error', async () => {
  const exchange = send('GET /api/late-note HTTP/1.1\r\nHost: x\r\n\r\n')
  await requestArrived
  exchange.socket.resetAndDestroy()
  await waitUntil(() => lines.length > 0)
  expect(lines).toEqual([])
})

test('a response during the shutdown ends its connection, also for requests that arrive then', async () => {
  const closing = createHttp({ log, texts: { en: { kit: en }, nl: { kit: nl } }, isHttps: false })
  let answer = () => {}
  closing.get('/slow', () => new Promise((resolve) => (answer = () => resolve({}))))
  closing.get('/quick', () => ({}))
  const url = await closing.listen({ host: '127.0.0.1', port: 0 })
  expect((await fetch(`${url}/quick`)).headers.get('connection')).toBe('keep-alive')
  const slow = fetch(`${url}/slow`)
  await expect.poll(() => String(answer)).toContain('resolve')
  const closed = closing.close()
  await expect
    .poll(() =>
      closing.inject('/quick').then(
        ({ headers }) => headers['connection'],
        () => 'close',
      ),
    )
    .toBe('close')
  answer()
  expect((await slow).headers.get('connection')).toBe('close')
  await closed
})

test("a kept-alive connection gets its next response during the shutdown, and an idle one doesn't delay it", async () => {
  const closing = createHttp({ log, texts: { en: { kit: en }, nl: { kit: nl } }, isHttps: false })
  closing.get('/quick', () => ({}))
  await closing.listen({ host: '127.0.0.1', port: 0 })
  const { port } = closing.server.address() as { port: number }
  const [keptAlive, silent] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all([once(keptAlive, 'connect'), once(silent, 'connect')])
  const sendRequest = async () => {
    keptAlive.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n')
    return ((await once(keptAlive, 'data')) as [Buffer])[0].toString()
  }
  expect(await sendRequest()).toMatch(/^connection: keep-alive$/im)
  const closed = closing.close()
  expect(await sendRequest()).toMatch(/^connection: close$/im)
  await Promise.all([closed, once(silent, 'close')])
})

test('connections that wait to be accepted when the shutdown begins are answered', async () => {
  const server = createServer((_request, response) => response.end('answered'))
  const close = trackConnections(server)
  server.listen({ host: '127.0.0.1', port: 0, backlog: 511 })
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const answers = Array.from(
    { length: 200 },
    () =>
      new Promise<string>((resolve) => {
        let answer = ''
        const socket = connect(port, '127.0.0.1')
        socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'))
        socket.on('data', (bytes) => (answer += bytes.toString()))
        socket.on('error', ({ message }) => resolve(message))
        socket.on('close', () => resolve(answer))
      }),
  )
  // The system has connected the sockets, but the server has accepted none of them.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  await close()
  for (const answer of await Promise.all(answers)) expect(answer).toContain('answered')
})
