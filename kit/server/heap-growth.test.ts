// @module-tag slow
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

interface Collections {
  before: number
  during: number
  after: number
}

/** From V8 13 (Node 24) on buffers have a limit of their own, whatever the heap may grow by. */
const haveOwnLimit = Number.parseInt(process.versions.v8) >= 13

test('buffers that count as heap have the whole of it collected seldom while it may grow, and as before afterwards', async () => {
  const child = fork('test/heap-growth-process.ts')
  const [{ before, during, after }] = (await once(child, 'message')) as [Collections]
  const [least, most] = haveOwnLimit ? [before / 2, 2 * before] : [0, before / 2]
  expect(during).toBeGreaterThanOrEqual(least)
  expect(during).toBeLessThan(most)
  expect(after).toBeGreaterThan(before / 2)
})
