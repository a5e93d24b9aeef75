// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { findCluster } from '#kit/server/postgres/cluster.ts'
import { findPostmaster } from '#kit/server/postgres/postmaster.ts'
import { createDb } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { saveAccounts } from '#features/accounts/server/accounts.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { insertGroups } from '#features/channels/server/queries/groups.ts'
import { insertPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import { makeFolder } from '#test/folders.ts'

/** An `npm start` in its own process group, as under a terminal or service manager. */
interface Started {
  npm: ChildProcess
  url: string
  words: () => string
  /** Resolves with npm's exit code. */
  ended: Promise<number | null>
}

// Each start loads, connects and migrates, which takes time on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

const folder = makeFolder('choice-lifecycle')
const all: Started[] = []
let count = 0
const newDir = () => join(folder, `data${count++}`)

function freePort() {
  return new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function start(env: Record<string, string>, [command = 'npm', ...args]: readonly string[] = ['npm', 'start']): Promise<Started> {
  const port = env['PORT'] ?? String(await freePort())
  const npm = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', DEMO: 'off', LOG_LEVEL: 'warn', ...env, PORT: port },
  })
  let words = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text: Buffer) => (words += text.toString()))
  const ended = once(npm, 'close').then(([code]) => code as number | null)
  const started = { npm, url: `http://127.0.0.1:${port}`, words: () => words, ended }
  all.push(started)
  return started
}

const isHealthy = async (url: string) => (await fetch(`${url}/health`).catch(() => undefined))?.status === 200

async function untilHealthy({ url, npm, words }: Started) {
  for (const end = Date.now() + 100_000; Date.now() < end; await sleep(50)) {
    if (await isHealthy(url)) return
    if (npm.exitCode !== null) break
  }
  throw new Error(`It did not start: ${words()}`)
}

async function up(env: Record<string, string>, command?: readonly string[]) {
  const started = await start(env, command)
  await untilHealthy(started)
  return started
}

/** Creates a logged-in user with 30 channels and 3 empty groups. */
async function fillBar(dir: string) {
  const db = createDb({ connection: findCluster(dir)!, onError: () => undefined })
  const userId = newId()
  await saveAccounts(db, [{ id: userId, nickname: userId, email: `${userId}@example.com`, password_hash: 'x' }])
  const { access_token: token } = await issueSession(db, userId, 'Test browser')
  const [ids, groups] = [30, 3].map((length) => Array.from({ length }, newId)) as [string[], string[]]
  const row = (id: string, index: number) => ({ id, user_id: userId, name: 'Name', status_id: 1, position: index * 2 ** 20 })
  await insertPlaylists(db, ids.map(row))
  await insertGroups(db, groups.map(row))
  await db.destroy()
  return { userId, token, ids, groups }
}

/** Makes a quarter of 200 moves, one after the other, until the server is gone. @param statuses of the responses */
async function moveOn({ url }: Started, { token, ids, groups }: Awaited<ReturnType<typeof fillBar>>, chain: number, statuses: number[]) {
  for (let turn = 0; turn < 50; turn++) {
    const at = turn * 4 + chain
    const place = at % 3 === 0 ? { section: 'archive' } : at % 3 === 1 ? { section: 'other' } : { group_id: groups[(at % 5) % 3] }
    const playlists = [ids[at % 30], ids[(at * 7 + 1) % 30]].filter((id, index, all) => all.indexOf(id) === index)
    const answer = await fetch(`${url}/api/playlists/move`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ playlists, ...place, order: at % 4 }),
    }).catch(() => undefined)
    if (!answer) return
    statuses.push(answer.status)
  }
}

const pgdataOf = (dir: string) => realpathSync(join(dir, 'postgres'))
const isGone = (pid: number | undefined) => !pid || !existsSync(`/proc/${pid}/exe`)
/** The server's process id: npm's child. */
const serverOf = ({ npm }: Started) => Number(readFileSync(`/proc/${npm.pid}/task/${npm.pid}/children`, 'utf8').trim())

async function query(dir: string, text: string) {
  const client = new pg.Client({ connectionString: findCluster(dir)! })
  client.on('error', () => undefined)
  await client.connect()
  return { rows: (await client.query(text)).rows as unknown[], end: () => client.end() }
}

afterEach(async () => {
  for (const { npm, ended } of all.splice(0)) {
    if (npm.exitCode !== null || npm.signalCode !== null) continue
    process.kill(-npm.pid!, 'SIGTERM')
    await ended
  }
})
afterAll(() => {
  for (let index = 0; index < count; index++) {
    const place = join(folder, `data${index}`, 'postgres')
    if (existsSync(place) && !realpathSync(place).startsWith(folder)) rmSync(dirname(realpathSync(place)), { recursive: true })
  }
  rmSync(folder, { recursive: true, force: true })
})

describe('a running product', () => {
  const dir = newDir()
  // Also builds, if the sources have changed.
  test('shows addresses and folders on one screen', { timeout: 240_000 }, async () => {
    // As left by earlier releases.
    mkdirSync(join(dir, 'outbox'), { recursive: true, mode: 0o755 })
    const started = await up({ DATA_DIR: dir })
    const places = [dir, pgdataOf(dir), join(dir, 'files'), join(dir, 'outbox'), join(dir, 'log', 'choice.log')]
    // The server responds before it has printed this.
    await expect.poll(started.words, { timeout: 10_000 }).toContain('Ctrl+C stops it.')
    for (const expected of [`Choice is ready: ${started.url}`, ...places]) expect(started.words()).toContain(expected)
    expect(started.words().split('\n').length).toBeLessThan(30)
    // Excludes the database's files, which PostgreSQL itself requires to be private.
    const made = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(
      ({ parentPath, name }) => !join(parentPath, name).includes('/postgres'),
    )
    const open = made.filter((entry) => !entry.isSymbolicLink() && (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
    expect(open.map(({ name }) => name)).toEqual([])
  })

  test.each<[string, (started: Started) => void]>([
    ['to npm alone', ({ npm }) => npm.kill('SIGTERM')],
    ['to the whole group', ({ npm }) => process.kill(-npm.pid!, 'SIGTERM')],
    [
      'as Ctrl+C, pressed again and again',
      ({ npm }) => [0, 20, 40, 60].forEach((ms) => setTimeout(() => npm.exitCode === null && process.kill(-npm.pid!, 'SIGINT'), ms)),
    ],
  ])('stopped (%s), answers running requests, leaves no process and exits with 0', async (_, signal) => {
    const started = await up({ DATA_DIR: dir })
    const server = serverOf(started)
    const postmaster = findPostmaster(pgdataOf(dir))?.pid
    const locker = await query(dir, 'begin; lock table playlist in access exclusive mode')
    const inFlight = fetch(`${started.url}/api/playlists/default-playlists`)
    await expect
      .poll(() => query(dir, `select from pg_locks where not granted`).then(async ({ rows, end }) => (await end(), rows.length)))
      .toBeGreaterThan(0)
    signal(started)
    await expect.poll(() => isHealthy(started.url)).toBe(false)
    await locker.end()
    expect((await inFlight).status).toBe(200)
    expect(await started.ended).toBe(0)
    expect(isGone(server)).toBe(true)
    expect(isGone(postmaster)).toBe(true)
  })

  test('can be stopped while it starts', async () => {
    const started = await start({ DATA_DIR: dir })
    await expect.poll(() => findPostmaster(pgdataOf(dir)) !== undefined, { timeout: 20_000, interval: 5 }).toBe(true)
    process.kill(-started.npm.pid!, 'SIGTERM')
    expect(await started.ended).toBe(0)
    expect(findPostmaster(pgdataOf(dir))).toBe(undefined)
  })

  test.each(['node', 'node and the database'])('kill -9 of %s loses nothing, and keeps lists consistent during moves', async (victims) => {
    const started = await up({ DATA_DIR: dir })
    const bar = await fillBar(dir)
    const { end } = await query(dir, `create table if not exists note (text text); insert into note values ('kept')`)
    await end()
    const postmaster = findPostmaster(pgdataOf(dir))!
    const statuses: number[] = []
    const moves = Promise.all([0, 1, 2, 3].map((chain) => moveOn(started, bar, chain, statuses)))
    await expect.poll(() => statuses.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(20)
    process.kill(serverOf(started), 'SIGKILL')
    if (victims.includes('database')) process.kill(postmaster.pid, 'SIGKILL')
    expect(await started.ended).not.toBe(0)
    await moves
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(statuses.length).toBeLessThan(200)
    await up({ DATA_DIR: dir })
    const whole = await query(
      dir,
      `select count(*) as channels, count(distinct (coalesce(group_id, section), position)) as places,
        bool_and(is_archived = (section is not distinct from 'archive')) as fit from playlist where user_id = '${bar.userId}'`,
    )
    expect(whole.rows).toEqual([{ channels: 30, places: 30, fit: true }])
    await whole.end()
    const kept = await query(dir, 'select text from note')
    expect(kept.rows).toContainEqual({ text: 'kept' })
    await kept.end()
    expect(isGone(postmaster.pid)).toBe(true)
  })

  test('recovers from a kill -9 of the database', async () => {
    const started = await up({ DATA_DIR: dir })
    process.kill(findPostmaster(pgdataOf(dir))!.pid, 'SIGKILL')
    await expect.poll(() => isHealthy(started.url), { timeout: 20_000 }).toBe(true)
    process.kill(-started.npm.pid!, 'SIGTERM')
    expect(await started.ended).toBe(0)
    expect(findPostmaster(pgdataOf(dir))).toBe(undefined)
  })

  test('recovers from a hanging database; every request is answered within 5 s until then', async () => {
    const started = await up({ DATA_DIR: dir })
    const { pid } = findPostmaster(pgdataOf(dir))!
    const ask = async (path: string) => {
      const begun = performance.now()
      const { status, headers } = await fetch(started.url + path)
      return { status, isRetried: Number(headers.get('retry-after')) > 0, isInTime: performance.now() - begun < 5000 }
    }
    // More requests than connections.
    const paths = Array.from({ length: 8 }, () => ['/api/playlists/default-playlists', '/api/countries', '/health']).flat()
    await Promise.all(paths.map(ask))
    const processes = [pid, ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)]
    for (const one of processes) process.kill(one, 'SIGSTOP')
    try {
      const answers = [...(await Promise.all(paths.map(ask))), ...(await Promise.all(paths.map(ask)))]
      expect(answers.filter(({ status, isInTime }) => status !== 503 || !isInTime)).toEqual([])
      expect(answers.filter(({ isRetried }) => isRetried).length).toBeGreaterThanOrEqual(32)
    } finally {
      for (const one of processes) if (!isGone(one)) process.kill(one, 'SIGCONT')
    }
    await expect.poll(() => ask('/api/playlists/default-playlists'), { timeout: 10_000 }).toMatchObject({ status: 200 })
    expect(await isHealthy(started.url)).toBe(true)
  })

  test('an uncaught error ends it cleanly, with a failure code', async () => {
    const bug = `data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('a bug')})`
    const started = await up({ DATA_DIR: dir }, [process.execPath, '--import', bug, 'scripts/start.mjs'])
    started.npm.kill('SIGUSR2')
    expect(await started.ended).toBe(1)
    expect(started.words()).toContain('Error: a bug')
    expect(readFileSync(join(dir, 'log', 'choice.log'), 'utf8')).toMatch(/"level":"fatal".*"a bug".*uncaught error, ending/)
    expect(findPostmaster(pgdataOf(dir))).toBe(undefined)
  })

  test('serves without a log on a full disk, reports that once, and can be stopped', async () => {
    const started = await up({ DATA_DIR: dir, LOG_FILE: '/dev/full', LOG_LEVEL: 'info' })
    for (let request = 0; request < 20; request++) expect(await isHealthy(started.url)).toBe(true)
    expect(started.words().match(/The log \(\/dev\/full\) cannot be written \(ENOSPC\)/g)).toHaveLength(1)
    started.npm.kill('SIGTERM')
    expect(await started.ended).toBe(0)
  })

  test('continues after SIGHUP from a service manager, with a new log', async () => {
    const started = await up({ DATA_DIR: dir, LOG_LEVEL: 'info' })
    rmSync(join(dir, 'log', 'choice.log'))
    process.kill(serverOf(started), 'SIGHUP')
    await expect.poll(() => existsSync(join(dir, 'log', 'choice.log')), { timeout: 5000 }).toBe(true)
    expect(await isHealthy(started.url)).toBe(true)
  })

  test.each(['-', 'log/choice.log'])('serves when its output is closed (log: %s), and an uncaught error ends it', async (log) => {
    const bug = `data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('a bug')})`
    const started = await up({ DATA_DIR: dir, LOG_LEVEL: 'info', LOG_FILE: log === '-' ? log : join(dir, log) }, [
      process.execPath,
      '--import',
      bug,
      'scripts/start.mjs',
    ])
    started.npm.stdout!.destroy()
    started.npm.stderr!.destroy()
    for (let request = 0; request < 5; request++) expect(await isHealthy(started.url)).toBe(true)
    started.npm.kill('SIGUSR2')
    expect(await started.ended).toBe(1)
    expect(findPostmaster(pgdataOf(dir))).toBe(undefined)
  })

  test('a second start on the same data ends with an error, and the first continues', async () => {
    const started = await up({ DATA_DIR: dir })
    const second = await start({ DATA_DIR: dir })
    expect(await second.ended).toBe(1)
    expect(second.words()).toMatch(new RegExp(`^Choice is already running on ${dir} \\(process ${serverOf(started)}\\)\\.$`, 'm'))
    expect(await isHealthy(started.url)).toBe(true)
  })

  test('locks its data directory, also with an external database', async () => {
    await up({ DATA_DIR: dir })
    const env = { DATA_DIR: newDir(), DATABASE_URL: findCluster(dir)! }
    const first = await up(env)
    const second = await start(env)
    expect(await second.ended).toBe(1)
    expect(second.words()).toContain(`Choice is already running on ${env.DATA_DIR} (process ${serverOf(first)}).`)
    process.kill(serverOf(first), 'SIGKILL')
    await first.ended
    await up(env)
  })
})

test('a start reports which other one it waits for', async () => {
  const folder = join('.cache', 'lifecycle-lock')
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'setup.lock')
  const script = `const { alone } = await import('./scripts/step.mjs'); await alone('${lock}', async () => { console.log('working'); setInterval(() => {}, 1000); await new Promise((resolve) => process.once('SIGTERM', resolve)); process.exit() })`
  const [first, second] = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const words = async (child: ChildProcess) => ((await once(child.stdout!, 'data')) as [Buffer])[0].toString()
  const both = [words(first!), words(second!)]
  const [worker, waiting] = (await both[0]) === 'working\n' ? [first!, both[1]!] : [second!, both[0]!]
  expect(await waiting).toContain(`Another start or build is at work here and is waited for: process ${worker.pid}, since `)
  for (const child of [worker, first!, second!]) child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

test('of two simultaneous starts on new data one runs and the other ends with an error', async () => {
  const dir = newDir()
  const both = await Promise.all([start({ DATA_DIR: dir }), start({ DATA_DIR: dir })])
  const winner = await Promise.any(both.map(async (one) => (await untilHealthy(one), one)))
  const loser = both.find((one) => one !== winner)!
  expect(await loser.ended).toBe(1)
  expect(loser.words()).toContain(`Choice is already running on ${dir}`)
  expect(await isHealthy(winner.url)).toBe(true)
})

describe('a start ends with one sentence and no process left for', () => {
  const sentence = ({ words }: Started) => words().trim().split('\n').at(-1)

  test('a port in use', async () => {
    const dir = newDir()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const started = await start({ DATA_DIR: dir, PORT: String(port) })
    expect(await started.ended).toBe(1)
    other.close()
    expect(sentence(started)).toBe(
      `PORT is ${port}, and another program listens there already (at 127.0.0.1): stop it, or choose another port.`,
    )
    expect(findPostmaster(pgdataOf(dir))).toBe(undefined)
  })

  test('a data directory that cannot be written', async () => {
    const dir = newDir()
    mkdirSync(dir, { mode: 0o500 })
    // Root can write everywhere except in the kernel's own files.
    const place = process.getuid?.() === 0 ? '/proc/choice' : join(dir, 'inside')
    const started = await start({ DATA_DIR: place })
    expect(await started.ended).toBe(1)
    expect(sentence(started)).toMatch(`DATA_DIR is "${place}", which is no folder that can be written to (E`)
  })

  test('a database that does not respond', async () => {
    const port = await freePort()
    const started = await start({
      DATA_DIR: newDir(),
      DATABASE_WAIT: '1',
      DATABASE_URL: `postgresql://choice:hush@127.0.0.1:${port}/choice`,
    })
    expect(await started.ended).toBe(1)
    expect(sentence(started)).toMatch(
      `DATABASE_URL names the database choice at 127.0.0.1:${port}, which cannot be used: connect ECONNREFUSED`,
    )
    expect(started.words()).not.toContain('hush')
  })

  test('a wrong setting', async () => {
    const started = await start({ DATA_DIR: newDir(), WORKER: 'perhaps' })
    expect(await started.ended).toBe(1)
    expect(sentence(started)).toBe('WORKER is "perhaps"; allowed is in, only, off or relay.')
  })

  test('an old Node', async () => {
    const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}})`
    const started = await start({ DATA_DIR: newDir() }, [process.execPath, '--import', old, 'scripts/start.mjs'])
    expect(await started.ended).toBe(1)
    expect(started.words()).toContain('Choice needs Node 22.19 or newer, and this is 18.20.4')
  })
})
