import { defineTask } from '#kit/server/sandbox/task.ts'

/** Reads a file of captions, WebVTT or SubRip, and writes it as WebVTT of times and plain text. Null for what is neither. */
export const captionsTask = defineTask({
  name: 'captions',
  cpuMs: 2000,
  timeoutMs: 10_000,
  load: async () => (await import('./captions-text.ts')).normaliseCaptions,
})
