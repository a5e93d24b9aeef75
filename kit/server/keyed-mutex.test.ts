import { expect, test } from 'vitest'
import { bindScope, createDb, isDatabaseUnavailable } from './db/db.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { StatementScope } from './db/statement-scope.ts'

// This database is never queried.
const db = createDb({ connection: 'postgresql://nobody@127.0.0.1:1/none', onError: () => undefined })

const createDeferred = () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => (finish = resolve))
  return { done, finish }
}

test('work on the same key waits, in order of arrival; other work does not', async () => {
  const mutex = createKeyedMutex()
  const first = createDeferred()
  const log: string[] = []
  const note = (name: string) => async () => void log.push(name)
  const tasks = [
    mutex(db, ['a'], () => first.done.then(note('a1'))),
    mutex(db, ['a', 'b'], note('ab')),
    mutex(db, ['b'], note('b')),
    mutex(db, ['a'], note('a2')),
    mutex(db, ['c'], note('c')),
  ]
  await tasks[4]
  expect(log).toEqual(['c'])
  first.finish()
  await Promise.all(tasks)
  expect(log).toEqual(['c', 'a1', 'ab', 'b', 'a2'])
})

test('results and failures belong to their own work', async () => {
  const mutex = createKeyedMutex()
  const failed = mutex(db, ['a'], () => Promise.reject(new Error('broken')))
  const next = mutex(db, ['a'], () => Promise.resolve('mine'))
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('mine')
})

test('a waiter beyond its time budget is refused, and keeps the order of those ahead', async () => {
  const mutex = createKeyedMutex()
  const first = createDeferred()
  const log: string[] = []
  const running = mutex(db, ['a'], () => first.done.then(() => log.push('first')))
  const shortWait = mutex(bindScope(db, new StatementScope(30)), ['a'], () => Promise.resolve(log.push('hurried')))
  const longWait = mutex(db, ['a'], () => Promise.resolve(log.push('patient')))
  const refusal = await shortWait.catch((error: unknown) => error)
  expect(isDatabaseUnavailable(refusal)).toBe(true)
  expect(log).toEqual([])
  first.finish()
  await Promise.all([running, longWait])
  expect(log).toEqual(['first', 'patient'])
})

test('a caller that has left is not waited for', async () => {
  const mutex = createKeyedMutex()
  const first = createDeferred()
  const scope = new StatementScope(60_000)
  const running = mutex(db, ['a'], () => first.done)
  const endedWait = mutex(bindScope(db, scope), ['a'], () => Promise.resolve('never'))
  scope.end('nobody waits for it')
  await expect(endedWait).rejects.toThrow('nobody waits for it')
  first.finish()
  await running
})
