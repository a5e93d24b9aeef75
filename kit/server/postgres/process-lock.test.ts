import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { takeLock } from './process-lock.mjs'

const folder = mkdtempSync(join(tmpdir(), 'choice-lock-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const refuse = {
  onHeld: ({ pid }: { pid: number }) => {
    throw new Error(`held by ${pid}`)
  },
  onUnsure: () => undefined,
}
const module = JSON.stringify(`file://${resolve('kit/server/postgres/process-lock.mjs')}`)

/** Starts another process that takes the lock, and reports whether it could. */
async function startOther(path: string) {
  const script = `import(${module}).then(({ takeLock }) => takeLock(${JSON.stringify(path)}, { onHeld({ pid }) { throw new Error('held by ' + pid) }, onUnsure() {} }))
    .then(() => { console.log('taken'); setInterval(() => undefined, 1000) }, (error) => { console.log(error.message); process.exit() })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [words] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, words: words.toString().trim() }
}
/** Changes a lock's data about its holder. */
const rewrite = (path: string, changes: object) =>
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), ...changes }))

test('one process holds the lock at a time, and releases it', async () => {
  const path = join(folder, 'one')
  const lock = await takeLock(path, refuse)
  expect((await startOther(path)).words).toBe(`held by ${process.pid}`)
  lock.release()
  expect(existsSync(path)).toBe(false)
  const { child, words } = await startOther(path)
  expect(words).toBe('taken')
  await expect(takeLock(path, refuse)).rejects.toThrow(`held by ${child.pid}`)
})

test('the lock of a killed holder is free', async () => {
  const path = join(folder, 'killed')
  const { child } = await startOther(path)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = await takeLock(path, refuse)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
})

test('the lock of a holder whose process id was reused is free', async () => {
  const path = join(folder, 'foreign')
  const { child } = await startOther(path)
  rewrite(path, { started: '1' })
  ;(await takeLock(path, refuse)).release()
  expect(child.exitCode).toBeNull()
})

test('only one of many processes takes a leftover lock', async () => {
  const path = join(folder, 'many')
  const { child } = await startOther(path)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const words = (await Promise.all(Array.from({ length: 6 }, () => startOther(path)))).map((item) => item.words)
  expect(words.filter((word) => word === 'taken')).toHaveLength(1)
})

describe("a holder that can't be checked, in another container", () => {
  test('is reported, and loses the lock once it is no longer touched', async () => {
    const path = join(folder, 'container')
    writeFileSync(path, JSON.stringify({ pid: 1, started: '1', space: 'elsewhere' }))
    const unsurePids: number[] = []
    const lock = await takeLock(path, { ...refuse, onUnsure: ({ pid }) => unsurePids.push(pid), staleMs: 500 })
    expect(unsurePids).toEqual([1])
    lock.release()
  })

  test('keeps the lock while it is touched', async () => {
    const path = join(folder, 'alive')
    writeFileSync(path, JSON.stringify({ pid: 1, started: '1', space: 'elsewhere' }))
    const timer = setInterval(() => utimesSync(path, new Date(), new Date()), 100)
    await expect(takeLock(path, { ...refuse, staleMs: 3000 })).rejects.toThrow('held by 1')
    clearInterval(timer)
  })

  test('a lock of an earlier release, with only a process id, is taken over too', async () => {
    const path = join(folder, 'former')
    writeFileSync(path, String(process.pid))
    const lock = await takeLock(path, { ...refuse, staleMs: 300 })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
    lock.release()
  })
})
