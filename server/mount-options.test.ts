import { createHash } from 'node:crypto'
import { connect, type AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { createHttp } from '#kit/server/http/app.ts'
import { mount } from '#kit/server/http/mount.ts'
import type { EventFeed } from '#kit/server/http/events.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { hostileBodies } from '#test/hostile-bodies.ts'
import { makeChannel, outcome } from '#test/channels.ts'
import { password, type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { createMountOptions } from './tools.ts'
import { texts } from './features.ts'

/** Test endpoints for events and uploads, mounted with the same options as the product's. */
const contract = defineContract({
  watch: {
    method: 'GET',
    path: '/api/events',
    summary: 'Stream events',
    access: 'user',
    actsFor: 'user',
    responseType: 'events',
    output: z.object({ to: z.string(), n: z.number() }),
  },
  addFile: {
    method: 'POST',
    path: '/api/file',
    summary: 'Adds a file',
    access: 'user',
    actsFor: 'user',
    bodyType: 'upload',
    maxBytes: 1_000_000,
    output: z.object({ hash: z.string(), mime: z.nullable(z.string()) }),
  },
})

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, services, clientFor } = server
const otherServer = await server.again()
const closing = new AbortController()
const app = createHttp({ log: services.log, texts, isHttps: false })

/** All events so far, for every page. New events notify the listeners. */
const allEvents: number[] = []
const feeds = new Set<EventFeed<unknown>>()
function addEvents(...events: number[]) {
  allEvents.push(...events)
  for (const { listener } of feeds) listener?.ready()
}
/** Returns events after the browser's last event; for an unknown id, only new events. */
function eventsOf(to: string, lastId: string | undefined): EventFeed<{ to: string; n: number }> {
  let index = allEvents.findIndex((n) => String(n) === lastId) + 1 || allEvents.length
  const feed: EventFeed<{ to: string; n: number }> = {
    listener: undefined,
    take() {
      const newEvents = allEvents.slice(index)
      index = allEvents.length
      return newEvents.map((n) => ({ id: String(n), data: Object.assign({ to, n }, { secret: 'never' }) }))
    },
    close: () => void feeds.delete(feed),
  }
  feeds.add(feed)
  return feed
}

mount(app, { ...createMountOptions(services, closing.signal), heartbeatSeconds: 0.2 }, contract, {
  watch: (_, { reader, lastEventId }) => Promise.resolve(eventsOf(reader.user.id, lastEventId)),
  async addFile(_, { upload }) {
    const hash = createHash('sha256')
    for await (const chunk of upload.stream as AsyncIterable<Buffer>) hash.update(chunk)
    return { hash: hash.digest('hex'), mime: upload.type?.mime ?? null }
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const serverUrl = `http://127.0.0.1:${port}`
afterAll(async () => {
  closing.abort()
  await app.close()
})

/** Requests events as a browser's `EventSource` does: with cookies and no custom headers. */
async function open(headers: Record<string, string>, path = '/api/events') {
  const leaving = new AbortController()
  const response = await fetch(serverUrl + path, { headers, signal: leaving.signal })
  const stream = { status: response.status, text: '', ended: false, leave: () => leaving.abort() }
  if (response.status !== 200) return Object.assign(stream, { text: ((await response.json()) as { code: string }).code })
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) stream.text += decoder.decode(chunk, { stream: true })
  })()
    .catch(() => undefined)
    .finally(() => (stream.ended = true))
  return stream
}
const cookieOf = ({ cookie }: { cookie: string }) => ({ cookie: `known_device=x; media_session=${cookie}` })
const seenEvents = ({ text }: { text: string }) =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as { to: string; n: number })

/** Changes the password in another browser, which ends all other sessions. */
async function changePassword({ id }: Person) {
  const { access_token: token } = await issueSession(db, id, 'Another browser')
  const body = { old_password: password, password: 'a quite different one', password_confirmation: 'a quite different one' }
  await clientFor({ token })(accountsContract.changePassword, { body })
}

describe('events authenticated by the session cookie', () => {
  test('go to their user only', async () => {
    const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
    const streams = await Promise.all([
      open(cookieOf(ann)),
      open(cookieOf(bob)),
      open({ ...cookieOf(ann), authorization: `Bearer ${bob.token}` }),
    ])
    await expect.poll(() => feeds.size).toBeGreaterThanOrEqual(3)
    addEvents(1)
    await expect.poll(() => streams.map(seenEvents)).toEqual([ann, bob, bob].map(({ id: to }) => [{ to, n: 1 }]))
    for (const { leave } of streams) leave()
  })

  test('are refused for guests, invalid or expired cookies, and tokens instead of the cookie', async () => {
    const [ann, old] = await Promise.all([createUser(server), createUser(server)])
    await db
      .updateTable('session')
      .set({ expires_at: new Date(0) })
      .where('id', '=', old.sessionId)
      .execute()
    await db
      .updateTable('session_token')
      .set({ access_expires_at: new Date(0) })
      .where('session_id', '=', old.sessionId)
      .execute()
    const refusedRequests: [headers: Record<string, string>, code: string, path?: string][] = [
      [{}, 'login_required'],
      [cookieOf({ cookie: '' }), 'login_required'],
      [cookieOf({ cookie: `${ann.cookie}x` }), 'login_required'],
      [cookieOf(old), 'login_required'],
      [cookieOf({ cookie: ann.token }), 'login_required'],
      [{}, 'login_required', `/api/events?access_token=${ann.token}`],
      [{ ...cookieOf(ann), authorization: `Bearer ${old.token}` }, 'token_invalid'],
      [{ ...cookieOf(ann), authorization: 'Bearer x' }, 'token_invalid'],
    ]
    for (const [headers, code, path] of refusedRequests) expect(await open(headers, path)).toMatchObject({ text: code, status: 401 })
    // The cookie authenticates events, but no other call.
    expect((await server.app.inject({ url: '/api/user/profile', headers: cookieOf(ann) })).statusCode).toBe(401)
    expect((await fetch(`${serverUrl}/api/file`, { method: 'POST', headers: cookieOf(ann), body: 'x' })).status).toBe(401)
  })

  test.each<[Record<string, string>, number]>([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'http://choice.test' }, 200],
  ])('are only for pages of this site: %j is %i', async (headers, status) => {
    const stream = await open({ ...cookieOf(await createUser(server)), ...headers })
    expect(stream.status).toBe(status)
    stream.leave()
  })

  test('end with the session: by logout, a changed password, or expiry', async () => {
    const people = await Promise.all([createUser(server), createUser(server), createUser(server)])
    const [leaver, changed, expired] = people
    const streams = await Promise.all(people.map((person) => open(cookieOf(person))))
    await leaver.client(accountsContract.logout, {})
    await changePassword(changed)
    await db
      .updateTable('session')
      .set({ expires_at: new Date(0) })
      .where('id', '=', expired.sessionId)
      .execute()
    await expect.poll(() => streams.map(({ ended }) => ended), { timeout: 5000 }).toEqual([true, true, true])
    addEvents(2)
    expect(streams.flatMap(seenEvents)).toEqual([])
  })
})

test('a reconnect with the last id gets missed events once and in order; an unknown id gets new ones', async () => {
  const ann = await createUser(server)
  const numbers = Array.from({ length: 300 }, (_, n) => n + 1000)
  const received: number[] = []
  let last: string | undefined
  let next = 0
  while (received.length < numbers.length) {
    const stream = await open({ ...cookieOf(ann), ...(last !== undefined && { 'last-event-id': last }) })
    // Some events happen while connected, some at the disconnect, some while disconnected.
    const target = received.length + 1
    for (let burst = 0; burst < 3; burst++) addEvents(...numbers.slice(next, (next += 11)))
    await expect.poll(() => seenEvents(stream).length + received.length).toBeGreaterThanOrEqual(target)
    addEvents(...numbers.slice(next, (next += 7)))
    stream.leave()
    await expect.poll(() => stream.ended).toBe(true)
    addEvents(...numbers.slice(next, (next += 10)))
    received.push(...seenEvents(stream).map(({ n }) => n))
    last = String(received.at(-1))
  }
  expect(received).toEqual(numbers)
  const unknown = await Promise.all(
    ['999999', 'x'.repeat(201), 'é'].map((id) => open({ ...cookieOf(ann), 'last-event-id': encodeURI(id) })),
  )
  await expect.poll(() => feeds.size).toBeGreaterThanOrEqual(3)
  addEvents(5000)
  await expect.poll(() => unknown.map((stream) => seenEvents(stream).map(({ n }) => n))).toEqual([[5000], [5000], [5000]])
  for (const { leave } of unknown) leave()
})

describe('the type of an upload', () => {
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const mp4 = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1')
  const upload = async (token: string, body: Buffer, headers: Record<string, string> = {}) => {
    const response = await fetch(`${serverUrl}/api/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    })
    return { status: response.status, ...((await response.json()) as { hash?: string; mime?: string | null; code?: string }) }
  }

  test('is detected from its bytes only, also of two at once', async () => {
    const { token } = await createUser(server)
    const falseHeaders = { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="page.html"' }
    const answers = await Promise.all([upload(token, png, falseHeaders), upload(token, mp4, { 'content-type': 'image/png' })])
    expect(answers).toEqual([
      { status: 200, hash: hash(png), mime: 'image/png' },
      { status: 200, hash: hash(mp4), mime: 'video/mp4' },
    ])
    expect(await upload(token, Buffer.from('<script>alert(1)</script>'), { 'content-type': 'image/png' })).toMatchObject({ mime: null })
    expect(await upload(token, Buffer.alloc(1_000_001))).toEqual(expect.objectContaining({ status: 413, code: 'too_large' }))
  })

  test('of hostile bytes is detected or unknown, and detection continues to work', { timeout: 60_000 }, async () => {
    const { token } = await createUser(server)
    const le32 = (n: number) => Buffer.from(new Uint32Array([n]).buffer)
    const guid = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
    const hostile = [
      // An ASF header whose objects have no length; boxes and tags whose lengths are gigabytes; nested archives.
      Buffer.concat([guid, le32(30), le32(0), le32(1), Buffer.alloc(4000)]),
      Buffer.concat([Buffer.from('\x00\x00\x00\x00ftyp', 'latin1'), Buffer.alloc(4000, 'ftyp')]),
      Buffer.concat([Buffer.from('ID3\x04\x00\x00\x7f\x7f\x7f\x7f', 'latin1'), Buffer.alloc(4000, 'ID3')]),
      Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), deflateSync(Buffer.alloc(3_000_000))]),
      ...Array.from({ length: 40 }, (_, n) => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(3000, n)])),
      Buffer.from([0x1a, 0x45, 0xdf, 0xa3, ...Array.from({ length: 3000 }, () => 0xff)]),
      ...hostileBodies.filter((_, n) => n % 12 === 0).map(([, make]) => make(4100)),
    ]
    for (const bytes of hostile) expect(await upload(token, bytes)).toMatchObject({ status: 200, hash: hash(bytes) })
    expect(await upload(token, png)).toMatchObject({ mime: 'image/png' })
  })

  test('is not detected for a truncated upload', async () => {
    const { token } = await createUser(server)
    const socket = connect(port, '127.0.0.1')
    let response = ''
    socket.on('data', (bytes) => (response += bytes.toString())).on('error', () => undefined)
    socket.write(`POST /api/file HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-length: 5000\r\n\r\n`)
    socket.end(Buffer.concat([png, Buffer.alloc(1000)]))
    await expect.poll(() => socket.destroyed || socket.readableEnded).toBe(true)
    expect(response).not.toContain(' 200 ')
    expect(await upload(token, png)).toMatchObject({ status: 200 })
  })
})

test('a change in one instance applies to all others at the next request', async () => {
  const ann = await createUser(server)
  const { id } = await makeChannel(ann.client, { status_id: status.private })
  const read = () => outcome(otherServer.clientFor({ token: ann.token })(channelsContract.getPlaylist, { params: { id } }))
  // The first read looks up the session, and the next reads use the cache.
  for (let time = 0; time < 3; time++) expect(await read()).toBe('done')
  await changePassword(ann)
  expect(await read()).toBe('401 token_invalid')
})
