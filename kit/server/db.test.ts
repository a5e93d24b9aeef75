import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/fresh-database.ts'
import { createDb, isAlive, isDatabaseAway } from './db.ts'

const { url } = await freshDatabase()

/** Stands between us and the database, and can let the connections there are fall silent, as a network does that drops everything. */
async function standBetween() {
  const { host, port } = new pg.Client({ connectionString: url })
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) open.add(socket.on('error', () => undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const through = new URL(url)
  through.searchParams.delete('host')
  through.searchParams.delete('port')
  through.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: through.href,
    fallSilent: () => {
      for (const socket of open) socket.unpipe().pause()
    },
  }
}

test('a connection that falls silent is given up in time, and another takes its place', async () => {
  const network = await standBetween()
  const db = createDb({ connection: network.url, maxConnections: 1, onError: () => undefined })
  afterAll(() => db.destroy())
  await isAlive(db)
  const start = performance.now()
  const failure: unknown = await db
    .transaction()
    .execute(async (tx) => {
      network.fallSilent()
      await isAlive(tx)
    })
    .catch((error: unknown) => error)
  expect(isDatabaseAway(failure)).toBe(true)
  // One wait: nothing more is asked of it, not even to roll back.
  expect(performance.now() - start).toBeLessThan(5000)
  await isAlive(db)
})
