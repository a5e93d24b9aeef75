import { expect, test } from 'vitest'
import { collectWhenIdle } from './idle-memory.ts'

const mebibyte = 2 ** 20
const busyUntil = (at: number) => {
  while (performance.now() < at);
}

function mebibytesOfBuffers() {
  // V8 takes what it has freed off the number when the next one is made.
  void new ArrayBuffer(8)
  return process.memoryUsage().external / mebibyte
}

test('what a load left behind is given back once the process is idle, and so is what smaller ones leave right after it', async () => {
  const { stop } = collectWhenIdle({ intervalMs: 50, minGrowthBytes: 12 * mebibyte, idleShare: 0.9 })
  try {
    for (const count of [100, 50, 80, 40, 80, 40]) {
      let buffers: Buffer[] = Array.from({ length: count }, () => Buffer.alloc(mebibyte))
      const filled = mebibytesOfBuffers()
      expect(filled).toBeGreaterThan(count)
      buffers = []
      await expect.poll(mebibytesOfBuffers, { timeout: 8000, interval: 1 }).toBeLessThan(filled - 0.75 * count)
      expect(buffers).toEqual([])
    }
  } finally {
    stop()
  }
}, 60_000)

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
