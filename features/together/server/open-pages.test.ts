import { once } from 'node:events'
import { connect as netConnect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { cookieNames } from '#kit/contract/cookies.ts'
import { makeFilledChannel, makeTeam } from '#test/channels.ts'
import { connectPage, openPage, type SocketOptions } from '#test/open-pages.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { togetherContract as contract, presencePath } from '../contract.ts'
import { extendPresence } from './queries/presence.ts'

const server = await startTestServer({}, { presenceCheckMs: 100 })
const { db, clientFor } = server
const listen = (app: FastifyInstance) => app.listen({ host: '127.0.0.1', port: 0 })
const serverUrl = await listen(server.app)
const sockets: WebSocket[] = []
afterAll(() => sockets.forEach((socket) => socket.terminate()))

const [ann, bob] = [await createUser(server), await createUser(server)]
const teamId = await makeTeam(db, { members: [ann, bob], invited: [] })
const addChannel = async () =>
  (await makeFilledChannel(db, clientFor({ token: ann.token, teamId }), ['A', 'B'], { status_id: 1 })).playlistId
const post = (user: Pick<Person, 'client'>, playlist_id: string, body: object = {}) =>
  user.client(contract.notePresence, { body: { playlist_id, ...body } })

const connect = (user: Person | undefined, playlistId: string, options?: SocketOptions) => {
  const socket = connectPage(serverUrl, user, playlistId, options)
  sockets.push(socket)
  return socket
}
async function open(user: Person, playlistId: string, url = serverUrl, options?: SocketOptions) {
  const page = await openPage(url, user, playlistId, options)
  sockets.push(page.socket)
  return page
}
async function waitForRefusal(socket: WebSocket): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_request, response) => (response.resume(), resolve(response.statusCode)))
    socket.on('open', () => resolve(undefined))
    socket.on('error', reject)
  })
}
const makeOlder = (user: Person, seconds: number) =>
  sql`update presence set seen_at = seen_at - make_interval(secs => ${seconds}) where user_id = ${user.id}`.execute(db)
const pollOptions = { timeout: 10_000 }

test('an open socket keeps a member present without calls; after it closes, others get one list without the member', async () => {
  const playlistId = await addChannel()
  const [anns, bobs] = [await open(ann, playlistId), await open(bob, playlistId)]
  await expect.poll(bobs.shows, pollOptions).toEqual([ann.id])
  await makeOlder(ann, 60)
  await expect.poll(() => post(bob, playlistId).then(({ people }) => people.length), pollOptions).toBe(1)
  expect(bobs.lists[0]).toMatchObject([{ nickname: ann.nickname, dragging: null, seconds: 45 }])
  await post(ann, playlistId, { dragging: 'AAAAAAAAAAA' })
  await expect.poll(bobs.shows, pollOptions).toEqual([`${ann.id} drags AAAAAAAAAAA`])
  const listCount = bobs.lists.length
  await sleep(500)
  expect(bobs.lists).toHaveLength(listCount)
  // Ann's tab is closed, and her presence has expired.
  anns.socket.close()
  await once(anns.socket, 'close')
  await sleep(300)
  await makeOlder(ann, 46)
  await expect.poll(bobs.shows, pollOptions).toEqual([])
  expect(bobs.lists).toHaveLength(listCount + 1)
})

test('a user with two tabs is present until both are closed', async () => {
  const playlistId = await addChannel()
  const [first, second] = [await open(ann, playlistId), await open(ann, playlistId)]
  first.socket.close()
  await once(first.socket, 'close')
  await makeOlder(ann, 60)
  await expect.poll(() => post(bob, playlistId).then(({ people }) => people.length), pollOptions).toBe(1)
  second.socket.close()
  await once(second.socket, 'close')
  await sleep(300)
  await makeOlder(ann, 46)
  expect(await post(bob, playlistId)).toEqual({ people: [] })
})

test('each of two processes serves its own pages; those of an ended process expire in time', async () => {
  const other = await server.again()
  const url = await listen(other.app)
  const playlistId = await addChannel()
  const theirs = await open(ann, playlistId, url)
  const openPage = await open(bob, playlistId)
  await makeOlder(ann, 60)
  await expect.poll(openPage.shows, pollOptions).toEqual([ann.id])
  await expect.poll(theirs.shows, pollOptions).toEqual([bob.id])
  // Presence expires 10 seconds early, because the other page notices it only at the next check.
  const [row] = (
    await sql<{
      age: number
    }>`select extract(epoch from now() - seen_at)::float8 as age from presence where user_id = ${ann.id} order by seen_at desc limit 1`.execute(
      db,
    )
  ).rows
  expect(row!.age).toBeGreaterThan(9.9)
  expect(row!.age).toBeLessThan(20)
  await other.app.close()
  await makeOlder(ann, 46)
  await expect.poll(openPage.shows, pollOptions).toEqual([])
})

test('a server stops in time even if a page doesn’t respond', async () => {
  const other = await server.again()
  const playlistId = await addChannel()
  await post(ann, playlistId)
  const client = netConnect({ port: Number(new URL(await listen(other.app)).port), host: '127.0.0.1' })
  let received = ''
  client.on('data', (data: Buffer) => (received += data.toString('latin1')))
  client.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => received, pollOptions).toContain('200 OK')
  const handshake = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='
  client.write(
    `GET ${presencePath}?playlist_id=${playlistId} HTTP/1.1\r\nhost: x\r\ncookie: ${cookieNames.media}=${ann.cookie}\r\n${handshake}\r\n\r\n`,
  )
  await expect.poll(() => received, pollOptions).toContain('101 Switching Protocols')
  const startedMs = performance.now()
  await other.app.close()
  expect(performance.now() - startedMs).toBeLessThan(10_000)
  client.destroy()
})

test('presence lasts as long as the latest pong of a user’s pages allows', async () => {
  const playlistId = await addChannel()
  await open(ann, playlistId)
  const pages = (ages: number[]) => extendPresence(db, [playlistId, playlistId], [ann.id, ann.id], [ann.sessionId, ann.sessionId], ages)
  const seconds = async () => (await post(bob, playlistId)).people.map((person) => person.seconds)
  sockets.at(-1)!.terminate()
  await sleep(300)
  await makeOlder(ann, 40)
  await pages([30, 34])
  // Presence ends 45 seconds after the latest pong of either page, minus 10 because other pages check only every 10 seconds.
  expect(await seconds()).toEqual([5])
  await pages([40, 44])
  expect(await seconds()).toEqual([5])
})

test('presence is extended without comparing each page with each row', async () => {
  const playlistId = await addChannel()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await extendPresence(db, [playlistId], [ann.id], [ann.sessionId], [1])
  const { text, values } = query.mock.calls[0]![0] as unknown as { text: string; values: unknown[] }
  query.mockRestore()
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${text}`, values))
  const plan = rows.map((row) => row['QUERY PLAN'])
  expect([plan[0], plan.findLast((line) => line.includes('->'))]).toEqual([
    expect.stringMatching(/^ProjectSet/),
    expect.stringContaining('CTE Scan on kept'),
  ])
})

test('a page that answers no pings expires after 45 seconds', { tags: ['slow'], timeout: 90_000 }, async () => {
  const playlistId = await addChannel()
  const bobs = await open(bob, playlistId)
  const startedMs = performance.now()
  const silentPage = await open(ann, playlistId, serverUrl, { autoPong: false })
  const closed = once(silentPage.socket, 'close')
  await expect.poll(bobs.shows, pollOptions).toEqual([ann.id])
  await expect.poll(bobs.shows, { timeout: 60_000 }).toEqual([])
  expect((performance.now() - startedMs) / 1000).toBeGreaterThan(34)
  expect((performance.now() - startedMs) / 1000).toBeLessThan(46)
  await closed
})

test('sockets of removed members and ended logins are closed', async () => {
  const [gus, eve] = [await createUser(server), await createUser(server)]
  const joined = [gus, eve].map(({ id }) => ({ user_id: id, team_id: teamId, accepted_at: new Date() }))
  await db.insertInto('team_member').values(joined).execute()
  const playlistId = await addChannel()
  const [guss, eves, bobs] = [await open(gus, playlistId), await open(eve, playlistId), await open(bob, playlistId)]
  await expect.poll(bobs.shows, pollOptions).toHaveLength(2)
  const ended = Promise.all([once(guss.socket, 'close'), once(eves.socket, 'close')])
  await db.deleteFrom('team_member').where('user_id', '=', gus.id).execute()
  await db.deleteFrom('session').where('id', '=', eve.sessionId).execute()
  expect((await ended).map(([code]) => code as number)).toEqual([1008, 1008])
  await expect.poll(bobs.shows, pollOptions).toEqual([eve.id])
  expect(await waitForRefusal(connect(gus, playlistId))).toBe(404)
  expect(await waitForRefusal(connect(eve, playlistId))).toBe(401)
})

test('sockets are only for members, from this site, and at most 20 each', async () => {
  const playlistId = await addChannel()
  const outsider = await createUser(server)
  expect(await waitForRefusal(connect(undefined, playlistId))).toBe(401)
  expect(await waitForRefusal(connect(outsider, playlistId))).toBe(404)
  expect(await waitForRefusal(connect(ann, 'x'))).toBe(422)
  expect(await waitForRefusal(connect(ann, playlistId, { headers: { origin: 'https://elsewhere.example' } }))).toBe(403)
  expect(await waitForRefusal(connect(ann, playlistId, { headers: { origin: serverUrl } }))).toBeUndefined()
  const busy = await createUser(server)
  await db.insertInto('team_member').values({ user_id: busy.id, team_id: teamId, accepted_at: new Date() }).execute()
  await post(busy, playlistId)
  const refusals = await Promise.all(Array.from({ length: 21 }, () => waitForRefusal(connect(busy, playlistId))))
  expect(refusals.filter((status) => status === 429)).toHaveLength(1)
  const plain = await fetch(`${serverUrl}${presencePath}?playlist_id=${playlistId}`, {
    headers: { cookie: `${cookieNames.media}=${ann.cookie}` },
  })
  expect(plain.status).toBe(422)
})
