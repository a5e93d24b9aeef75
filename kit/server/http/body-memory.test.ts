import { expect, test } from 'vitest'
import { ProblemError } from './fail.ts'
import { createBodyMemory } from './caller-body.ts'

const outcome = (work: () => void) => {
  try {
    work()
    return 'fits'
  } catch (error) {
    return error instanceof ProblemError ? [error.problem.status, error.refusal.retryAfter] : error
  }
}

test('one caller takes no more than its share', () => {
  const shareFor = createBodyMemory({ all: 200, each: 60 })
  const [first, second] = [shareFor('ann'), shareFor('ann')]
  expect(outcome(() => first.take(50))).toBe('fits')
  expect(outcome(() => second.take(11))).toEqual([429, 5])
  expect(outcome(() => second.take(10))).toBe('fits')
})

test.each([4, 10, 50])('memory remains for others when %i callers try to take everything', (count) => {
  const shareFor = createBodyMemory({ all: 100_000, each: 25_000 })
  const takenBytes = Array.from({ length: count }, () => 0)
  const shares = takenBytes.map((_, i) => shareFor(`greedy ${i}`))
  for (let round = 0; round < 250; round++)
    for (const [i, share] of shares.entries()) if (outcome(() => share.take(100)) === 'fits') takenBytes[i]! += 100
  // Chunks of 100 bytes are accepted or refused as a whole, so shares are only about equal.
  const part = 100_000 / (count + 1) - 200
  expect(Math.min(...takenBytes)).toBeGreaterThan(part - 100)
  expect(outcome(() => shareFor('small').take(Math.floor(part / 2)))).toBe('fits')
  expect(outcome(() => shareFor('large').take(25_000))).toEqual([503, 5])
})

test('a response releases its memory once', () => {
  const shareFor = createBodyMemory({ all: 100, each: 60 })
  const first = shareFor('ann')
  first.take(60)
  first.free()
  first.free()
  const second = shareFor('ann')
  expect(outcome(() => second.take(60))).toBe('fits')
  expect(outcome(() => shareFor('bob').take(41))).toEqual([503, 5])
})

test('body data after the response is refused, as it would never be released', () => {
  const shareFor = createBodyMemory({ all: 100, each: 60 })
  for (let turn = 0; turn < 3; turn++) {
    const lateShare = shareFor('ann')
    lateShare.take(10)
    lateShare.free()
    expect(outcome(() => lateShare.take(50))).toEqual([400, undefined])
  }
  expect(outcome(() => shareFor('ann').take(60))).toBe('fits')
})
