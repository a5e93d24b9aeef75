/** Tasks that read a list or guide in a child process and emit its rows piece by piece. */
import { defineTask } from '#kit/server/sandbox/task.ts'

/** Number of sources that an instance reads concurrently: more than one, so that a small source doesn't wait for a large one. */
export const maxConcurrentReads = 2

const minutesMs = 60_000

export const readListTask = defineTask({
  name: 'read-tv-list',
  cpuMs: 2 * minutesMs,
  timeoutMs: 20 * minutesMs,
  load: async () => (await import('./read-list.ts')).readList,
})

export const readGuideTask = defineTask({
  name: 'read-tv-guide',
  cpuMs: 20 * minutesMs,
  timeoutMs: 60 * minutesMs,
  load: async () => (await import('./read-guide.ts')).readGuide,
})
