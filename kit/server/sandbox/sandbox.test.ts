import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test, vi } from 'vitest'
import {
  abort,
  echo,
  emitWords,
  fail,
  fillHeap,
  fillMemory,
  hang,
  identify,
  isAlive,
  leaveMemory,
  loop,
  sendAndExit,
  wait,
} from '#test/sandbox-tasks.ts'
import { QueueFullError } from '../fair-queue.ts'
import { createSandbox, SandboxError, type SandboxOptions } from './sandbox.ts'
import type { SandboxTask } from './task.ts'

const warn = vi.fn<(fields: object, message: string) => void>()
const sandboxes: ReturnType<typeof createSandbox>[] = []
function create(options: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox({ entry: inject('children').sandboxChild, maxProcesses: 2, memoryMiB: 240, log: { warn }, ...options })
  sandboxes.push(sandbox)
  return sandbox
}
afterAll(() => sandboxes.forEach((sandbox) => sandbox.stop()))

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof SandboxError ? error.kind : error),
  )
const shared = create({ maxProcesses: 1 })

test('plain data and bytes pass both ways; a child is reused and has none of our environment', async () => {
  vi.stubEnv('DATABASE_URL', 'postgresql://u:secret@h/x')
  const payload = { bytes: Buffer.from('abc'), tags: new Map([['title', ['a', 'b']]]), none: undefined }
  expect(await shared.run(echo, payload)).toEqual(payload)
  vi.unstubAllEnvs()
  const [first, second] = [await shared.run(identify, undefined), await shared.run(identify, undefined)]
  expect(first.id).toBe(second.id)
  expect(first.id).not.toBe(process.pid)
  expect(first.environment.filter((name) => !/^(?:MALLOC_ARENA_MAX|NODE_CHANNEL_\w+)$/.test(name))).toEqual([])
})

test('all pieces of a task are taken in order, one after the other, before its result', async () => {
  const pieces: unknown[] = []
  const onPiece = async (piece: unknown) => {
    pieces.push(piece)
    await sleep(1)
    pieces.push('taken')
  }
  const words = Array.from({ length: 20 }, (_, n) => `word ${n}`)
  expect(await shared.run(emitWords, words, { onPiece })).toBe(20)
  expect(pieces).toEqual(words.flatMap((word) => [word, 'taken']))
})

test('a task that throws fails alone, with its message', async () => {
  await expect(shared.run(fail, undefined)).rejects.toThrow('no such thing')
  expect(await kindOf(shared.run(fail, undefined))).toBe('failed')
  expect(await shared.run(echo, 1)).toBe(1)
})

test('pieces of a child that has ended are ignored', async () => {
  const pieces: unknown[] = []
  let take = () => undefined as void
  const acknowledged = new Promise<void>((resolve) => (take = resolve))
  const onPiece = (piece: unknown) => {
    pieces.push(piece)
    return acknowledged
  }
  expect(await kindOf(shared.run(sendAndExit, 100, { onPiece }))).toBe('killed')
  take()
  await sleep(0)
  expect(pieces).toEqual([1])
})

test('a task with pieces ends when its consumer has gone', async () => {
  const { id } = await shared.run(identify, undefined)
  const disconnected = new AbortController()
  warn.mockClear()
  const onPiece = async () => disconnected.abort(new Error('gone'))
  await expect(shared.run(sendAndExit, 60_000, { onPiece, signal: disconnected.signal })).rejects.toThrow('gone')
  expect((await shared.run(identify, undefined)).id).not.toBe(id)
  // No warning is logged, because the task ended before its time limit.
  expect(warn).not.toHaveBeenCalled()
  expect(isAlive(id)).toBe(false)
})

test.each<[string, SandboxTask<undefined, unknown>]>([
  ['a regular expression that never ends', loop],
  ['work that waits for ever', hang],
  ['a crash', abort],
  ['memory outside the heap', fillMemory],
  ['memory of the heap', fillHeap],
])('%s ends its process, and the next task runs in another', async (_, task) => {
  const { id } = await shared.run(identify, undefined)
  expect(await kindOf(shared.run(task, undefined))).toBe('killed')
  expect(warn).toHaveBeenLastCalledWith(expect.objectContaining({ task: task.name }), expect.any(String))
  expect(isAlive(id)).toBe(false)
  expect((await shared.run(identify, undefined)).id).not.toBe(id)
})

test('a child that keeps more than half of its memory is not reused', async () => {
  const { id } = await shared.run(leaveMemory, 120 * 1024 * 1024)
  expect((await shared.run(identify, undefined)).id).not.toBe(id)
})

test("an aborted caller's task is dropped: from the queue without a start, or with its result", async () => {
  const disconnected = new AbortController()
  const running = shared.run(wait, 300, { by: 'ann', signal: disconnected.signal })
  const pendingRun = shared.run(abort, undefined, { by: 'bob', signal: disconnected.signal })
  const next = shared.run(echo, 'next', { by: 'cas' })
  warn.mockClear()
  disconnected.abort(new Error('gone'))
  await expect(running).rejects.toThrow('gone')
  await expect(pendingRun).rejects.toThrow('gone')
  expect(await next).toBe('next')
  expect(warn).not.toHaveBeenCalled()
})

test('no caller gets all processes, and the queue is limited', async () => {
  const sandbox = create({ maxWaiting: 8 })
  const order: string[] = []
  const add = (caller: string) => sandbox.run(wait, 200, { by: caller }).then(() => order.push(caller))
  // Runs a task in each child first, so that both children have started.
  await Promise.all(['cas', 'dee'].map(add))
  order.length = 0
  const tasks = ['ann', 'ann', 'ann', 'bob'].map(add)
  await expect(add('ann')).rejects.toBeInstanceOf(QueueFullError)
  await Promise.all(tasks)
  expect(order.indexOf('bob')).toBeLessThan(2)
})

test("a child that cannot start is not the task's failure", async () => {
  const sandbox = create({ entry: 'test/nothing-here.ts' })
  expect(await kindOf(sandbox.run(echo, 1))).toBe('unavailable')
  expect(warn).toHaveBeenLastCalledWith(expect.objectContaining({ output: expect.stringContaining('nothing-here') }), expect.any(String))
})

test('children end when idle, and with the server', async () => {
  const sandbox = create({ idleMs: 50 })
  const { id } = await sandbox.run(identify, undefined)
  await vi.waitFor(() => expect(isAlive(id)).toBe(false), 20_000)
  const next = await sandbox.run(identify, undefined)
  expect(isAlive(next.id)).toBe(true)
  const work = kindOf(sandbox.run(wait, 1000))
  await sleep(20)
  sandbox.stop()
  expect([await work, await kindOf(sandbox.run(echo, 1))]).toEqual(['unavailable', 'unavailable'])
  await vi.waitFor(() => expect(isAlive(next.id)).toBe(false), 20_000)
})

test('a child whose server was killed ends, even if its task never would', async () => {
  const server = fork('test/sandbox-server.ts')
  const [ids] = (await once(server, 'message')) as [number[]]
  expect(ids.map(isAlive)).toEqual([true, true])
  server.kill('SIGKILL')
  await vi.waitFor(() => expect(ids.map(isAlive)).toEqual([false, false]), 20_000)
})
