import { defineTask } from '#kit/server/sandbox/task.ts'

/** Reads an import file of any format. */
export const importTask = defineTask({
  name: 'import',
  cpuMs: 10_000,
  timeoutMs: 20_000,
  load: async () => (await import('./import/pack-import.ts')).packImport,
})

/** Unpacks some pictures of an archive. */
export const importPicturesTask = defineTask({
  name: 'import-pictures',
  cpuMs: 5000,
  timeoutMs: 20_000,
  load: async () => (await import('./import/zip.ts')).readPictures,
})
