// @module-tag slow
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { findCluster } from '#kit/server/postgres/cluster.ts'
import { findPostmaster } from '#kit/server/postgres/postmaster.ts'
import { createDb } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { saveAccounts } from '#features/accounts/server/accounts.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { insertGroups } from '#features/channels/server/queries/groups.ts'
import { insertPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import { createProductStarter, type StartedServer } from './started-products.ts'

const { newDir, start, isHealthy, up, pgdataOf } = createProductStarter()

// Each start loads the product, connects and migrates, which takes time on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

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

/** Moves channels one after another, 50 times or until the server stops. @param statuses receives the HTTP statuses */
async function moveOn(
  { url }: StartedServer,
  { token, ids, groups }: Awaited<ReturnType<typeof fillBar>>,
  chain: number,
  statuses: number[],
) {
  for (let turn = 0; turn < 50; turn++) {
    const at = turn * 4 + chain
    const place = at % 3 === 0 ? { section: 'archive' } : at % 3 === 1 ? { section: 'other' } : { group_id: groups[(at % 5) % 3] }
    const playlists = [ids[at % 30], ids[(at * 7 + 1) % 30]].filter((id, index, array) => array.indexOf(id) === index)
    const response = await fetch(`${url}/api/playlists/move`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ playlists, ...place, order: at % 4 }),
    }).catch(() => undefined)
    if (!response) return
    statuses.push(response.status)
  }
}
const isGone = (pid: number | undefined) => !pid || !existsSync(`/proc/${pid}/exe`)
/** Returns the process id of the server, which is npm's child. */
const serverOf = ({ npm }: StartedServer) => Number(readFileSync(`/proc/${npm.pid}/task/${npm.pid}/children`, 'utf8').trim())

async function query(dir: string, text: string) {
  const client = new pg.Client({ connectionString: findCluster(dir)! })
  client.on('error', () => undefined)
  await client.connect()
  return { rows: (await client.query(text)).rows as unknown[], end: () => client.end() }
}

describe('a running product', () => {
  const dir = newDir()
  // The start also builds if the sources have changed.
  test('shows addresses and folders on one screen', { timeout: 240_000 }, async () => {
    // Makes folders as earlier releases made them.
    mkdirSync(join(dir, 'outbox'), { recursive: true, mode: 0o755 })
    const started = await up({ DATA_DIR: dir })
    const places = [dir, pgdataOf(dir), join(dir, 'files'), join(dir, 'outbox'), join(dir, 'log', 'choice.log')]
    // Waits for the text, because the server responds before printing it.
    await expect.poll(started.words, { timeout: 10_000 }).toContain('Ctrl+C stops it.')
    for (const expected of [`Choice is ready: ${started.url}`, ...places]) expect(started.words()).toContain(expected)
    expect(started.words().split('\n').length).toBeLessThan(30)
    // Leaves out the database's files, which PostgreSQL requires to be private.
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(
      ({ parentPath, name }) => !join(parentPath, name).includes('/postgres'),
    )
    const open = files.filter((entry) => !entry.isSymbolicLink() && (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
    expect(open.map(({ name }) => name)).toEqual([])
  })

  test.each<[string, (started: StartedServer) => void]>([
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
    const storedNote = await query(dir, 'select text from note')
    expect(storedNote.rows).toContainEqual({ text: 'kept' })
    await storedNote.end()
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
    const sendRequest = async (path: string) => {
      const startedMs = performance.now()
      const { status, headers } = await fetch(started.url + path)
      return { status, isRetried: Number(headers.get('retry-after')) > 0, isInTime: performance.now() - startedMs < 5000 }
    }
    // Sends more requests than there are connections.
    const paths = Array.from({ length: 8 }, () => ['/api/playlists/default-playlists', '/api/countries', '/health']).flat()
    await Promise.all(paths.map(sendRequest))
    const processes = [pid, ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)]
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    try {
      const answers = [...(await Promise.all(paths.map(sendRequest))), ...(await Promise.all(paths.map(sendRequest)))]
      expect(answers.filter(({ status, isInTime }) => status !== 503 || !isInTime)).toEqual([])
      expect(answers.filter(({ isRetried }) => isRetried).length).toBeGreaterThanOrEqual(32)
    } finally {
      for (const pid of processes) if (!isGone(pid)) process.kill(pid, 'SIGCONT')
    }
    await expect.poll(() => sendRequest('/api/playlists/default-playlists'), { timeout: 10_000 }).toMatchObject({ status: 200 })
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
