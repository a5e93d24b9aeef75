/** Sandbox tasks for links and pictures. */
import { defineTask } from '#kit/server/sandbox/task.ts'

/** Encodes a picture: see `encodePicture`. */
export const encodePictureTask = defineTask({
  name: 'encode-picture',
  cpuMs: 3000,
  timeoutMs: 10_000,
  load: async () => (await import('./picture-encoder.ts')).encodePicture,
})

/** Limits of a task: ten times the time that the slowest input of two MiB needs. */
const limits = { cpuMs: 1000, timeoutMs: 5000 }

export const readBodyTask = defineTask({ name: 'read-body', ...limits, load: async () => (await import('./read-body.ts')).readBody })
export const readOEmbedTask = defineTask({ name: 'read-oembed', ...limits, load: async () => (await import('./read-body.ts')).readOEmbed })
