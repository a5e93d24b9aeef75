// @module-tag slow
import { type ClientRequest, get, request } from 'node:http'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { databaseTimeouts } from '#kit/server/db/database-timeouts.ts'
import { poolFigures } from '#kit/server/db/db.ts'
import { measureUndisturbedMs } from './busy-machine.ts'
import { makeFilledChannel, outcome } from './channels.ts'
import { databaseUrl } from './database.ts'
import { untilJobsDone } from './jobs.ts'
import { createUser } from './people.ts'
import { startTestServer } from './serve.ts'

// Runs no jobs. They wait longer for locks than requests do, and would look like requests that weren't cancelled.
const server = await startTestServer({ WORKER: 'off', DATABASE_REQUEST_WAIT: '4' })
const { app, db, services } = server
const ann = await createUser(server)
const { playlistId } = await makeFilledChannel(db, ann.client)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
const port = typeof address === 'object' ? address?.port : undefined

/** Two more connections to the database: one observes, the other holds locks. */
const { name } = await db.selectNoFrom(sql<string>`current_database()`.as('name')).executeTakeFirstOrThrow()
const [observer, locker] = Array.from({ length: 2 }, () => new pg.Client(databaseUrl(inject('database').adminUrl, name))) as [
  pg.Client,
  pg.Client,
]
await Promise.all([observer.connect(), locker.connect()])
afterAll(() => Promise.all([observer.end(), locker.end()]))

interface TimedResponse {
  status: number | undefined
  retryAfter: string | undefined
  ms: number
}
const sendRequest = (path: string, onRequest?: (request: ClientRequest) => void) =>
  new Promise<TimedResponse>((resolve, reject) => {
    const clock = measureUndisturbedMs()
    const outgoing = get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'], ms: clock() })
      })
    })
    outgoing.once('error', reject)
    onRequest?.(outgoing)
  })
/** Returns the number of the product's statements that run or wait for a lock. */
async function countUnfinishedStatements() {
  const { rows } = await observer.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'choice' and state <> 'idle'`,
  )
  return rows[0]!.count
}
/** Returns the number of statements that wait for a lock. Requests run other statements first, such as reading the session. */
async function countBlockedStatements() {
  const { rows } = await observer.query<{ count: number }>(
    `select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'choice' and wait_event_type = 'Lock'`,
  )
  return rows[0]!.count
}
/** Returns the running statements, each with its wait event. */
async function listBusyStatements() {
  const { rows } = await observer.query<{ statement: string }>(
    `select concat_ws(' ', pid, state, wait_event_type, wait_event, now() - query_start, left(query, 200)) as statement
    from pg_stat_activity where datname = current_database() and application_name = 'choice' and state <> 'idle'`,
  )
  return rows.map(({ statement }) => statement)
}
async function whileLocked<T>(table: string, work: () => Promise<T>) {
  await locker.query(`begin; lock table ${table} in access exclusive mode`)
  try {
    return await work()
  } finally {
    await locker.query('rollback')
  }
}

test('fifty reads of a locked table are answered within 5 s, and leave nothing waiting in the database', async () => {
  const answers = await whileLocked('playlist', async () => {
    const answered = await Promise.all(
      Array.from({ length: 50 }, (_, i) => sendRequest(i % 2 ? '/api/playlists/default-playlists' : `/api/playlists/${playlistId}`)),
    )
    // If the request to cancel gets lost, PostgreSQL still ends the wait for the lock by itself.
    await expect.poll(listBusyStatements, { timeout: databaseTimeouts.request.lockMs + 2000 }).toEqual([])
    return answered
  })
  // Compares all responses at once, so that a failure shows when each arrived.
  expect(answers.filter(({ status, retryAfter, ms }) => status !== 503 || retryAfter !== '2' || ms >= 5000)).toEqual([])
  expect(await sendRequest(`/api/playlists/${playlistId}`)).toMatchObject({ status: 200 })
  expect(poolFigures(db)).toMatchObject({ waiting: 0 })
})

test('reads are answered while changes wait for a connection', async () => {
  const { writeDb, config } = services
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  onTestFinished(() => release())
  const holding = Array.from({ length: config.databaseConnections }, () => writeDb.transaction().execute(() => released))
  await expect.poll(() => poolFigures(writeDb)).toMatchObject({ total: config.databaseConnections, idle: 0 })
  const createSeries = () => outcome(ann.client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'Waits' } }))
  const [creating, read] = [createSeries(), await sendRequest(`/api/playlists/${playlistId}`)]
  expect(read).toMatchObject({ status: 200 })
  expect(await creating).toBe('503 unavailable')
  release()
  await Promise.all(holding)
  expect(await createSeries()).toBe('done')
})

test('a disconnected request ends in the database too, but a started change is finished', async () => {
  await whileLocked('playlist', async () => {
    let outgoing: ClientRequest | undefined
    const disconnected = sendRequest('/api/playlists/default-playlists', (outgoingRequest) => (outgoing = outgoingRequest)).catch(
      () => 'gone',
    )
    await expect.poll(countBlockedStatements).toBe(1)
    outgoing?.destroy()
    expect(await disconnected).toBe('gone')
    await expect.poll(countUnfinishedStatements, { timeout: 2000 }).toBe(0)
  })
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' }
  await whileLocked('series', async () => {
    const disconnected = new Promise((resolve) => app.server.once('connection', (socket: Socket) => socket.once('close', resolve)))
    const changing = request({ host: '127.0.0.1', port, path: '/api/series', method: 'POST', headers, agent: false })
    changing.on('error', () => undefined).end(JSON.stringify({ playlist_id: playlistId, name: 'Begun' }))
    await expect.poll(countBlockedStatements).toBe(1)
    changing.destroy()
    await disconnected
    expect(await countBlockedStatements()).toBe(1)
  })
  await expect.poll(() => db.selectFrom('series').select('name').where('name', '=', 'Begun').execute()).toHaveLength(1)
})

test('health is reported within 5 s, even when all connections wait', async () => {
  const [health] = await whileLocked('playlist', () =>
    Promise.all([
      (async () => {
        await expect.poll(() => poolFigures(db).waiting).toBeGreaterThan(0)
        return sendRequest('/health')
      })(),
      ...Array.from({ length: 30 }, () => sendRequest('/api/playlists/default-playlists')),
    ]),
  )
  expect(health.ms).toBeLessThan(5000)
  expect(await sendRequest('/health')).toMatchObject({ status: 200 })
})

test('waiting searches leave connections for others, and are answered within 5 s themselves', async () => {
  const search = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          path: '/api/playlists/search',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          agent: false,
        },
        (response) => response.resume().once('end', () => resolve(response.statusCode)),
      )
      outgoing.on('error', reject).end(JSON.stringify({ keyword: 'train' }))
    })
  const clock = measureUndisturbedMs()
  const [searches, other] = await whileLocked('search_term', async () => {
    const searching = Promise.all(Array.from({ length: 30 }, search))
    await expect.poll(countBlockedStatements).toBe(3)
    const read = await sendRequest('/api/playlists/default-playlists')
    return [await searching, read]
  })
  expect(other).toMatchObject({ status: 200 })
  expect(new Set(searches)).toEqual(new Set([503]))
  expect(clock()).toBeLessThan(6000)
  expect(await search()).toBe(200)
})

test('jobs start and finish while handlers hold all their connections and more wait', async () => {
  const working = await startTestServer()
  const { backgroundDb, mailer } = working.services
  // Excludes jobs, which may run at the same time.
  const isFull = () => {
    const { total, idle, waiting } = poolFigures(backgroundDb)
    return total === 4 && idle === 0 && waiting >= 3
  }
  const holding = await working.db.transaction().execute(async (tx) => {
    await sql`lock table follow_event in access exclusive mode`.execute(tx)
    const reads = Array.from({ length: 7 }, () => sql`select count(*) from follow_event`.execute(backgroundDb))
    await expect.poll(isFull).toBe(true)
    await mailer.send({ to: 'ann@example.com', language: 'en', subject: 'Hello', heading: 'Hello', paragraphs: ['While others wait.'] })
    expect(await working.mailsTo('ann@example.com')).toHaveLength(1)
    expect(isFull()).toBe(true)
    return reads
  })
  await Promise.all(holding)
  await untilJobsDone(working.db)
})
