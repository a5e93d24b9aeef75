import { defineTask } from './task.ts'

export interface FileType {
  mime: string
  /** File extension without the dot. */
  ext: string
}

/** Detects the type of a file by its first bytes, not by its name or header. */
export const detectTypeTask = defineTask({
  name: 'detect-type',
  cpuMs: 500,
  timeoutMs: 3000,
  async load() {
    const { fileTypeFromBuffer } = await import('file-type')
    return (bytes: Uint8Array): Promise<FileType | undefined> => fileTypeFromBuffer(bytes)
  },
})
