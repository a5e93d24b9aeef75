import { defineTask } from '#kit/server/sandbox/task.ts'

/** Cuts an MP4 file into segments for HLS, in a folder; see {@link remux}. Most of the time it waits for the disk. */
export const remuxTask = defineTask({
  name: 'remux',
  cpuMs: 10 * 60_000,
  timeoutMs: 60 * 60_000,
  load: async () => (await import('./remux.ts')).remux,
})
