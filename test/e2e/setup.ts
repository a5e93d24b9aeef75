import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { serveFixtures } from './fixtures.ts'
import { makeFolder } from '#test/folders.ts'

export interface Site {
  /** Origin of a started product with its demonstration content. */
  url: string
  dataDir: string
  /** Origin of pages and media that stand for the outside world. */
  outside: string
}
declare module 'vitest' {
  export interface ProvidedContext {
    site: Site
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function untilHealthy(url: string, child: ChildProcess) {
  for (const end = Date.now() + 110_000; Date.now() < end; await sleep(200)) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode} instead of starting`)
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('the product did not start in time')
}

/** Starts the product just as `npm start` does, on a data directory of its own. */
export default async function setup(project: TestProject) {
  const outside = await serveFixtures()
  const dataDir = makeFolder('choice-e2e')
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    stdio: ['ignore', process.env['E2E_LOG'] ? 'inherit' : 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'on',
      OUTBOUND_ALLOW: new URL(outside.url).host,
      LOG_LEVEL: 'warn',
      // The work that keeps robots out keeps tests waiting too.
      CAPTCHA_COST: '1',
      // All these people share one address, and make more accounts in an hour than one address may; the limits have tests of their own.
      RATE_LIMITS: 'off',
    },
  })
  await untilHealthy(url, child)
  project.provide('site', { url, dataDir, outside: outside.url })
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(12_000, undefined, { ref: false })])
    child.kill('SIGKILL')
    await outside.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
