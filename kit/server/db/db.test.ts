import { randomBytes } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { copyRows } from './copy-rows.ts'
import { type DatabaseTimeouts, databaseTimeouts } from './database-timeouts.ts'
import { bindScope, createDb, type Db, assertDatabaseResponds, isDatabaseUnavailable, poolFigures } from './db.ts'
import { StatementScope } from './statement-scope.ts'

const { url, connect: connectDb } = await createFreshDatabase()

const ignore = () => undefined
/** Connects an observer: it lists the activity of clients named `choice`, except for cancelling statements. */
const observer = connectDb()
async function listStatements() {
  const { rows } = await sql<{ pid: number; state: string; query: string }>`
    select pid, state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    observer,
  )
  return rows
}
const listActiveStatements = async () =>
  (await listStatements()).filter(({ state, query }) => state !== 'idle' && query.includes('pg_sleep')).length
const sleepFor = (db: Db, seconds: number) => sql`select pg_sleep(${seconds})`.execute(db)
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => error,
  )
/** @param timeouts the timeouts of jobs, if a test shows that a statement ends long before PostgreSQL's own limit */
function createPool(maxConnections: number, timeouts: DatabaseTimeouts = databaseTimeouts.request) {
  const db = createDb({ connection: url, maxConnections, timeouts, onError: ignore })
  afterAll(() => db.destroy())
  return db
}

/**
 * Starts a proxy to the database. It can delay data with the text `delayed`, and can silence open connections, like a network that drops
 * all packets.
 */
async function startProxy({ byByte = false, delayed = '', delayMs = 0 } = {}) {
  const { host, port } = new pg.Client({ connectionString: url })
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    if (delayed) client.on('data', (bytes: Buffer) => void setTimeout(() => upstream.write(bytes), bytes.includes(delayed) ? delayMs : 0))
    else client.pipe(upstream)
    if (byByte) void sendByByte(upstream, client)
    else upstream.pipe(client)
    for (const socket of [client, upstream]) open.add(socket.on('error', () => undefined))
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

/** Sends each byte separately, to find code that expects two messages to arrive together. */
async function sendByByte(from: Socket, to: Socket) {
  to.setNoDelay()
  try {
    for await (const bytes of from as AsyncIterable<Buffer>)
      for (const byte of bytes) {
        to.write(Buffer.of(byte))
        await new Promise(setImmediate)
      }
  } catch {
    // The client or the database has closed its connection.
  }
}

test('a silent connection is given up in time and replaced', { tags: ['slow'] }, async () => {
  const network = await startProxy()
  const db = createDb({ connection: network.url, maxConnections: 1, onError: ignore })
  afterAll(() => db.destroy())
  await assertDatabaseResponds(db)
  const clock = measureUndisturbedMs()
  const failure: unknown = await db
    .transaction()
    .execute(async (tx) => {
      network.fallSilent()
      await assertDatabaseResponds(tx)
    })
    .catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  // No rollback is sent, because it would wait for a second timeout.
  expect(clock()).toBeLessThan(5000)
  await assertDatabaseResponds(db)
})

test('PostgreSQL has its own limits on every connection, in case ours fail', async () => {
  const db = createPool(1)
  const { rows } = await sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  expect(rows).toEqual([{ statement: '5s', lock: '3s', idle: '10s' }])
})

test('statements end with their scope, in PostgreSQL too, and their connection is reused', async () => {
  const db = createPool(2, databaseTimeouts.background)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const scope = new StatementScope(60_000)
  const bound = bindScope(db, scope)
  const failures = [
    failureOf(sleepFor(bound, 30)),
    failureOf(bound.transaction().execute((tx) => sleepFor(tx, 30))),
    failureOf(assertDatabaseResponds(bound)),
  ]
  await expect.poll(listActiveStatements).toBe(2)
  scope.end('over')
  for (const failure of await Promise.all(failures)) expect(isDatabaseUnavailable(failure)).toBe(true)
  await expect.poll(listActiveStatements).toBe(0)
  await expect.poll(() => poolFigures(db)).toEqual({ total: 2, idle: 2, waiting: 0 })
  const used = await Promise.all([1, 2].map(() => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1)`.execute(db)))
  const pids = used.map((result) => result.rows[0]?.pid)
  expect(pids).toContain(rows[0]?.pid)
  expect((await listStatements()).filter(({ pid, state }) => pids.includes(pid) && state.includes('transaction'))).toEqual([])
})

test('a transaction whose first statement fails or is aborted is rolled back before its connection is reused', async () => {
  const db = createDb({ connection: (await startProxy({ byByte: true })).url, maxConnections: 1, onError: ignore })
  afterAll(() => db.destroy())
  const inTransaction = (scoped: Db, work: RawBuilder<unknown>) => failureOf(scoped.transaction().execute((tx) => work.execute(tx)))
  const status = async () => (await sql`select now() = statement_timestamp() as is_alone`.execute(db)).rows
  await assertDatabaseResponds(db)
  for (let turn = 0; turn < 5; turn++) {
    const scope = new StatementScope(60_000)
    const ended = inTransaction(bindScope(db, scope), sql`select pg_sleep(30)`)
    await expect.poll(listActiveStatements).toBe(1)
    scope.end('over')
    expect(isDatabaseUnavailable(await ended)).toBe(true)
    expect(await status()).toEqual([{ is_alone: true }])
    // This scope ends after a failed statement, when only the rollback is left to send.
    const left = new StatementScope(60_000)
    const refusal = bindScope(db, left)
      .transaction()
      .execute(async (tx) => {
        const failure = await failureOf(sql`select ${1}::int / 0`.execute(tx))
        left.end('over')
        throw failure
      })
    expect(await failureOf(refusal)).toBeInstanceOf(Error)
    expect(await status()).toEqual([{ is_alone: true }])
  }
})

test('a scope counts only waiting time, over all its statements together', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const scope = new StatementScope(1000)
  const stop = vi.fn<(reason: Error) => void>()
  vi.advanceTimersByTime(1500)
  for (const ms of [300, 300]) {
    scope.enter(stop)
    vi.advanceTimersByTime(ms)
    scope.leave(stop)
    vi.advanceTimersByTime(1500)
  }
  scope.enter(stop)
  vi.advanceTimersByTime(398)
  expect(stop).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2)
  expect(isDatabaseUnavailable(stop.mock.calls[0]?.[0])).toBe(true)
  vi.useRealTimers()
  expect(isDatabaseUnavailable(await failureOf(assertDatabaseResponds(bindScope(createPool(1), scope))))).toBe(true)
})

test("a statement that takes longer than the scope's remaining time is aborted", async () => {
  const bound = bindScope(createPool(1, databaseTimeouts.background), new StatementScope(500))
  await assertDatabaseResponds(bound)
  expect(isDatabaseUnavailable(await failureOf(sleepFor(bound, 30)))).toBe(true)
  expect(isDatabaseUnavailable(await failureOf(assertDatabaseResponds(bound)))).toBe(true)
})

test('many concurrent aborts leave nothing behind and need no more connections than the pool has', async () => {
  const db = createPool(3, databaseTimeouts.background)
  const attempts = Array.from({ length: 60 }, async () => {
    const scope = new StatementScope(60_000)
    setTimeout(() => scope.end('gone'), 300 * Math.random())
    return failureOf(sleepFor(bindScope(db, scope), 30))
  })
  let maxSeen = 0
  const watching = setInterval(() => void listStatements().then(({ length }) => (maxSeen = Math.max(maxSeen, length)), ignore), 30)
  for (const failure of await Promise.all(attempts)) expect(isDatabaseUnavailable(failure)).toBe(true)
  await expect.poll(listActiveStatements).toBe(0)
  clearInterval(watching)
  // This test has four clients. Clients of other tests that cancel and observe are counted too.
  expect(maxSeen).toBeLessThan(20)
  await expect.poll(() => poolFigures(db).idle).toBe(poolFigures(db).total)
})

test('if PostgreSQL has fewer connections than the pool, statements wait for a free one', async () => {
  const role = `few_${randomBytes(4).toString('hex')}`
  await sql.raw(`create role ${role} login connection limit 2`).execute(observer)
  onTestFinished(async () => void (await sql.raw(`drop role ${role}`).execute(observer)))
  const few = new URL(url)
  few.username = role
  const db = createDb({ connection: few.href, maxConnections: 10, onError: ignore })
  await Promise.all(Array.from({ length: 30 }, () => sleepFor(db, 0.01)))
  expect(poolFigures(db)).toEqual({ total: 2, idle: 2, waiting: 0 })
  await db.destroy()
})

test('a statement aborted before it has reached the database is cancelled in the database, too', async () => {
  const network = await startProxy({ delayed: 'pg_sleep', delayMs: 300 })
  const db = createDb({ connection: network.url, maxConnections: 1, timeouts: databaseTimeouts.background, onError: ignore })
  afterAll(() => db.destroy())
  await assertDatabaseResponds(db)
  const scope = new StatementScope(60_000)
  const asleep = failureOf(sleepFor(bindScope(db, scope), 30))
  setTimeout(() => scope.end('gone'), 10)
  expect(isDatabaseUnavailable(await asleep)).toBe(true)
  // The pool would have closed the connection if its statement were still running.
  await expect.poll(() => poolFigures(db)).toMatchObject({ total: 1, idle: 1 })
  expect(await listActiveStatements()).toBe(0)
})

test('background work has its own time limits', { tags: ['slow'] }, async () => {
  const db = createDb({ connection: url, timeouts: databaseTimeouts.background, onError: ignore })
  afterAll(() => db.destroy())
  const { rows } = await sql`select current_setting('statement_timeout') as statement`.execute(db)
  expect(rows).toEqual([{ statement: '1min' }])
  await sleepFor(db, 4.5)
})

test('a failed transaction is rolled back, whichever of its statements fails', async () => {
  const db = createPool(1)
  await sql`create table note (text text)`.execute(db)
  const write = (tx: Db, text: string) => sql`insert into note values (${text})`.execute(tx)
  await db.transaction().execute((tx) => write(tx, 'kept'))
  const undone = db.transaction().execute(async (tx) => {
    await write(tx, 'undone')
    await write(tx, 'undone')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await expect(db.transaction().execute((tx) => sql`select ${1}::int / 0`.execute(tx))).rejects.toThrow('division by zero')
  await expect(db.transaction().execute((tx) => sql`select from nowhere where 1 = ${1}`.execute(tx))).rejects.toThrow('nowhere')
  await expect(db.transaction().execute((tx) => sql`select from nowhere where 1 = ${1}`.execute(tx))).rejects.toThrow('nowhere')
  expect((await sql`select text from note`.execute(db)).rows).toEqual([{ text: 'kept' }])
})

test('statements sent while a transaction ends are refused, and never run outside it', async () => {
  const db = createPool(1)
  await sql`create table late (word text)`.execute(db)
  const write = (tx: Db, word: string) => sql`insert into late values (${word})`.execute(tx)
  for (const how of ['rolled back', 'committed']) {
    const latePromises: Promise<unknown>[] = []
    const ended = db.transaction().execute(async (tx) => {
      await write(tx, how)
      // Not awaited, so it is still running at the end of the transaction.
      const statement = sql`select pg_sleep(0.2)`.execute(tx)
      latePromises.push(failureOf(statement.then(() => write(tx, 'late'))))
      if (how === 'rolled back') throw new Error(how)
    })
    await ended.catch(ignore)
    expect(await Promise.all(latePromises)).toEqual([expect.objectContaining({ message: 'its transaction has ended' })])
  }
  expect((await sql`select word from late`.execute(db)).rows).toEqual([{ word: 'committed' }])
})

test('rows are copied within a transaction; invalid rows fail only that transaction, and the connection is reused', async () => {
  const db = createPool(1)
  await sql`create table copied (n integer primary key, word text)`.execute(db)
  const copy = (rows: string) =>
    db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await copyRows(tx, sql`copy copied (n, word) from stdin`, [Buffer.from(rows)])
    })
  const listCopied = async () => (await sql`select * from copied order by n`.execute(db)).rows
  await copy('1\tone\n2\ta\\tb\n3\t\\N\n')
  const before = [
    { n: 1, word: 'one' },
    { n: 2, word: 'a\tb' },
    { n: 3, word: null },
  ]
  expect(await listCopied()).toEqual(before)
  await expect(copy('4\tfour\n1\tagain\n')).rejects.toMatchObject({ code: '23505' })
  await expect(copy('5\tfive\n'.repeat(100_000))).rejects.toMatchObject({ code: '23505' })
  await expect(copy('not a number\tx\n')).rejects.toMatchObject({ code: '22P02' })
  await copy('')
  expect(await listCopied()).toEqual(before)
  await db.transaction().execute((tx) => copyRows(tx, sql`copy copied (n) from stdin`, [Buffer.from('9\n')]))
  expect(await listCopied()).toEqual([...before, { n: 9, word: null }])
})
