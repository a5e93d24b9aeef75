import { afterEach, expect, test, vi } from 'vitest'
import { createTurns } from './turns.ts'

afterEach(() => {
  vi.useRealTimers()
})

const deferred = () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => (finish = resolve))
  return { done, finish }
}

test('work on the same thing waits, in the order of asking; other work does not', async () => {
  const inTurn = createTurns()
  const first = deferred()
  const seen: string[] = []
  const note = (name: string) => async () => void seen.push(name)
  const all = [
    inTurn(['a'], () => first.done.then(note('a1'))),
    inTurn(['a', 'b'], note('ab')),
    inTurn(['b'], note('b')),
    inTurn(['a'], note('a2')),
    inTurn(['c'], note('c')),
  ]
  await all[4]
  expect(seen).toEqual(['c'])
  first.finish()
  await Promise.all(all)
  expect(seen).toEqual(['c', 'a1', 'ab', 'b', 'a2'])
})

test('what one is told, and a failure, are its own', async () => {
  const inTurn = createTurns()
  const failed = inTurn(['a'], () => Promise.reject(new Error('broken')))
  const next = inTurn(['a'], () => Promise.resolve('mine'))
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('mine')
})

test('a database that is away is waited for once, not by each of the line in turn', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const inTurn = createTurns()
  const away = new Error('Query read timeout')
  const silence = deferred()
  const work = vi.fn<() => Promise<string>>(() => Promise.resolve('done'))
  const line = [inTurn(['a'], () => silence.done.then(() => Promise.reject(away))), inTurn(['a'], work), inTurn(['a'], work)]
  vi.setSystemTime(Date.now() + 4000)
  silence.finish()
  expect(await Promise.allSettled(line)).toEqual(line.map(() => ({ status: 'rejected', reason: away })))
  expect(work).not.toHaveBeenCalled()
  await expect(inTurn(['a'], work)).resolves.toBe('done')
})
