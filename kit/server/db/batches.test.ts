import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'
import { bindScope, createDb } from './db.ts'
import { StatementScope } from './statement-scope.ts'

// This database is never queried.
const db = createDb({ connection: 'postgresql://nobody@127.0.0.1:1/none', onError: () => undefined })
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

test("items that arrive during a write form the next batch, of at most 1,000; other keys don't wait", async () => {
  const written: number[] = []
  let finish = () => {}
  const first = new Promise<void>((resolve) => (finish = resolve))
  const write = createBatches(async (items: readonly number[]) => {
    written.push(items.length)
    if (written.length === 1) await first
    return items.reduce((sum, item) => sum + item, 0)
  })
  const firstWrite = write(db, 'a', 7)
  await Promise.resolve()
  const writes = range(1500).map(() => write(db, 'a', 1))
  expect(await write(db, 'b', 3)).toBe(3)
  expect(written).toEqual([1, 1])
  finish()
  expect(await firstWrite).toBe(7)
  expect([...new Set(await Promise.all(writes))]).toEqual([1000, 500])
  expect(written).toEqual([1, 1, 1000, 500])
})

test('a failed batch fails for all its items, and the next one is written', async () => {
  const write = createBatches((items: readonly string[]) =>
    items.includes('bad') ? Promise.reject(new Error('broken')) : Promise.resolve('written'),
  )
  const failed = await Promise.allSettled([write(db, 'a', 'bad'), write(db, 'a', 'good')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await write(db, 'a', 'good')).toBe('written')
})

test('a caller without time left stops waiting; the batch is still written', async () => {
  let finish: ((result: string) => void) | undefined
  const write = createBatches(() => new Promise<string>((resolve) => (finish = resolve)))
  const first = write(db, 'a', 'one')
  await expect(write(bindScope(db, new StatementScope(20)), 'a', 'two')).rejects.toThrow('longer than 20 ms')
  finish?.('written')
  expect(await first).toBe('written')
})
