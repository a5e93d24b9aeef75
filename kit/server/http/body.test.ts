import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { connect, type Socket } from 'node:net'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { text } from '#kit/contract/fields.ts'
import en from '#kit/contract/locales/en.json' with { type: 'json' }
import nl from '#kit/contract/locales/nl.json' with { type: 'json' }
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { createDb } from '../db/db.ts'
import type { User } from '../reader.ts'
import { createHttp } from './app.ts'
import { mount } from './mount.ts'

const contract = defineContract({
  addNote: {
    method: 'POST',
    path: '/api/notes',
    summary: 'Adds a note',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    body: z.object({ name: text(20, 1), tags: z.optional(z.array(z.string())) }),
    output: z.object({ name: z.string() }),
  },
  addAlbum: {
    method: 'POST',
    path: '/api/albums',
    summary: 'Adds an album',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    maxBytes: 8 * 1024 * 1024,
    body: z.object({ name: text(20, 1), icon: z.optional(z.file()) }),
    output: z.object({ name: z.string() }),
  },
  changeNote: {
    method: 'PATCH',
    path: '/api/notes/:id',
    summary: 'Changes a note',
    access: 'anyone',
    actsFor: 'user',
    form: true,
    override: true,
    params: z.object({ id: z.string() }),
    body: z.object({ name: text(20, 1) }),
    output: z.object({ name: z.string() }),
  },
})

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
const app = createHttp({ log, texts: { en: { kit: en }, nl: { kit: nl } }, isHttps: false })
const id = 'abcdefghij1'
const user: User = {
  id: id,
  sessionId: id,
  teamId: null,
  nickname: 'wout',
  seesAdult: false,
  isOperator: false,
  isModerator: false,
  canUploadVideo: false,
  country: null,
  isInTeams: false,
}
const mountOptions = {
  db: createDb({ connection: {}, onError: () => undefined }),
  writeDb: createDb({ connection: {}, onError: () => undefined }),
  findUser: () => Promise.resolve(user),
  addressOf: () => '192.0.2.1',
  countryOf: () => null,
  countWrite: () => undefined,
}
mount(app, mountOptions, contract, {
  addNote: ({ body }) => Promise.resolve({ name: body.name }),
  addAlbum: ({ body }) => Promise.resolve({ name: body.name }),
  changeNote: ({ body }) => Promise.resolve({ name: body.name }),
})
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const clients: Socket[] = []

const json = { 'content-type': 'application/json' }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
async function post(url: string, payload: string | Buffer, headers: Record<string, string>) {
  const response = await app.inject({ method: 'POST', url, payload, headers: { authorization: 'Bearer good', ...headers } })
  return { status: response.statusCode, body: response.json<{ code?: string; errors?: Record<string, string[]>; name?: string }>() }
}

test.each([
  ['lists', '['.repeat(400_000) + ']'.repeat(400_000)],
  ['objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
  ['lists in a field', `{"name":"a","tags":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('%s with endless nesting are malformed', async (_, body) => {
  expect(await post('/api/notes', body, json)).toMatchObject({ status: 400, body: { code: 'malformed' } })
})

test.each([
  ['list', `{"name":"a","tags":[${'[],'.repeat(300_000)}[]]}`],
  ['object', `{"name":"a",${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join()}}`],
])('a %s with endless entries is malformed, and doesn’t block others', async (_, body) => {
  const clock = measureUndisturbedMs()
  expect(await post('/api/notes', body, json)).toMatchObject({ status: 400, body: { code: 'malformed' } })
  expect(clock()).toBeLessThan(1000)
})

test('the limit for files is not a limit for text', async () => {
  const text = (bytes: number) => post('/api/albums', `{"name":"${'a'.repeat(bytes)}"}`, json)
  expect((await text(3 * 1024 * 1024)).status).toBe(413)
  expect((await text(1024 * 1024)).status).toBe(422)
  const form = `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\na\r\n--b\r\nContent-Disposition: form-data; name="icon"; filename="a"\r\n\r\n${'x'.repeat(3 * 1024 * 1024)}\r\n--b--\r\n`
  expect((await post('/api/albums', form, { 'content-type': 'multipart/form-data; boundary=b' })).status).toBe(200)
})

test('a client that sends too much without a length receives the refusal', async () => {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n')
  const piece = 'a'.repeat(65_536)
  for (let count = 0; count < 40; count++) socket.write(`10000\r\n${piece}\r\n`)
  socket.write('0\r\n\r\nGET /api/notes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  let response = ''
  for await (const chunk of socket as AsyncIterable<Buffer>) response += chunk.toString()
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 404'])
})

test('a body in many tiny chunks is one body', async () => {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  const body = `{"name":"in pieces"${' '.repeat(5000)}}`
  const pieces = body
    .split('')
    .map((sign) => `1\r\n${sign}\r\n`)
    .join('')
  socket.write(
    `POST /api/notes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
  )
  let response = ''
  for await (const chunk of socket as AsyncIterable<Buffer>) response += chunk.toString()
  expect(response).toMatch(/^HTTP\/1\.1 200 [^]*\{"name":"in pieces"\}$/)
})

test.each(['toString', 'hasOwnProperty', 'valueOf'])('a field called %s is reported like any other', async (name) => {
  const { status, body } = await post('/api/notes', `{"name":"a","${name}":"\\u0000"}`, json)
  expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [name] })
})

test.each([
  ['in the middle of a file', 'Content-Type: image/png\r\n\r\nabc'],
  ['before a file begins', 'Content-Type: image/png\r\n'],
  ['at its boundary', 'Content-Type: image/png\r\n\r\nabc\r\n--b'],
])('a form that ends %s is reported as malformed', async (_, rest) => {
  const body = `--b\r\nContent-Disposition: form-data; name="icon"; filename="a.png"\r\n${rest}`
  expect((await post('/api/notes', body, { 'content-type': 'multipart/form-data; boundary=b' })).status).toBe(400)
})

test('a compressed body is an unsupported type, even if only its header claims it', async () => {
  const gzip = { ...json, 'content-encoding': 'gzip' }
  expect((await post('/api/notes', gzipSync('{"name":"a"}'), gzip)).status).toBe(415)
  expect((await post('/api/notes', '{"name":"a"}', gzip)).status).toBe(415)
  expect((await post('/api/notes', '{"name":"a"}', { ...json, 'content-encoding': 'identity' })).status).toBe(200)
})

const change = (fields: string) => post('/api/notes/1', fields, urlencoded)

test('a form that changes something by POST names the method in _method', async () => {
  expect(await change('_method=PATCH&name=a')).toEqual({ status: 200, body: { name: 'a' } })
  expect(await change('_method=patch&name=a')).toEqual({ status: 200, body: { name: 'a' } })
})

test.each(['name=a', '_method=DELETE&name=a', '_method=PUT&name=a', '_method[]=PATCH&name=a'])(
  'the form %s changes nothing',
  async (fields) => {
    expect((await change(fields)).status).toBe(400)
  },
)

test('_method counts in forms only', async () => {
  expect((await post('/api/notes/1', '{"_method":"PATCH","name":"a"}', json)).status).toBe(415)
  expect((await post('/api/notes/1?_method=PATCH', 'name=a', urlencoded)).status).toBe(400)
})

test.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])(
  'a body of %s that arrives byte by byte has one deadline',
  async (type) => {
    const { port } = app.server.address() as { port: number }
    const server = await new Promise<Socket>((resolve) => {
      app.server.once('connection', resolve)
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(`POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`)
      clients.push(socket)
    })
    const client = clients.at(-1)!
    let response = ''
    client.on('data', (bytes: Buffer) => (response += bytes.toString()))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let seconds = 0
      // The time limit for a body of this size is 51 s, even while bytes keep arriving.
      for (; seconds < 300 && response === ''; seconds += 29) {
        const before = server.bytesRead
        client.write('-')
        await vi.waitUntil(() => server.bytesRead > before || response !== '', { timeout: 2000 }).catch(() => undefined)
        await vi.advanceTimersByTimeAsync(29_000)
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect([response.slice(0, 12), seconds]).toEqual(['HTTP/1.1 400', 58])
    } finally {
      vi.useRealTimers()
      client.destroy()
    }
  },
)

test('a client that disconnects half-way causes no server error', async () => {
  const { port } = app.server.address() as { port: number }
  const received = once(app.server, 'request')
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
  const [request] = (await received) as [IncomingMessage]
  const closed = new Promise((resolve) => request.socket.once('close', resolve))
  socket.resetAndDestroy()
  await closed
  // Lets the server's handlers of the `close` event run first.
  await new Promise((resolve) => setImmediate(resolve))
  expect(lines).toEqual([])
})
