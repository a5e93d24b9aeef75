import { defineTask } from '#kit/server/sandbox/task.ts'

/** Converts WebVTT or SubRip to plain WebVTT. Null for other formats. */
export const captionsTask = defineTask({
  name: 'captions',
  cpuMs: 2000,
  timeoutMs: 10_000,
  load: async () => (await import('./captions-text.ts')).normaliseCaptions,
})
