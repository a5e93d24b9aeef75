// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { findCluster, startCluster, type Cluster } from './cluster.ts'
import { findClusterHome } from './cluster-home.ts'
import { findPostmaster, launchPostmaster, makeSocketDir } from './postmaster.ts'
import { SetupError } from '../setup-error.ts'
import { makeFolder } from '#test/folders.ts'

// Creating and deleting clusters is slow, because each has more than 1,000 files.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const folder = makeFolder('choice-cluster')
const running = new Set<Cluster>()
const homes = new Set<string>()
let count = 0
const newDir = () => join(folder, `d${count++}`)

async function start(dir: string, durable = false) {
  const cluster = await startCluster({ dir, durable })
  running.add(cluster)
  homes.add(cluster.pgdata)
  return cluster
}
async function stop(cluster: Cluster) {
  running.delete(cluster)
  await cluster.stop()
}
async function query<T = Record<string, unknown>>(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}
const kill = (pid: number | undefined) => process.kill(pid!, 'SIGKILL')

afterEach(async () => {
  for (const cluster of running) await stop(cluster)
})
afterAll(() => {
  for (const pgdata of homes) if (!pgdata.startsWith(folder)) rmSync(dirname(pgdata), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

test('a cluster is created and keeps its data across starts', async () => {
  const dir = newDir()
  const first = await start(dir, true)
  await query(first.url, `create table note as select 'kept' as text`)
  await stop(first)
  const second = await start(dir, true)
  expect(await query(second.url, 'select text from note')).toEqual([{ text: 'kept' }])
  expect(realpathSync(join(dir, 'postgres'))).toBe(second.pgdata)
  expect(readFileSync(second.logFile, 'utf8')).toContain('database system is ready')
})

test('the background writer keeps up with large writes', async () => {
  const cluster = await start(newDir())
  // With the default of 100 pages, reads during a guide import wait while they write changed pages.
  expect(await query(cluster.url, 'show bgwriter_lru_maxpages')).toEqual([{ bgwriter_lru_maxpages: '1000' }])
})

test('only its own system user reaches a cluster, through a socket in a private folder', async () => {
  const cluster = await start(newDir())
  expect(await query(cluster.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  const socketDir = new URL(cluster.url).searchParams.get('host')!
  expect(statSync(socketDir).mode & 0o777).toBe(0o700)
  await stop(cluster)
  expect(existsSync(socketDir)).toBe(false)
})

test('the search extensions, Unicode letters and languages are available', async () => {
  const { url } = await start(newDir())
  await query(url, 'create extension pg_trgm; create extension unaccent')
  expect(
    await query(
      url,
      `select upper('één') as upper, unaccent('één') as plain, similarity('televisie', 'televisei') > 0.4 as near, 'é' ~ '\\w' as letter`,
    ),
  ).toEqual([{ upper: 'ÉÉN', plain: 'een', near: true, letter: true }])
  expect(await query(url, `select name from unnest(array['Zoe', 'eva', 'Émile']) as name order by name collate "und-x-icu"`)).toEqual([
    { name: 'Émile' },
    { name: 'eva' },
    { name: 'Zoe' },
  ])
})

test('a second start on the same data reports that it is in use, and changes nothing', async () => {
  const dir = newDir()
  const cluster = await start(dir)
  await expect(startCluster({ dir, durable: false })).rejects.toThrow(`Choice is already running on ${dir} (process ${process.pid}).`)
  expect(await query(cluster.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(findCluster(dir)).toBe(cluster.url)
})

// Normally, the lock of the data directory allows only one start. Without that lock, such as on a full disk, the cluster must ensure it.
test('at most one of several simultaneous starts succeeds, for new and existing clusters, and the next one finds its data', async () => {
  const dir = newDir()
  for (let round = 0; round < 3; round++) {
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => start(dir)))
    const won = results.filter((result) => result.status === 'fulfilled')
    const lost = results.filter((result) => result.status === 'rejected')
    expect(won.length).toBeLessThanOrEqual(1)
    for (const { reason } of lost) expect(reason).toBeInstanceOf(SetupError)
    for (const { value } of won) await stop(value)
    const next = await start(dir)
    await query(next.url, `create table if not exists note as select 'kept' as text`)
    expect(await query(next.url, 'select text from note')).toEqual([{ text: 'kept' }])
    await stop(next)
  }
})

test('a starting server whose lock file is removed is killed: a second one could use the same data', async () => {
  const dir = newDir()
  await stop(await start(dir))
  const home = findClusterHome(dir)
  const logFile = join(dir, 'log', 'postgres.log')
  const lock = join(home.pgdata, 'postmaster.pid')
  const launching = launchPostmaster({ home, socketDir: makeSocketDir(home), logFile, durable: false, maxConnections: 20 })
  const outcome = launching.then(
    () => 'started',
    (error: Error) => error.message,
  )
  // Suspends the server as soon as it has a lock file, so that it can't finish its start before the lock file is removed.
  while (!findPostmaster(home.pgdata)) await sleep(1)
  const { pid } = findPostmaster(home.pgdata)!
  process.kill(pid, 'SIGSTOP')
  const isStopped = () => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  await expect.poll(isStopped, { interval: 5 }).toBe(true)
  rmSync(lock)
  process.kill(pid, 'SIGCONT')
  expect(await outcome).toContain('The database did not start')
  expect(() => process.kill(pid, 0)).toThrow()
})

test('the database of another system user is refused in one sentence', () => {
  const dir = newDir()
  mkdirSync(join(dir, 'postgres'), { recursive: true })
  const { uid } = statSync(dir)
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(uid + 4321)
  expect(() => findClusterHome(dir)).toThrow(
    `The database in ${join(dir, 'postgres')} belongs to the system user ${uid}, and this is user ${uid + 4321}: `,
  )
  getuid.mockRestore()
})

test('a killed server is restarted', async () => {
  const cluster = await start(newDir())
  await query(cluster.url, `create table note as select 'kept' as text`)
  kill(findPostmaster(cluster.pgdata)?.pid)
  await expect.poll(() => query(cluster.url, 'select text from note').catch(() => 'away'), { timeout: 20_000 }).toEqual([{ text: 'kept' }])
  // The restarted server responds shortly before this process claims it again. Waits for the claim, because another start could take over
  // an unclaimed server.
  const claims = `select count(*)::int as claims from pg_locks where locktype = 'advisory' and granted`
  await expect.poll(() => query(cluster.url, claims), { timeout: 20_000 }).toEqual([{ claims: 1 }])
  await expect(startCluster({ dir: dirname(dirname(cluster.logFile)), durable: false })).rejects.toThrow('already running')
})

/** Starts a process that starts the cluster of `dir`, as the product does. */
async function startParent(dir: string) {
  const script = `import { startCluster } from '#kit/server/postgres/cluster.ts'; await startCluster({ dir: ${JSON.stringify(dir)} }); console.log('up')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test.each(['the parent', 'the parent and the server'])(
  'after kill -9 of %s the next start has all data and one server',
  async (killedProcesses) => {
    const dir = newDir()
    const child = await startParent(dir)
    const url = findCluster(dir)!
    await query(url, `create table note as select 'kept' as text`)
    const pgdata = realpathSync(join(dir, 'postgres'))
    const orphan = findPostmaster(pgdata)!
    child.kill('SIGKILL')
    if (killedProcesses.includes('server')) kill(orphan.pid)
    await once(child, 'exit')
    const cluster = await start(dir)
    expect(await query(cluster.url, 'select text from note')).toEqual([{ text: 'kept' }])
    expect(findPostmaster(pgdata)?.pid).not.toBe(orphan.pid)
    await expect.poll(() => existsSync(`/proc/${orphan.pid}/exe`)).toBe(false)
    expect(existsSync(orphan.socketDir)).toBe(false)
  },
)

test("a leftover lock file with the process id of another process doesn't prevent a start", async () => {
  const dir = newDir()
  const cluster = await start(dir)
  const lock = readFileSync(join(cluster.pgdata, 'postmaster.pid'), 'utf8')
  await stop(cluster)
  const other = spawn('sleep', ['60'])
  writeFileSync(join(cluster.pgdata, 'postmaster.pid'), lock.replace(/^\d+/, String(other.pid)))
  chmodSync(join(cluster.pgdata, 'postmaster.pid'), 0o644)
  expect(await query((await start(dir)).url, 'select 1 as one')).toEqual([{ one: 1 }])
  other.kill()
})

test('leftovers of an interrupted creation are removed', async () => {
  const dir = newDir()
  mkdirSync(join(dir, 'postgres.part-99999999-abc', 'base'), { recursive: true })
  chmodSync(dir, 0o711)
  await start(dir)
  expect(readdirSync(dir).filter((name) => name.startsWith('postgres.'))).toEqual([])
})

test('a data directory that only its owner can enter keeps its database when moved, and a copy never shares it', async () => {
  const dir = newDir()
  mkdirSync(dir, { mode: 0o700 })
  const before = await start(dir)
  await query(before.url, `create table note as select 'kept' as text`)
  await stop(before)

  const newHome = newDir()
  renameSync(dir, newHome)
  const after = await start(newHome)
  expect(await query(after.url, 'select text from note')).toEqual([{ text: 'kept' }])

  const copied = newDir()
  cpSync(newHome, copied, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('postmaster.pid') })
  const copy = await start(copied).catch((error: Error) => error.message)
  if (typeof copy === 'string') expect(copy).toContain(`${copied} is a copy of ${newHome}`)
  else expect(copy.pgdata).not.toBe(after.pgdata)
  expect(await query(after.url, 'select text from note')).toEqual([{ text: 'kept' }])
})

test('a cluster of another PostgreSQL version is left unchanged', async () => {
  const dir = newDir()
  const { pgdata, stop: end } = await startCluster({ dir, durable: false })
  await end()
  writeFileSync(join(pgdata, 'PG_VERSION'), '17\n')
  await expect(startCluster({ dir, durable: false })).rejects.toThrow(/is of PostgreSQL 17, and this release comes with 18/)
})
