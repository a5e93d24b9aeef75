import { defineTask } from '#kit/server/sandbox/task.ts'

/** See `drawCard`. */
export const drawCardTask = defineTask({
  name: 'draw-card',
  cpuMs: 5000,
  timeoutMs: 10_000,
  load: async () => (await import('./card-drawing.ts')).drawCard,
})
