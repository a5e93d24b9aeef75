import type { Readable } from 'node:stream'

/**
 * Where files lie: the local disk, or any S3-compatible store. Keys look like `pictures/abc/320.webp`.
 * Everything throws a StorageError when the store is full or does not answer, in a store elsewhere within 4 s.
 */
export interface Storage {
  /**
   * Can files be kept here? Also puts the store in order; call it before anything is written.
   * @throws SetupError when the settings name no store that will do
   */
  check(): Promise<void>
  /** Writes a file, or writes it anew: whoever reads meanwhile gets the old one or the new one, whole. */
  put(key: string, content: Content, type: string): Promise<void>
  /** The file, or undefined when there is none. Its stream must be read or destroyed. */
  get(key: string): Promise<StoredFile | undefined>
  exists(key: string): Promise<boolean>
  /** Gone afterwards, also when it was not there. */
  delete(key: string): Promise<void>
}

/** Bytes, or a stream whose length in bytes is known. */
export type Content = Uint8Array | { stream: Readable; size: number }

export interface StoredFile {
  stream: Readable
  /** In bytes. */
  size: number
}
