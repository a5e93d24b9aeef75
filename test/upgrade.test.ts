// @module-tag slow
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { findCluster } from '#kit/server/postgres/cluster.ts'
import { build } from '../scripts/build.mjs'
import { makeFolder } from './folders.ts'

// Runs the upgrade of docs/install.md under the restrictions of deploy/choice.service: a system user, a read-only tree, a writable
// DATA_DIR.

const folder = makeFolder('choice-upgrade')
const origin = join(folder, 'origin')
const checkout = join(folder, 'choice')
const home = join(folder, 'home')
const dataDir = join(home, 'data')
const token = 'figures-of-the-upgrade'
/** The user `nobody`. */
const user = 65534
const runAsUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']
/** Copies this Node, because the user may not be able to read its folder. */
const bin = join(folder, 'bin')
const environment = {
  PATH: `${bin}:${process.env['PATH']}`,
  HOME: home,
  TMPDIR: home,
  DATA_DIR: dataDir,
  DEMO: 'off',
  METRICS_TOKEN: token,
}

function run(cwd: string, ...command: string[]) {
  const [program = '', ...args] = [...runAsUser, ...command]
  return execFileSync(program, args, { cwd, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
const git = (cwd: string, ...args: string[]) => run(cwd, 'git', '-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args)

/** Makes a clone of these sources, with packages and build. */
async function install() {
  const built = await build()
  for (const path of [origin, home, bin]) mkdirSync(path)
  cpSync(process.execPath, join(bin, 'node'))
  const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const path of sources) if (existsSync(path)) cpSync(path, join(origin, path))
  chmodSync(folder, 0o755)
  execFileSync('chown', ['-R', `${user}:${user}`, folder])
  git(origin, 'init', '--quiet', '--initial-branch=main')
  git(origin, 'add', '--all', '--force')
  git(origin, 'commit', '--quiet', '--message=one')
  git(folder, 'clone', '--quiet', origin, checkout)
  // Links packages one by one, because Vite keeps temporary files in `node_modules`.
  mkdirSync(join(checkout, 'node_modules'))
  for (const name of readdirSync('node_modules').filter((entry) => !entry.startsWith('.vite')))
    symlinkSync(resolve('node_modules', name), join(checkout, 'node_modules', name))
  cpSync(built, join(checkout, 'dist', basename(built)), { recursive: true })
  writeFileSync(join(checkout, 'dist', 'current'), basename(built))
  // Up to release 0.2, servers ran from these folders. An upgrade must not change them while such a server runs.
  for (const name of ['web', 'server']) mkdirSync(join(checkout, 'dist', name))
  writeFileSync(join(checkout, 'dist', 'web', 'index.html'), 'former')
  execFileSync('chown', ['-Rh', `${user}:${user}`, checkout])
}

const running = new Set<ChildProcess>()

/** Starts the server like the systemd unit does. */
async function start() {
  const port = await freePort()
  const script = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" && exec ${runAsUser.join(' ')} /bin/sh scripts/run scripts/start.mjs`
  const child = spawn('unshare', ['--mount', 'sh', '-c', script, checkout], {
    env: { ...environment, PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const url = `http://127.0.0.1:${port}`
  for (const end = Date.now() + 100_000; (await fetch(`${url}/health`).catch(() => undefined))?.status !== 200; await sleep(50))
    if (child.exitCode !== null || Date.now() > end) throw new Error(`It did not start: ${output}`)
  return {
    output: () => output,
    get: async (path: string) => {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
      return { status: response.status, text: await response.text() }
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'close')
      running.delete(child)
    },
  }
}
type Site = Awaited<ReturnType<typeof start>>

function freePort() {
  return new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

const releaseOf = async (site: Site) => /choice_build_info\{version="([^"]+)"/.exec((await site.get('/metrics')).text)?.[1]

/** Expects that the page and all files in it load. */
async function expectPage(site: Site) {
  const page = await site.get('/')
  expect(page.status).toBe(200)
  const files = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  expect(files.length).toBeGreaterThan(1)
  for (const path of files) expect((await site.get(path)).status).toBe(200)
  return files
}

/** Commits a new release with another version, another page, and a migration. */
function commitRelease(version: string) {
  const manifest = join(origin, 'package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, `"version": "${version}"`))
  writeFileSync(join(origin, 'migrations', '9999_next_release.sql'), 'create table next_release ();')
  git(origin, 'add', '--all')
  git(origin, 'commit', '--quiet', '--message=two')
}

async function hasMigrated() {
  const client = new pg.Client({ connectionString: findCluster(dataDir)! })
  await client.connect()
  try {
    return (await client.query(`select to_regclass('next_release') is not null as has`)).rows[0].has as boolean
  } finally {
    await client.end()
  }
}

afterAll(async () => {
  await Promise.all([...running].filter(({ exitCode }) => exitCode === null).map((child) => (child.kill('SIGTERM'), once(child, 'close'))))
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(process.getuid?.() !== 0)(
  'an upgrade by the guide works on the read-only tree of the service, and a restart before the build starts the old release',
  async () => {
    await install()
    const previousVersion = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version
    const first = await start()
    expect(await releaseOf(first)).toBe(previousVersion)
    const files = await expectPage(first)

    commitRelease('9.9.9')
    git(checkout, 'pull', '--quiet')
    await first.stop()
    const between = await start()
    expect(await releaseOf(between)).toBe(previousVersion)
    expect(between.output()).toContain('are not built yet')
    expect(await hasMigrated()).toBe(false)

    expect(run(checkout, 'npm', 'run', 'build')).toContain('The next start uses it.')
    expect(await releaseOf(between)).toBe(previousVersion)
    for (const path of files) expect((await between.get(path)).status).toBe(200)
    await between.stop()

    const second = await start()
    expect(await releaseOf(second)).toBe('9.9.9')
    expect(second.output()).not.toContain('are not built yet')
    await expectPage(second)
    expect(await hasMigrated()).toBe(true)
    expect(readFileSync(join(checkout, 'dist', 'web', 'index.html'), 'utf8')).toBe('former')
    await second.stop()
  },
  400_000,
)
