import { expect, test, vi } from 'vitest'
import { createFreshCopy } from './fresh-copy.ts'

function createCopy() {
  let [time, value] = [0, 1]
  const load = vi.fn<() => Promise<number>>(() => Promise.resolve(value))
  const warn = vi.fn<() => void>()
  const copy = createFreshCopy({ initial: 0, load, log: { warn } as never, name: 'numbers', now: () => time })
  return { copy, load, warn, set: (next: number) => (value = next), wait: (ms: number) => (time += ms) }
}

test('concurrent readers cause one read, and a second later another', async () => {
  const { copy, load, set, wait } = createCopy()
  expect(await Promise.all([copy.read(), copy.read()])).toEqual([1, 1])
  set(2)
  wait(999)
  expect(await copy.read()).toBe(1)
  wait(1)
  expect(await copy.read()).toBe(2)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a read that began before a change is not kept', async () => {
  const { copy, load, set } = createCopy()
  const before = copy.read()
  copy.expire()
  set(2)
  expect(await copy.read()).toBe(2)
  expect(await before).toBe(1)
  expect(await copy.read()).toBe(2)
  expect(load).toHaveBeenCalledTimes(2)
})

test('the last known data stays while the database does not respond', async () => {
  const { copy, load, warn, wait } = createCopy()
  await copy.read()
  wait(1000)
  load.mockRejectedValueOnce(new Error('down'))
  expect(await copy.read()).toBe(1)
  expect(warn).toHaveBeenCalledOnce()
})
