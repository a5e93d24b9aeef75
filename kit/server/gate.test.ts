import { expect, test } from 'vitest'
import { createGate, createGates, GateFull } from './gate.ts'

const deferred = () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => (finish = resolve))
  return { done, finish }
}

test('no more than its width run at once, in the order of asking', async () => {
  const gate = createGate(2, 10)
  const jobs = [deferred(), deferred(), deferred(), deferred()]
  const started: number[] = []
  const all = jobs.map((job, index) => gate(() => (started.push(index), job.done)))
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  jobs[1]!.finish()
  await all[1]
  expect(started).toEqual([0, 1, 2])
  for (const job of jobs) job.finish()
  await Promise.all(all)
  expect(started).toEqual([0, 1, 2, 3])
})

test('a failure frees its place and is the caller’s own', async () => {
  const gate = createGate(1, 10)
  await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(gate(() => Promise.resolve('next'))).resolves.toBe('next')
})

test('a full line refuses', async () => {
  const gate = createGate(1, 1)
  const job = deferred()
  const first = gate(() => job.done)
  const second = gate(() => Promise.resolve('second'))
  await expect(gate(() => Promise.resolve())).rejects.toBeInstanceOf(GateFull)
  job.finish()
  await first
  await expect(second).resolves.toBe('second')
})

test('who gives up waiting leaves the line and never runs', async () => {
  const gate = createGate(1, 1)
  const job = deferred()
  const first = gate(() => job.done)
  const giveUp = new AbortController()
  let ran = false
  const second = gate(() => Promise.resolve((ran = true)), giveUp.signal)
  giveUp.abort(new Error('too long'))
  await expect(second).rejects.toThrow('too long')
  const third = gate(() => Promise.resolve('third'))
  job.finish()
  await first
  await expect(third).resolves.toBe('third')
  expect(ran).toBe(false)
})

test('each key has a gate of its own, for as long as it is used', async () => {
  const gateOf = createGates(1, 1)
  const job = deferred()
  const first = gateOf('a')(() => job.done)
  const second = gateOf('a')(() => Promise.resolve('second'))
  await expect(gateOf('a')(() => Promise.resolve())).rejects.toBeInstanceOf(GateFull)
  await expect(gateOf('b')(() => Promise.resolve('other'))).resolves.toBe('other')
  job.finish()
  await first
  await expect(second).resolves.toBe('second')
  await expect(gateOf('a')(() => Promise.resolve('anew'))).resolves.toBe('anew')
})
