/** A PostgreSQL of the system with a streaming replica. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cleanUp } from './clean-up.ts'

const versions = '/usr/lib/postgresql'
const programPath = (name: string) => join(versions, readdirSync(versions).toSorted().at(-1)!, 'bin', name)

const idOf = (option: '-u' | '-g') => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
/** User and group to run as, because PostgreSQL refuses to run as root. */
const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

function run(name: string, args: readonly string[]) {
  const { status, stderr } = spawnSync(programPath(name), args, { encoding: 'utf8', ...owner, cwd: '/' })
  if (status !== 0) throw new Error(`${name}: ${stderr}`)
}

export interface Node {
  /** Address of the database `choice`. */
  url: string
  folder: string
  kill: (signal: NodeJS.Signals) => Promise<void>
  query: <T extends object>(text: string) => Promise<T[]>
}

/** Starts a primary with an empty database `choice`, and a replica. Both stop after the file's tests. */
export async function startPair() {
  const base = mkdtempSync('/tmp/choice-pair-')
  chmodSync(base, 0o755)
  const running = new Set<ChildProcess>()
  cleanUp(async () => {
    await Promise.all([...running].map((item) => (item.kill('SIGKILL'), once(item, 'exit'))))
    rmSync(base, { recursive: true, force: true })
  })
  const folderOf = (name: string) => {
    const folder = join(base, name)
    mkdirSync(folder, { mode: 0o700 })
    if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
    return folder
  }

  async function start(folder: string, settings: readonly string[]): Promise<Node> {
    const port = await freePort()
    const config = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings]
    const child = spawn(programPath('postgres'), ['-D', folder, ...config.flatMap((item) => ['-c', item])], {
      stdio: 'ignore',
      ...owner,
      cwd: '/',
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
    const runQuery = async <T extends object>(text: string, database = 'choice') => {
      const client = new pg.Client({ connectionString: urlOf(database) })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query<T>(text)).rows
      } finally {
        await client.end()
      }
    }
    for (const end = Date.now() + 60_000; ; await sleep(100))
      try {
        await runQuery('select 1', 'postgres')
        break
      } catch (error) {
        if (Date.now() > end) throw error
      }
    return {
      url: urlOf('choice'),
      folder,
      query: (text) => runQuery(text),
      async kill(signal) {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      },
    }
  }

  const folder = folderOf('primary')
  run('initdb', ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  const primary = await start(folder, ['max_connections=100'])
  const port = new URL(primary.url).port
  const admin = new pg.Client({ connectionString: primary.url.replace(/choice$/, 'postgres') })
  await admin.connect()
  await admin.query('create database choice')
  await admin.end()

  /** @param name the replica's `application_name`, listed in `synchronous_standby_names` */
  async function startReplica(name: string): Promise<Node> {
    const copy = folderOf(name)
    run('pg_basebackup', [
      '-D',
      copy,
      '-d',
      `host=127.0.0.1 port=${port} user=postgres application_name=${name}`,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    ])
    return start(copy, ['max_connections=100', 'hot_standby=on'])
  }
  return { primary, startReplica, promote: (replica: Node) => run('pg_ctl', ['promote', '-D', replica.folder, '-w']) }
}
