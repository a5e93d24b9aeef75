import { defineTask } from '#kit/server/sandbox/task.ts'

/** See `encodePicture`. */
export const encodePictureTask = defineTask({
  name: 'encode-picture',
  cpuMs: 3000,
  timeoutMs: 10_000,
  load: async () => (await import('./picture-encoder.ts')).encodePicture,
})
