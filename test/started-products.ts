import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { cleanUp } from './clean-up.ts'
import { makeFolder } from './folders.ts'

/** An `npm start` in a process group of its own, as under a terminal or service manager. */
export interface StartedServer {
  npm: ChildProcess
  url: string
  words: () => string
  /** Resolves with the exit code of npm. */
  ended: Promise<number | null>
}

/** Starts products as operators would. Ends products that a test leaves running. */
export function createProductStarter() {
  const folder = makeFolder('choice-lifecycle')
  const products: StartedServer[] = []
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
  async function start(
    env: Record<string, string>,
    [command = 'npm', ...args]: readonly string[] = ['npm', 'start'],
  ): Promise<StartedServer> {
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
    products.push(started)
    return started
  }
  const isHealthy = async (url: string) => (await fetch(`${url}/health`).catch(() => undefined))?.status === 200
  async function untilHealthy({ url, npm, words }: StartedServer) {
    for (const end = Date.now() + 100_000; Date.now() < end; await sleep(50)) {
      if (await isHealthy(url)) return
      if (npm.exitCode !== null) break
    }
    throw new Error(`It did not start: ${words()}`)
  }
  async function startProduct(env: Record<string, string>, command?: readonly string[]) {
    const started = await start(env, command)
    await untilHealthy(started)
    return started
  }
  const pgdataOf = (dir: string) => realpathSync(join(dir, 'postgres'))
  afterEach(async () => {
    for (const { npm, ended } of products.splice(0)) {
      if (npm.exitCode !== null || npm.signalCode !== null) continue
      process.kill(-npm.pid!, 'SIGTERM')
      await ended
    }
  })
  cleanUp(() => {
    for (let index = 0; index < count; index++) {
      const place = join(folder, `data${index}`, 'postgres')
      if (existsSync(place) && !realpathSync(place).startsWith(folder)) rmSync(dirname(realpathSync(place)), { recursive: true })
    }
    rmSync(folder, { recursive: true, force: true })
  })
  return { newDir, freePort, start, isHealthy, untilHealthy, up: startProduct, pgdataOf }
}
