// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { findPostmaster } from '#kit/server/postgres/postmaster.ts'
import { createProductStarter, type StartedServer } from './started-products.ts'

const { newDir, freePort, start, isHealthy, untilHealthy, pgdataOf } = createProductStarter()

// Each start loads the product, connects and migrates, which takes time on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

test('a start reports the other start that it waits for', async () => {
  const folder = join('.cache', 'lifecycle-lock')
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'setup.lock')
  const script = `const { withLock } = await import('./scripts/step.mjs'); await withLock('${lock}', async () => { console.log('working'); setInterval(() => {}, 1000); await new Promise((resolve) => process.once('SIGTERM', resolve)); process.exit() })`
  const [first, second] = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const words = async (child: ChildProcess) => ((await once(child.stdout!, 'data')) as [Buffer])[0].toString()
  const outputs = [words(first!), words(second!)]
  const [worker, waiting] = (await outputs[0]) === 'working\n' ? [first!, outputs[1]!] : [second!, outputs[0]!]
  expect(await waiting).toContain(`Another start or build is at work here and is waited for: process ${worker.pid}, since `)
  for (const child of [worker, first!, second!]) child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

test('of two simultaneous starts on new data one runs and the other ends with an error', async () => {
  const dir = newDir()
  const instances = await Promise.all([start({ DATA_DIR: dir }), start({ DATA_DIR: dir })])
  const winner = await Promise.any(instances.map(async (item) => (await untilHealthy(item), item)))
  const otherProcess = instances.find((item) => item !== winner)!
  expect(await otherProcess.ended).toBe(1)
  expect(otherProcess.words()).toContain(`Choice is already running on ${dir}`)
  expect(await isHealthy(winner.url)).toBe(true)
})

describe('a start ends with one sentence and no process left for', () => {
  const sentence = ({ words }: StartedServer) => words().trim().split('\n').at(-1)

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
    // For root, uses a folder of the kernel, because root can write everywhere else.
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
