import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { rejectWhenAborted, createDeadlineSignal } from './abort.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('a deadline aborts even if only its listener refers to it and garbage was collected', async () => {
  const never = new AbortController()
  const reasons: unknown[] = []
  const listen = () => {
    const signal = createDeadlineSignal(200, createDeadlineSignal(60_000, never.signal))
    signal.addEventListener('abort', () => reasons.push((signal.reason as Error).name), { once: true })
  }
  for (let n = 0; n < 20; n++) listen()
  for (let n = 0; n < 5; n++) {
    collectGarbage()
    await sleep(20)
  }
  await expect.poll(() => reasons).toEqual(Array(20).fill('TimeoutError'))
})

test('the first of several signals aborts, even one that has already aborted', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const signal = createDeadlineSignal(60_000, first.signal, second.signal)
  second.abort('two')
  first.abort('one')
  expect([signal.aborted, signal.reason]).toEqual([true, 'two'])
  expect(createDeadlineSignal(60_000, first.signal).reason).toBe('one')
})

test('work that begins after the abort rejects with the reason, and its own failure is handled', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const reason = new Error('it stops')
  const lateRejection = sleep(10).then(() => Promise.reject(new Error('late')))
  await expect(rejectWhenAborted(lateRejection, AbortSignal.abort(reason))).rejects.toBe(reason)
  await sleep(50)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
