import { defineTask } from '#kit/server/sandbox/task.ts'

/** Converts WebVTT or SubRip to plain WebVTT; null for other formats. */
export const captionsTask = defineTask({
  name: 'captions',
  cpuMs: 2000,
  timeoutMs: 10_000,
  load: async () => (await import('./captions-text.ts')).normaliseCaptions,
})

/** Segments an MP4 file for HLS into a folder: see `remuxVideo`. Mostly waits for the disk. */
export const remuxTask = defineTask({
  name: 'remux',
  cpuMs: 10 * 60_000,
  timeoutMs: 60 * 60_000,
  load: async () => (await import('./remux.ts')).remuxVideo,
})
