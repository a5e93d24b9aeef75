import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server's address and data. */
export interface ServerPlace {
  url: string
  dataDir: string
  databaseUrl: string
}

/** Finds a free port below those that systems assign to other programs (from 32768 on Linux, from 49152 on others). */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Returns the settings of a server with the demonstration. */
const settingsOf = ({ url, dataDir, databaseUrl }: ServerPlace): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  PORT: new URL(url).port,
  PUBLIC_URL: url,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  DEMO: 'on',
  // Long, so that a busy machine doesn't cause 503.
  DATABASE_REQUEST_WAIT: '20',
  LOG_LEVEL: 'warn',
  LOG_FILE: '-',
  // Low, because computing captchas would slow tests down.
  CAPTCHA_COST: '1',
  // Off, because visitors share one address, and create more accounts in an hour than the limit allows. Other tests cover the limits.
  RATE_LIMITS: 'off',
})

export interface Server {
  stop: () => Promise<void>
}

/**
 * Starts the built server.
 * @param settings override the settings of tests
 * @param fixturesUrl origin of the fake other sites, which the server may fetch although its address isn't public
 * @param logFile receives all output; overwritten
 */
export async function startServer(
  place: ServerPlace,
  fixturesUrl: string,
  logFile: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Server> {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  const child = fork(join(import.meta.dirname, 'serve-built.mjs'), {
    execArgv: [],
    stdio: ['ignore', log, log, 'ipc'],
    env: {
      ...settingsOf(place),
      ...settings,
      OUTBOUND_ALLOW: new URL(fixturesUrl).host,
      // Caches compiled code, because compiling takes a large part of each start.
      NODE_COMPILE_CACHE: resolve('.cache', 'compiled'),
    },
  })
  closeSync(log)
  const ended = once(child, 'exit')
  const isReady = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)])
  if (!isReady) throw new Error(`The server ended instead of starting: see ${logFile}`)
  return { stop: () => stop(child, ended) }
}

async function stop(child: ChildProcess, ended: Promise<unknown>) {
  child.kill('SIGTERM')
  const isKilled = new AbortController()
  void sleep(12_000, undefined, { signal: isKilled.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  )
  await ended
  isKilled.abort()
}
