import { createHash } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { serveStreams } from '#test/served-streams.ts'

const { app, port, base, id, notes, answers, closing, login, feeds } = await serveStreams()
const signedIn = { authorization: 'Bearer good' }
const ask = (path: string, init: RequestInit = {}) => fetch(base + path, { headers: signedIn, ...init })
const readProblem = async (response: Response) => ({ status: response.status, code: ((await response.json()) as { code: string }).code })

describe('CSV', () => {
  const exported = (pages: string, init?: RequestInit) => ask(`/api/lists/${id}/export?pages=${pages}`, init)

  test('is a file of the declared columns, in which no cell is a formula', async () => {
    answers.length = 0
    const response = await exported('notes')
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'no-store',
    ])
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="views _.csv"; filename*=UTF-8''views%20%C3%A9.csv`)
    const text = Buffer.from(await response.arrayBuffer()).toString()
    const cells = [`'=1+1`, `'+1`, `'-1`, `'@a`, `'\tx`, `"'\rx"`, `'＝1`, '"say ""hi"""', '"a,b"', '"a\nb"', "it's", 'één', '']
    expect(text).toBe(`\uFEFFday,views,note\r\n${cells.map((cell) => `d,-1,${cell}\r\n`).join('')}`)
    expect(answers).toEqual(notes.map((note) => ({ day: 'd', views: -1, note })))
  })

  test('is read from the database while it is sent, and without rows has only its columns', async () => {
    const lines = (await (await exported('3')).text()).split('\r\n')
    expect([lines.length, lines[1], lines[3000]]).toEqual([3002, 'day 1,-1,', 'day 3000,-3000,'])
    expect(await (await exported('0')).text()).toBe('day,views,note\r\n')
  })

  test("is cut off if it fails half-way, so that it isn't taken as complete", async () => {
    await expect(exported('4').then((response) => response.text())).rejects.toThrow()
  })

  test('is refused like any other call', async () => {
    expect(await readProblem(await exported('1', { headers: {} }))).toEqual({ status: 401, code: 'login_required' })
    expect(await readProblem(await ask(`/api/lists/abcdefghij2/export?pages=1`))).toEqual({ status: 404, code: 'not_found' })
    expect(await readProblem(await ask(`/api/lists/${id}/export`))).toEqual({ status: 422, code: 'invalid' })
    // A HEAD request would read all rows without sending them.
    expect((await exported('1', { method: 'HEAD' })).status).toBe(404)
  })
})

describe('events', () => {
  async function open(headers: Record<string, string> = { cookie: 'login=good' }) {
    const leaving = new AbortController()
    const response = await fetch(`${base}/api/events`, { headers, signal: leaving.signal })
    const stream = { answer: response, text: '', ended: false, leave: () => leaving.abort() }
    if (response.status !== 200) return stream
    void (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
        stream.text += decoder.decode(chunk, { stream: true })
    })()
      .catch(() => undefined)
      .finally(() => (stream.ended = true))
    return stream
  }

  test("are sent as they happen, authenticated by a login's cookie, with a heartbeat", async () => {
    const stream = await open()
    expect([stream.answer.headers.get('content-type'), stream.answer.headers.get('cache-control')]).toEqual([
      'text/event-stream; charset=utf-8',
      'no-store, no-transform',
    ])
    await expect.poll(() => feeds.size).toBe(1)
    for (const feed of feeds) feed(7)
    await expect.poll(() => stream.text).toContain('retry: 3000\n\nid: 7\ndata: {"n":7}\n\n')
    await expect.poll(() => stream.text, { timeout: 3000 }).toContain('\n\n:\n\n')
    expect(stream.ended).toBe(false)
    stream.leave()
    // The feed is closed when the client disconnects.
    await expect.poll(() => feeds.size).toBe(0)
  })

  test('are refused like any other call', async () => {
    expect(await readProblem((await open({})).answer)).toEqual({ status: 401, code: 'login_required' })
    expect(await readProblem((await open({ authorization: 'Bearer old' })).answer)).toEqual({ status: 401, code: 'token_invalid' })
  })

  test('end with the login, also while events follow quickly', async () => {
    const [quiet, busy] = [await open(), await open(signedIn)]
    await expect.poll(() => feeds.size).toBe(2)
    const feeding = setInterval(() => feeds.forEach((feed) => feed(1)), 20)
    login.isValid = false
    await expect.poll(() => [quiet.ended, busy.ended], { timeout: 3000 }).toEqual([true, true])
    clearInterval(feeding)
    login.isValid = true
    expect(feeds.size).toBe(0)
  })

  test('leave nothing behind after 2,000 streams', { tags: ['slow'] }, async () => {
    const listeners = () => getEventListeners(closing.signal, 'abort').length
    const before = listeners()
    for (let round = 0; round < 100; round++) {
      const streams = await Promise.all(Array.from({ length: 20 }, () => open()))
      expect(streams.every(({ answer }) => answer.status === 200)).toBe(true)
      // In every second round, the streams get an event before the clients disconnect.
      if (round % 2) for (const feed of feeds) feed(round)
      for (const { leave } of streams) leave()
      await expect.poll(() => feeds.size, { interval: 5 }).toBe(0)
    }
    await expect.poll(listeners).toBe(before)
    const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
    // Clients may keep the 20 connections of the last round alive, but no others stay open.
    await expect.poll(connections, { timeout: 8000 }).toBeLessThan(40)
  })

  test("to a client that doesn't read end, and hold no more than the buffers", async () => {
    const reading = connect(port, '127.0.0.1')
    reading.write('GET /api/events HTTP/1.1\r\nhost: a\r\ncookie: login=good\r\n\r\n')
    await expect.poll(() => feeds.size).toBe(1)
    reading.pause()
    let isClosed = false
    reading.on('error', () => undefined).on('close', () => (isClosed = true))
    const feeding = setInterval(() => feeds.forEach((feed) => Array.from({ length: 2000 }, () => feed(1_000_000_000))), 5)
    await expect.poll(() => feeds.size, { timeout: 15_000 }).toBe(0)
    clearInterval(feeding)
    reading.resume()
    await expect.poll(() => isClosed, { timeout: 5000 }).toBe(true)
  }, 30_000)

  test('are limited to 20 streams per caller', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open()))
    expect(streams.map(({ answer }) => answer.status)).toEqual(Array(20).fill(200))
    expect(await readProblem((await open()).answer)).toEqual({ status: 429, code: 'too_many' })
    for (const { leave } of streams) leave()
    await expect.poll(() => feeds.size).toBe(0)
    const second = await open()
    expect(second.answer.status).toBe(200)
    second.leave()
  })
})

describe('uploads', () => {
  const upload = (body: Buffer, headers: Record<string, string> = {}, name = id) =>
    ask(`/api/lists/${name}/file`, { method: 'POST', headers: { ...signedIn, ...headers }, body })
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

  test('are streamed, with their type detected from the first bytes', async () => {
    const large = Buffer.concat([png, Buffer.alloc(2_900_000, 'x')])
    for (const bytes of [png, large]) {
      const response = await upload(bytes, { 'content-type': 'text/plain' })
      expect(await response.json()).toEqual({ bytes: bytes.length, hash: hash(bytes), mime: 'image/png' })
    }
    const text = Buffer.from('hello')
    expect(await (await upload(text)).json()).toEqual({ bytes: 5, hash: hash(text), mime: null })
  })

  test('are refused before they are read, in the order of every call', async () => {
    expect(await readProblem(await upload(png, { authorization: 'Bearer old' }))).toEqual({ status: 401, code: 'token_invalid' })
    expect(await readProblem(await upload(png, {}, 'abcdefghij2'))).toEqual({ status: 404, code: 'not_found' })
    expect(await readProblem(await upload(Buffer.alloc(3_000_001)))).toEqual({ status: 413, code: 'too_large' })
    expect(await readProblem(await upload(Buffer.alloc(0)))).toEqual({ status: 400, code: 'malformed' })
    expect(await readProblem(await upload(png, { 'content-encoding': 'gzip' }))).toEqual({ status: 415, code: 'unsupported_type' })
    expect(await readProblem(await upload(Buffer.alloc(100_000), { 'x-store': 'full' }))).toEqual({ status: 503, code: 'storage_full' })
  })

  /** Sends the head of an upload and these chunks of its body, which may be incomplete. */
  function send(head: string[], chunks: Buffer[] = []) {
    const socket = connect(port, '127.0.0.1')
    const exchange = { answer: '', socket }
    socket.on('data', (bytes) => (exchange.answer += bytes.toString())).on('error', () => undefined)
    socket.write(['POST /api/lists/abcdefghij1/file HTTP/1.1', 'host: a', 'authorization: Bearer good', ...head, '', ''].join('\r\n'))
    for (const chunk of chunks) socket.write(chunk)
    return exchange
  }
  const statusOf = ({ answer }: { answer: string }) => answer.slice(0, 12)

  test('are cut off when they grow beyond their limit', async () => {
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000), Buffer.from('\r\n')])
    const exchange = send(['transfer-encoding: chunked'], [chunk, chunk, chunk])
    await expect.poll(() => statusOf(exchange)).toBe('HTTP/1.1 413')
    exchange.socket.destroy()
  })

  test('are aborted when they stall, and limited to three per caller', async () => {
    const slow = Array.from({ length: 3 }, () => send(['content-length: 100'], [Buffer.from('half')]))
    await expect.poll(async () => readProblem(await upload(png)), { timeout: 1900 }).toEqual({ status: 429, code: 'too_many' })
    await expect.poll(() => slow.map(statusOf), { timeout: 10_000 }).toEqual(Array(3).fill('HTTP/1.1 400'))
    for (const { socket } of slow) socket.destroy()
    expect((await upload(png)).status).toBe(200)
  })

  test('with a byte now and then are aborted like stalled ones', async () => {
    const exchange = send(['content-length: 1000'], [Buffer.from('half')])
    const drip = setInterval(() => exchange.socket.write('x'), 200)
    await expect.poll(() => statusOf(exchange), { timeout: 10_000 }).toBe('HTTP/1.1 400')
    clearInterval(drip)
    exchange.socket.destroy()
    expect((await upload(png)).status).toBe(200)
  })

  test('free their place when the sender disconnects', async () => {
    for (let n = 0; n < 4; n++) {
      const exchange = send(['content-length: 100'], [Buffer.from('half')])
      await sleep(30)
      exchange.socket.destroy()
    }
    // The slots are free long before the idle timeout.
    await expect.poll(async () => (await upload(png)).status, { timeout: 1500 }).toBe(200)
  })
})

test('the API’s description names the kinds', async () => {
  const { paths, components } = (await (await ask('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { security: object[]; requestBody?: object; responses: Record<string, { content: object }> }>>
    components: { securitySchemes: object }
  }
  expect(paths['/api/lists/{id}/export']!['get']!.responses[200]!.content).toEqual({
    'text/csv': { schema: { type: 'string', description: 'Columns: day, views, note.' } },
  })
  const watch = paths['/api/events']!['get']!
  expect(watch.security).toEqual([{ bearer: [] }, { login: [] }])
  expect(watch.responses[200]!.content).toMatchObject({ 'text/event-stream': { schema: { contentMediaType: 'application/json' } } })
  expect(components.securitySchemes).toMatchObject({ login: { type: 'apiKey', in: 'cookie', name: 'media_session' } })
  const addFile = paths['/api/lists/{id}/file']!['post']!
  expect(addFile.requestBody).toEqual({ content: { 'application/octet-stream': { schema: {} } } })
  expect(Object.keys(addFile.responses)).toEqual(['200', '400', '401', '403', '404', '413', '415', '427', '429', '503'])
})

test('a stop ends all streams', async () => {
  const response = await fetch(`${base}/api/events`, { headers: { cookie: 'login=good' } })
  const ended = response.text()
  closing.abort()
  expect(await ended).toBe('retry: 3000\n\n')
  await app.close()
})
