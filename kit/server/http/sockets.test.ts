import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createLog } from '../log.ts'
import { createHttp } from './app.ts'
import { acceptSocket } from './sockets.ts'

const app = createHttp({ log: createLog({ level: 'silent' }), texts: { en: {}, nl: {} }, isHttps: false })
let ended = 0
app.get('/socket', (request, reply) => {
  const socket = acceptSocket(request, reply)
  socket?.on('message', (data: Buffer) => socket.send(`heard ${data.toString()}`))
  socket?.on('error', () => undefined)
  socket?.on('close', () => ended++)
  return reply
})
const queue: (() => void)[] = []
app.get('/slow', async (request, reply) => {
  await new Promise<void>((resolve) => queue.push(resolve))
  if (acceptSocket(request, reply)) ended = -1
  return reply
})
app.post('/plain', (_request, reply) => reply.send({ is: 'plain' }))
const serverUrl = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())
const open = (path: string) => new WebSocket(`${serverUrl.replace('http', 'ws')}${path}`)

test('a route accepts a socket, which ends with a message that is too long', async () => {
  const socket = open('/socket')
  await once(socket, 'open')
  socket.send('a word')
  const [data] = (await once(socket, 'message')) as [Buffer]
  expect(data.toString()).toBe('heard a word')
  const closed = once(socket, 'close')
  socket.send('x'.repeat(2000))
  expect((await closed)[0]).toBe(1009)
  await expect.poll(() => ended).toBe(1)
})

test('other paths refuse handshakes', async () => {
  const [, response] = (await once(
    open('/elsewhere').on('error', () => undefined),
    'unexpected-response',
  )) as [unknown, { statusCode: number; resume: () => void }]
  response.resume()
  expect(response.statusCode).toBe(404)
})

/**
 * Sends text over a connection.
 * @returns all data received until the server ends it
 */
async function exchange(text: string): Promise<string> {
  const socket = connect({ port: Number(new URL(serverUrl).port), host: '127.0.0.1' })
  let received = ''
  socket.on('data', (data) => (received += data.toString()))
  socket.write(text)
  await once(socket, 'close')
  return received
}

test('invalid handshakes are refused, and a client may send nothing before the response', async () => {
  const head = `GET /socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n`
  expect(await exchange(`${head}\r\n`)).toMatch(/^HTTP\/1.1 400 /)
  expect(await exchange(`${head}sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\nGET /`)).toBe('')
})

test('requests to upgrade to HTTP/2 are answered, with their bodies', async () => {
  const received = await exchange(
    'POST /plain HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: h2c\r\ncontent-length: 2\r\n\r\n{}',
  )
  expect(received).toMatch(/^HTTP\/1.1 200 [\s\S]*"plain"/)
})

test('a client that resets its connection before the response causes no error', async () => {
  const socket = connect({ port: Number(new URL(serverUrl).port), host: '127.0.0.1' })
  socket.write(
    'GET /slow HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await expect.poll(() => queue).toHaveLength(1)
  socket.resetAndDestroy()
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))).toBe(0)
  queue[0]!()
  expect((await fetch(`${serverUrl}/plain`, { method: 'POST' })).status).toBe(200)
  expect(ended).not.toBe(-1)
})
