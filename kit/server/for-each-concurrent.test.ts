import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachConcurrent } from './for-each-concurrent.ts'

const never = () => false
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('all items are processed once, in order, within the concurrency limit', async () => {
  const begun: number[] = []
  let now = 0
  let most = 0
  await forEachConcurrent(numbers(20), { atOnce: 3, isOver: never }, async (item) => {
    begun.push(item)
    most = Math.max(most, ++now)
    await sleep(1)
    now--
  })
  expect([begun, most]).toEqual([numbers(20), 3])
})

test('after a failure no item starts, and it rejects once all running ones have ended', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const done = forEachConcurrent(numbers(20), { atOnce: 3, isOver: never }, async (item) => {
    begun.push(item)
    if (item === 4) throw new Error('no room')
    await sleep(5)
    ended.push(item)
  })
  await expect(done).rejects.toThrow('no room')
  expect(begun.length).toBeLessThan(9)
  expect(ended.toSorted((a, b) => a - b)).toEqual(begun.filter((item) => item !== 4))
})

test('an early end skips the rest', async () => {
  const done: number[] = []
  const options = { atOnce: 2, isOver: async () => done.length >= 4 }
  await forEachConcurrent(numbers(20), options, async (item) => done.push(item))
  expect(done.length).toBeLessThan(7)
})
