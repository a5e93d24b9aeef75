import { expect, test } from 'vitest'
import { collectWhenIdle } from './idle-memory.ts'

const mebibyte = 2 ** 20
const busyUntil = (at: number) => {
  while (performance.now() < at);
}

const mebibytesOfBuffers = () => process.memoryUsage().external / mebibyte

test('what a load left behind is given back once the process is idle, and so is what a smaller one leaves after it', async () => {
  const { stop } = collectWhenIdle({ intervalMs: 50, minGrowthBytes: mebibyte, idleShare: 0.9 })
  try {
    for (const count of [60, 20]) {
      let buffers: Buffer[] = Array.from({ length: count }, () => Buffer.alloc(mebibyte))
      const filled = mebibytesOfBuffers()
      expect(filled).toBeGreaterThan(count)
      buffers = []
      await expect.poll(mebibytesOfBuffers, { timeout: 8000 }).toBeLessThan(filled - 0.75 * count)
      expect(buffers).toEqual([])
    }
  } finally {
    stop()
  }
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
