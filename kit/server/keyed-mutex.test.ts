import { expect, test } from 'vitest'
import { bindScope, createDb, isDatabaseUnavailable } from './db/db.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { StatementScope } from './db/statement-scope.ts'

// Never queried.
const db = createDb({ connection: 'postgresql://nobody@127.0.0.1:1/none', onError: () => undefined })

const deferred = () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => (finish = resolve))
  return { done, finish }
}

test('work on the same key waits, in order of arrival; other work does not', async () => {
  const inTurn = createKeyedMutex()
  const first = deferred()
  const seen: string[] = []
  const note = (name: string) => async () => void seen.push(name)
  const all = [
    inTurn(db, ['a'], () => first.done.then(note('a1'))),
    inTurn(db, ['a', 'b'], note('ab')),
    inTurn(db, ['b'], note('b')),
    inTurn(db, ['a'], note('a2')),
    inTurn(db, ['c'], note('c')),
  ]
  await all[4]
  expect(seen).toEqual(['c'])
  first.finish()
  await Promise.all(all)
  expect(seen).toEqual(['c', 'a1', 'ab', 'b', 'a2'])
})

test('results and failures belong to their own work', async () => {
  const inTurn = createKeyedMutex()
  const failed = inTurn(db, ['a'], () => Promise.reject(new Error('broken')))
  const next = inTurn(db, ['a'], () => Promise.resolve('mine'))
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('mine')
})

test('a waiter beyond its time budget is refused, and keeps the order of those ahead', async () => {
  const inTurn = createKeyedMutex()
  const first = deferred()
  const seen: string[] = []
  const running = inTurn(db, ['a'], () => first.done.then(() => seen.push('first')))
  const hurried = inTurn(bindScope(db, new StatementScope(30)), ['a'], () => Promise.resolve(seen.push('hurried')))
  const patient = inTurn(db, ['a'], () => Promise.resolve(seen.push('patient')))
  const refusal = await hurried.catch((error: unknown) => error)
  expect(isDatabaseUnavailable(refusal)).toBe(true)
  expect(seen).toEqual([])
  first.finish()
  await Promise.all([running, patient])
  expect(seen).toEqual(['first', 'patient'])
})

test('a caller that has left is not waited for', async () => {
  const inTurn = createKeyedMutex()
  const first = deferred()
  const scope = new StatementScope(60_000)
  const running = inTurn(db, ['a'], () => first.done)
  const departed = inTurn(bindScope(db, scope), ['a'], () => Promise.resolve('never'))
  scope.end('nobody waits for it')
  await expect(departed).rejects.toThrow('nobody waits for it')
  first.finish()
  await running
})
