import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { requestTimeouts } from '../db/database-timeouts.ts'
import { createDb, type Db } from '../db/db.ts'
import { createLog } from '../log.ts'
import en from '#kit/contract/locales/en.json' with { type: 'json' }
import nl from '#kit/contract/locales/nl.json' with { type: 'json' }
import { createHttp } from './app.ts'
import { serveHealth } from './health.ts'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { createFreshDatabase } from '#test/fresh-database.ts'

const { url } = await createFreshDatabase()
/** Makes the proxy between the server and its database drop all data, without closing a connection. */
let isSilent = false
const sockets = new Set<Socket>()
const proxy = createServer((socket) => {
  const parsed = new URL(url)
  const folder = parsed.searchParams.get('host')
  const port = parsed.port || '5432'
  const upstream = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(Number(port), parsed.hostname)
  for (const [from, to] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    sockets.add(from.on('error', () => undefined).on('close', () => to.destroy()))
    from.on('data', (chunk: Buffer) => isSilent || to.write(chunk))
  }
}).listen(0, '127.0.0.1')
await once(proxy, 'listening')
const proxiedUrl = new URL(url)
proxiedUrl.searchParams.delete('host')
proxiedUrl.hostname = '127.0.0.1'
proxiedUrl.port = String((proxy.address() as AddressInfo).port)
const db = createDb({ connection: proxiedUrl.href, maxConnections: 2, timeouts: requestTimeouts(4000), onError: () => undefined })
const app = createHttp({ log: createLog({ level: 'silent' }), texts: { en: { kit: en }, nl: { kit: nl } }, isHttps: false })
serveHealth(app, db, async (requestDb: Db) => void (await sql`select from account limit 1`.execute(requestDb)))
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  proxy.close()
  await Promise.all([app.close(), db.destroy()])
})

async function fetchStatus(path: string) {
  const clock = measureUndisturbedMs()
  const { statusCode, headers } = await app.inject(path)
  return { statusCode, retryAfter: headers['retry-after'], isPrompt: clock() < 1000 }
}

test('readiness is answered within a second while the database hangs, on open and on new connections', async () => {
  expect(await fetchStatus('/ready')).toMatchObject({ statusCode: 200 })
  isSilent = true
  for (let round = 0; round < 2; round++)
    for (const response of await Promise.all(Array.from({ length: 5 }, () => fetchStatus('/ready'))))
      expect(response).toEqual({ statusCode: 503, retryAfter: expect.any(String), isPrompt: true })
  isSilent = false
  await expect.poll(async () => (await fetchStatus('/ready')).statusCode, { timeout: 20_000 }).toBe(200)
}, 60_000)
