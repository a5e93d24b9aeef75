import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, inject, test } from 'vitest'
import { sql } from 'kysely'
import { checkDatabase } from './check-database.ts'
import { createDb } from './db.ts'
import { sessionSettings } from './session-settings.ts'

const { adminUrl } = inject('database')
const adminAddress = new URL(adminUrl)

const openBackend = () => {
  const folder = adminAddress.searchParams.get('host')
  const port = adminAddress.port || adminAddress.searchParams.get('port') || '5432'
  return folder?.startsWith('/') ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), folder ?? adminAddress.hostname)
}

/**
 * Calls back with each message of PostgreSQL's protocol: a type, a length, the contents.
 * @param firstHasNoType a client's first message has no type
 */
function onMessages(socket: Socket, handle: (message: Buffer) => void, firstHasNoType = false) {
  let rest = Buffer.alloc(0)
  let typeBytes = firstHasNoType ? 0 : 1
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeBytes + 4 && rest.length >= typeBytes + rest.readUInt32BE(typeBytes)) {
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      // A request for encryption is the first of two messages without a type.
      if (typeBytes === 0 && message.readUInt32BE(4) === protocolVersion) typeBytes = 1
      handle(message)
    }
  })
}
const protocolVersion = 196_608

/** Opens a pooler's connection to PostgreSQL, logged in with a client's startup message. */
async function logIn(startup: Buffer) {
  const socket = openBackend()
  sockets.add(socket)
  const greeting: Buffer[] = []
  let answered: ((messages: Buffer[]) => void) | undefined
  let messages: Buffer[] = greeting
  const ready = () => new Promise<Buffer[]>((resolve) => (answered = resolve))
  onMessages(socket, (message) => {
    messages.push(message)
    if (message[0] === 0x5a) answered?.(messages)
  })
  const welcomed = ready()
  socket.write(startup)
  await welcomed
  return {
    greeting,
    async ask(query: Buffer) {
      messages = []
      const done = ready()
      socket.write(query)
      return done
    },
  }
}

const sockets = new Set<Socket>()
const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

/** Starts a pooler like PgBouncer in transaction mode. It sends each query over the next of its connections, for all clients. */
async function startPooler(backends: number): Promise<string> {
  let logins: Promise<Awaited<ReturnType<typeof logIn>>[]> | undefined
  let turn = 0
  let line: Promise<unknown> = Promise.resolve()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    const answer = async (message: Buffer) => {
      if (message[0] === 0) {
        if (message.readUInt32BE(4) !== protocolVersion) return void client.write('N')
        logins ??= Promise.all(Array.from({ length: backends }, () => logIn(Buffer.from(message))))
        return void client.write(Buffer.concat((await logins)[0]!.greeting))
      }
      if (message[0] === 0x58) return void client.end()
      const backend = (await logins!)[turn++ % backends]!
      client.write(Buffer.concat(await backend.ask(Buffer.from(message))))
    }
    onMessages(client, (message) => void (line = line.then(() => answer(message))), true)
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(adminUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const name of ['host', 'port']) url.searchParams.delete(name)
  return url.href
}

test('a usable database is accepted, and its settings that differ from ours are reported', async () => {
  const url = new URL(adminUrl)
  url.searchParams.set('options', '-c jit=on -c random_page_cost=4 -c timezone=UTC -c max_parallel_workers_per_gather=0')
  await expect(checkDatabase(url.href)).resolves.toEqual({ otherSettings: { jit: 'on', random_page_cost: '4' } })
})

test('connections set the settings that statements rely on, over those of the server', async () => {
  const url = new URL(adminUrl)
  url.searchParams.set('options', '-c jit=on -c random_page_cost=4 -c timezone=Asia/Tokyo -c max_parallel_workers_per_gather=2')
  const db = createDb({ connection: url.href, maxConnections: 1, onError: () => undefined })
  const { rows } = await sql<object>`select current_setting('jit') as jit, current_setting('random_page_cost') as random_page_cost,
    current_setting('timezone') as timezone, current_setting('max_parallel_workers_per_gather') as max_parallel_workers_per_gather`.execute(
    db,
  )
  await db.destroy()
  expect(rows).toEqual([sessionSettings])
})

test.each([1, 2, 3, 5])('a pooler with %i connections in transaction mode is detected', async (backends) => {
  await expect(checkDatabase(await startPooler(backends))).rejects.toThrow('lends its connections by the transaction')
})
