import { defineTask } from './task.ts'

export interface FileType {
  mime: string
  /** Without a dot. */
  ext: string
}

/** Says of what type a file is by its first bytes: by what they are, not by what its sender calls it. */
export const detectTypeTask = defineTask({
  name: 'detect-type',
  cpuMs: 500,
  timeoutMs: 3000,
  async load() {
    const { fileTypeFromBuffer } = await import('file-type')
    return (bytes: Uint8Array): Promise<FileType | undefined> => fileTypeFromBuffer(bytes)
  },
})
