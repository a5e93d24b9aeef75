import { expect, test, vi } from 'vitest'
import { createFairQueue, QueueFullError } from './fair-queue.ts'

const createDeferred = () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => (finish = resolve))
  return { done, finish }
}
const runMicrotasks = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Adds jobs that run until `end` is called, and records which have started. */
function createRecorder(enqueue: ReturnType<typeof createFairQueue>) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, signal?: AbortSignal) => {
    const { done, finish } = createDeferred()
    ends.set(name, finish)
    return enqueue(() => (started.push(name), done), { key: name[0], signal })
  }
  const end = async (name: string) => {
    ends.get(name)!()
    await runMicrotasks()
  }
  return { started, add, end }
}

test('keys take turns, each first in, first out, and none exceeds its share of the slots', async () => {
  const { started, add, end } = createRecorder(createFairQueue({ concurrency: 3, concurrencyPerKey: 2, maxWaiting: 100 }))
  const tasks = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map((name) => add(name))
  await runMicrotasks()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(started.slice(3)).toEqual(['a3'])
  await end('b1')
  expect(started.slice(4)).toEqual(['b2'])
  await end('a2')
  expect(started.slice(5)).toEqual(['c1'])
  for (const name of ['a3', 'b2', 'c1', 'a4', 'a5']) await end(name)
  await Promise.all(tasks)
  expect(started.slice(6)).toEqual(['a4', 'a5'])
})

test('a key with 100 waiting jobs delays only its own', async () => {
  const { started, add, end } = createRecorder(createFairQueue({ concurrency: 2, concurrencyPerKey: 1, maxWaiting: 200 }))
  for (let n = 0; n < 100; n++) void add(`a${n}`)
  for (const name of ['b1', 'c1', 'd1']) void add(name)
  await runMicrotasks()
  expect(started).toEqual(['a0', 'b1'])
  await end('b1')
  await end('c1')
  expect(started).toEqual(['a0', 'b1', 'c1', 'd1'])
})

test('a full queue refuses at once: per key and in total', async () => {
  const enqueue = createFairQueue({ concurrency: 1, maxWaiting: 2, maxWaitingPerKey: 1 })
  const { done, finish } = createDeferred()
  const add = (key: string) => enqueue(() => done, { key })
  const jobs = [add('a'), add('a')]
  await expect(add('a')).rejects.toBeInstanceOf(QueueFullError)
  jobs.push(add('b'))
  await expect(add('c')).rejects.toBeInstanceOf(QueueFullError)
  finish()
  await Promise.all(jobs)
  await expect(add('c')).resolves.toBeUndefined()
})

test("one key can't fill the queue: a full one drops the newest job of the longest key for a key with fewer", async () => {
  const { started, add, end } = createRecorder(createFairQueue({ concurrency: 1, maxWaiting: 8, maxWaitingPerKey: 2 }))
  void add('x0')
  const greedy = ['a', 'b', 'c', 'd'].flatMap((key) => [`${key}1`, `${key}2`])
  const outcomes = new Map<string, string>()
  for (const name of greedy)
    add(name).then(
      () => outcomes.set(name, 'done'),
      (error: Error) => outcomes.set(name, error.name),
    )
  for (const name of ['e1', 'f1', 'g1', 'h1']) void add(name)
  await runMicrotasks()
  expect([...outcomes]).toEqual(['a2', 'b2', 'c2', 'd2'].map((name) => [name, 'QueueFullError']))
  // Each key has one waiting job, so a new job can't replace the job of a longer queue.
  await expect(add('i1')).rejects.toBeInstanceOf(QueueFullError)
  await expect(add('a3')).rejects.toBeInstanceOf(QueueFullError)
  for (const name of ['x0', 'a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1']) await end(name)
  expect(started).toEqual(['x0', 'a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1'])
})

test('an aborted caller leaves the queue at once and frees its place', async () => {
  const enqueue = createFairQueue({ concurrency: 1, maxWaiting: 1 })
  const { done, finish } = createDeferred()
  const first = enqueue(() => done)
  const leaving = new AbortController()
  let ran = false
  const second = enqueue(() => Promise.resolve((ran = true)), { signal: leaving.signal })
  leaving.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  const third = enqueue(() => Promise.resolve('third'))
  finish()
  await first
  expect([await third, ran]).toEqual(['third', false])
  await expect(enqueue(() => Promise.resolve(), { signal: leaving.signal })).rejects.toThrow('gone')
})

test('failed work frees its slot', async () => {
  const enqueue = createFairQueue({ concurrency: 1, maxWaiting: 10 })
  await expect(enqueue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(enqueue(() => Promise.resolve('next'))).resolves.toBe('next')
})

test('slow work frees its slot; if the slots for slow work are used up too, the oldest of the key with most is aborted', async () => {
  const enqueue = createFairQueue({ concurrency: 2, concurrencyPerKey: 1, maxWaiting: 100, slow: { afterMs: 30, concurrency: 3 } })
  const events: string[] = []
  const untilEvicted = (name: string) =>
    enqueue((evicted) => new Promise<void>((resolve) => evicted.addEventListener('abort', () => (events.push(name), resolve()))), {
      key: name[0],
    })
  const slow = ['a1', 'a2', 'a3'].map(untilEvicted)
  await vi.waitFor(async () => expect(await enqueue(() => Promise.resolve('quick'), { key: 'a' })).toBe('quick'))
  expect(events).toEqual([])
  void untilEvicted('b1')
  await Promise.race(slow)
  expect(events).toEqual(['a1'])
  // The aborted job has ended and freed its slot for slow work, so only one more job is aborted.
  void untilEvicted('c1')
  await vi.waitFor(() => expect(events).toEqual(['a1', 'a2']))
})
