import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachConcurrent } from './for-each-concurrent.ts'

const neverStop = () => false
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('all items are processed once, in order, within the concurrency limit', async () => {
  const startedItems: number[] = []
  let now = 0
  let max = 0
  await forEachConcurrent(numbers(20), { concurrency: 3, isOver: neverStop }, async (item) => {
    startedItems.push(item)
    max = Math.max(max, ++now)
    await sleep(1)
    now--
  })
  expect([startedItems, max]).toEqual([numbers(20), 3])
})

test('after a failure no item starts, and it rejects once all running ones have ended', async () => {
  const startedItems: number[] = []
  const ended: number[] = []
  const done = forEachConcurrent(numbers(20), { concurrency: 3, isOver: neverStop }, async (item) => {
    startedItems.push(item)
    if (item === 4) throw new Error('no room')
    await sleep(5)
    ended.push(item)
  })
  await expect(done).rejects.toThrow('no room')
  expect(startedItems.length).toBeLessThan(9)
  expect(ended.toSorted((a, b) => a - b)).toEqual(startedItems.filter((item) => item !== 4))
})

test('an early end skips the rest', async () => {
  const done: number[] = []
  const options = { concurrency: 2, isOver: async () => done.length >= 4 }
  await forEachConcurrent(numbers(20), options, async (item) => done.push(item))
  expect(done.length).toBeLessThan(7)
})
