import { expect, test, vi } from 'vitest'
import { createFairQueue, QueueFull } from './fair-queue.ts'

const deferred = () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => (finish = resolve))
  return { done, finish }
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Work that notes its begin and lasts until it is ended. */
function recorder(inTurn: ReturnType<typeof createFairQueue>) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, signal?: AbortSignal) => {
    const { done, finish } = deferred()
    ends.set(name, finish)
    return inTurn(() => (started.push(name), done), { by: name[0], signal })
  }
  const end = async (name: string) => {
    ends.get(name)!()
    await settle()
  }
  return { started, add, end }
}

test('keys take turns, each in the order of asking, and none has more than its part of the places', async () => {
  const { started, add, end } = recorder(createFairQueue({ places: 3, placesEach: 2, maxWaiting: 100 }))
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map((name) => add(name))
  await settle()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(started.slice(3)).toEqual(['a3'])
  await end('b1')
  expect(started.slice(4)).toEqual(['b2'])
  await end('a2')
  expect(started.slice(5)).toEqual(['c1'])
  for (const name of ['a3', 'b2', 'c1', 'a4', 'a5']) await end(name)
  await Promise.all(all)
  expect(started.slice(6)).toEqual(['a4', 'a5'])
})

test('whoever brings a hundred pieces waits behind their own, not before the next one', async () => {
  const { started, add, end } = recorder(createFairQueue({ places: 2, placesEach: 1, maxWaiting: 200 }))
  for (let n = 0; n < 100; n++) void add(`a${n}`)
  for (const name of ['b1', 'c1', 'd1']) void add(name)
  await settle()
  expect(started).toEqual(['a0', 'b1'])
  await end('b1')
  await end('c1')
  expect(started).toEqual(['a0', 'b1', 'c1', 'd1'])
})

test('a full line refuses at once: of one key, and of all together', async () => {
  const inTurn = createFairQueue({ places: 1, maxWaiting: 3, maxWaitingEach: 2 })
  const { done, finish } = deferred()
  const add = (by: string) => inTurn(() => done, { by })
  const kept = [add('a'), add('a'), add('a')]
  await expect(add('a')).rejects.toBeInstanceOf(QueueFull)
  kept.push(add('b'))
  await expect(add('c')).rejects.toBeInstanceOf(QueueFull)
  finish()
  await Promise.all(kept)
  await expect(add('c')).resolves.toBeUndefined()
})

test('whoever has gone leaves the line at once, and their room in it', async () => {
  const inTurn = createFairQueue({ places: 1, maxWaiting: 1 })
  const { done, finish } = deferred()
  const first = inTurn(() => done)
  const leaving = new AbortController()
  let ran = false
  const second = inTurn(() => Promise.resolve((ran = true)), { signal: leaving.signal })
  leaving.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  const third = inTurn(() => Promise.resolve('third'))
  finish()
  await first
  expect([await third, ran]).toEqual(['third', false])
  await expect(inTurn(() => Promise.resolve(), { signal: leaving.signal })).rejects.toThrow('gone')
})

test('work that fails gives its place back', async () => {
  const inTurn = createFairQueue({ places: 1, maxWaiting: 10 })
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(inTurn(() => Promise.resolve('next'))).resolves.toBe('next')
})

test('slow work yields its place; when there is none for slow work either, whoever has most of it loses the oldest', async () => {
  const inTurn = createFairQueue({ places: 2, placesEach: 1, maxWaiting: 100, slow: { afterMs: 30, places: 3 } })
  const events: string[] = []
  const untilDisplaced = (name: string) =>
    inTurn((displaced) => new Promise<void>((resolve) => displaced.addEventListener('abort', () => (events.push(name), resolve()))), {
      by: name[0],
    })
  const slow = ['a1', 'a2', 'a3'].map(untilDisplaced)
  await vi.waitFor(async () => expect(await inTurn(() => Promise.resolve('quick'), { by: 'a' })).toBe('quick'))
  expect(events).toEqual([])
  void untilDisplaced('b1')
  await Promise.race(slow)
  expect(events).toEqual(['a1'])
  // What ended by itself has left its slow place.
  void untilDisplaced('c1')
  await vi.waitFor(() => expect(events).toEqual(['a1', 'a2']))
})
