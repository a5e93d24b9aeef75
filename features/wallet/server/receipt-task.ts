import { defineTask } from '#kit/server/sandbox/task.ts'

/** Draws a receipt. The font takes a hundred milliseconds to read, so this runs in a child process. */
export const drawReceiptTask = defineTask({
  name: 'draw-receipt',
  cpuMs: 5000,
  timeoutMs: 20_000,
  load: async () => (await import('./draw-receipt.ts')).drawReceipt,
})
