import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { callEndpoint } from '#kit/contract/client.ts'
import { cleanUp } from './clean-up.ts'
import { makeFolder } from './folders.ts'
import { createFreshDatabase } from './fresh-database.ts'
import { type Caller, type Client, requestWaitSeconds } from './serve.ts'

/** Starts servers as child processes with one database. They are killed after the file's tests. */
export async function createServerProcesses() {
  const database = await createFreshDatabase()
  const children = inject('children')
  const folder = makeFolder('choice-processes')
  const processes: ChildProcess[] = []
  cleanUp(async () => {
    const running = processes.filter(({ signalCode }) => signalCode === null)
    await Promise.all(running.map((item) => (item.kill('SIGKILL'), once(item, 'exit'))))
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts a server, or restarts the server with this name. @param settings override the tests' defaults @returns clients of the server */
  async function start(name: string, settings: Record<string, string> = {}) {
    const dataDir = join(folder, name)
    const child = fork(children.serverProcess, [children.sandbox], {
      execArgv: [],
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PUBLIC_URL: 'http://choice.test',
        CAPTCHA_COST: '1',
        DATABASE_REQUEST_WAIT: requestWaitSeconds,
        DEMO: 'off',
        FFMPEG_PATH: '/nowhere/ffmpeg',
        ...settings,
      },
    })
    processes.push(child)
    const [url] = (await once(child, 'message')) as [string]
    const clientFor =
      ({ token, headers: extra = {} }: Caller = {}): Client =>
      (endpoint, input) =>
        callEndpoint(endpoint, input, async ({ method, url: path, headers, body }) => {
          const response = await fetch(url + path, {
            method,
            headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers, ...extra },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          })
          return { status: response.status, body: await response.json() }
        })
    return { clientFor, guest: clientFor(), outbox: join(dataDir, 'outbox'), child, url, dataDir }
  }
  return { db: database.connect(), start }
}
