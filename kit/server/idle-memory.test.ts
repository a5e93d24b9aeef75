import { expect, test } from 'vitest'
import { collectWhenIdle } from './idle-memory.ts'

const mebibyte = 2 ** 20
const busyUntil = (at: number) => {
  while (performance.now() < at);
}

test('what a load left behind is given back once the process is idle, and not before', async () => {
  let buffers: Buffer[] = Array.from({ length: 40 }, () => Buffer.alloc(mebibyte))
  const filled = process.memoryUsage().external
  expect(filled).toBeGreaterThan(40 * mebibyte)
  const { stop } = collectWhenIdle({ intervalMs: 50, minGrowthBytes: mebibyte, idleShare: 0.9 })
  buffers = []
  try {
    await expect.poll(() => process.memoryUsage().external, { timeout: 15_000 }).toBeLessThan(filled - 30 * mebibyte)
  } finally {
    stop()
  }
  expect(buffers).toEqual([])
})

test('a busy process is left alone, and so is one that holds no more than after the last time', async () => {
  const { stop } = collectWhenIdle({ intervalMs: 20, minGrowthBytes: 0, idleShare: 0 })
  const kept = new WeakRef({ text: 'left behind' })
  try {
    for (let round = 0; round < 5; round++) {
      busyUntil(performance.now() + 20)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(kept.deref()).toEqual({ text: 'left behind' })
  } finally {
    stop()
  }
})
