import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createGuestReadLimit, guestReadLimit, reservedUnits } from './guest-reads.ts'

function setUp() {
  let usedAmount = 0
  const limits = {
    count(_key: string, { max }: { max: number }, amount = 1) {
      if (usedAmount + amount > max) return { allowed: false, retryAfter: 1 }
      usedAmount += amount
      return { allowed: true, retryAfter: 0 }
    },
    add: (_key: string, _limit: unknown, amount: number) => void (usedAmount += amount),
  }
  return { weight: createGuestReadLimit(limits, () => '192.0.2.1'), used: () => usedAmount }
}
const request = {} as FastifyRequest

test('a read counts its size in kB; refused reads and those without text count nothing', async () => {
  const { weight, used } = setUp()
  await weight.countWeight(request, () => Promise.resolve('x'.repeat(10_240)))
  await weight.countWeight(request, () => Promise.resolve(undefined))
  await expect(weight.countWeight(request, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(used()).toBe(10)
  weight.add(request, 'x'.repeat(2048))
  expect(used()).toBe(12)
})

test('running reads count until their size is known, which prevents floods of them', async () => {
  const { weight, used } = setUp()
  let end = () => {}
  const ended = new Promise<string>((resolve) => (end = () => resolve('')))
  const reads = Array.from({ length: 3000 }, () => weight.countWeight(request, () => ended))
  end()
  const outcomes = await Promise.allSettled(reads)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(Math.floor(guestReadLimit.max / reservedUnits))
  expect(used()).toBe(0)
})
