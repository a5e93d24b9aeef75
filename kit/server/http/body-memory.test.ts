import { expect, test } from 'vitest'
import { ProblemError } from '../fail.ts'
import { createBodyMemory } from './body-memory.ts'

const outcome = (work: () => void) => {
  try {
    work()
    return 'fits'
  } catch (error) {
    return error instanceof ProblemError ? [error.problem.status, error.refusal.retryAfter] : error
  }
}

test('one caller takes no more than its part, all together no more than there is', () => {
  const shareFor = createBodyMemory({ all: 100, each: 60 })
  const [first, second] = [shareFor('ann'), shareFor('ann')]
  expect(outcome(() => first.take(50))).toBe('fits')
  expect(outcome(() => second.take(11))).toEqual([429, 5])
  expect(outcome(() => second.take(10))).toBe('fits')
  const other = shareFor('bob')
  expect(outcome(() => other.take(41))).toEqual([503, 5])
  expect(outcome(() => other.take(40))).toBe('fits')
})

test('what was answered gives back what it took, once', () => {
  const shareFor = createBodyMemory({ all: 100, each: 60 })
  const first = shareFor('ann')
  first.take(60)
  first.free()
  first.free()
  const again = shareFor('ann')
  expect(outcome(() => again.take(60))).toBe('fits')
  expect(outcome(() => shareFor('bob').take(41))).toEqual([503, 5])
})
