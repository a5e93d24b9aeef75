import { defineTask } from '#kit/server/sandbox/task.ts'

/** Draws a receipt in a child process, because reading the font takes a hundred milliseconds. */
export const drawReceiptTask = defineTask({
  name: 'draw-receipt',
  cpuMs: 5000,
  timeoutMs: 20_000,
  load: async () => (await import('./draw-receipt.ts')).drawReceipt,
})
