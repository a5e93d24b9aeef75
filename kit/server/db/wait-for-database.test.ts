import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterEach, expect, inject, test } from 'vitest'
import { waitForDatabase } from './wait-for-database.ts'

const { adminUrl } = inject('database')
const adminAddress = new URL(adminUrl)
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const openBackend = () => {
  const folder = adminAddress.searchParams.get('host')
  const port = adminAddress.port || adminAddress.searchParams.get('port') || '5432'
  return folder?.startsWith('/') ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), folder ?? adminAddress.hostname)
}

/** Forwards connections to the database of the tests. */
async function listen(port = 0) {
  const server = createServer((client) => {
    const backend = openBackend()
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.pipe(to)
    }
  })
  servers.push(server)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

function urlOf(port: number, change: (url: URL) => void = () => undefined) {
  const url = new URL(adminUrl)
  url.host = `127.0.0.1:${port}`
  for (const name of ['host', 'port']) url.searchParams.delete(name)
  change(url)
  return url.href
}

async function findClosedPort() {
  const port = await listen()
  await new Promise((resolve) => servers.pop()!.close(resolve))
  return port
}
const { signal } = new AbortController()

test('a database that refuses connections at first is retried, and each attempt is reported', async () => {
  const port = await findClosedPort()
  const reported: string[] = []
  const onRetry = (sentence: string) => {
    reported.push(sentence)
    if (reported.length === 1) void listen(port)
  }
  await expect(waitForDatabase(urlOf(port), { waitMs: 60_000, signal, onRetry })).resolves.toBeDefined()
  expect(reported[0]).toMatch(
    /^DATABASE_URL names the database .* cannot be used: .*ECONNREFUSED.* Retrying for 60 s more \(DATABASE_WAIT\)\.$/,
  )
})

test('the wait ends with the last error when its time is over', async () => {
  const port = await findClosedPort()
  await expect(waitForDatabase(urlOf(port), { waitMs: 0, signal, onRetry: () => undefined })).rejects.toThrow('ECONNREFUSED')
})

test('a permanent error is not retried', async () => {
  const reported: string[] = []
  const url = urlOf(await listen(), (address) => (address.pathname = '/no_such_database'))
  await expect(waitForDatabase(url, { waitMs: 60_000, signal, onRetry: (sentence) => reported.push(sentence) })).rejects.toThrow(
    'no_such_database',
  )
  expect(reported).toEqual([])
})

test('a stop ends the wait at once', async () => {
  const stop = new AbortController()
  const connecting = waitForDatabase(urlOf(await findClosedPort()), { waitMs: 600_000, signal: stop.signal, onRetry: () => stop.abort() })
  await expect(connecting).rejects.toThrow('aborted')
})
