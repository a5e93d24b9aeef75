import type { Readable } from 'node:stream'

/**
 * File storage: the local disk, or any S3-compatible store. Keys look like `pictures/abc/320.webp`. All functions throw a StorageError if
 * the store is full or doesn't respond, for remote stores within 4 s.
 */
export interface Storage {
  /**
   * Checks that files can be stored, and removes leftovers. Call it before anything is written.
   * @throws SetupError if the settings name no usable store
   */
  check(): Promise<void>
  /**
   * Writes or replaces a file atomically: concurrent readers get the old or the new one. A failed write leaves nothing.
   * @returns its size in bytes
   */
  put(key: string, content: Content, type: string): Promise<number>
  /** Returns the file, or the part of it within `range`; undefined if it doesn't exist. Its stream must be read or destroyed. */
  get(key: string, range?: ByteRange): Promise<StoredFile | undefined>
  /** Stores a local file and removes the original; on a disk it is moved, not copied. @returns its size in bytes */
  putFile(key: string, path: string, type: string): Promise<number>
  /**
   * Returns a local path for programs that need one: the stored file itself, or a copy in `folder`, which the caller deletes. Undefined if
   * it doesn't exist. Never write to it.
   */
  localPath(key: string, folder: string): Promise<string | undefined>
  /**
   * Returns an address at which anyone can read the file for some seconds. Undefined: the store has none, or the settings don't use them.
   */
  presign?: (key: string, options: { seconds: number; type: string }) => Promise<string>
  /** Returns the path at which a reverse proxy finds the file (`X-Accel-Redirect`). Undefined: the settings don't use one. */
  accelPath?: (key: string) => string
  /** Returns the file's size in bytes; undefined if the file doesn't exist. */
  sizeOf(key: string): Promise<number | undefined>
  /** Lists all keys with this prefix, in no order: `videos/abc/` or `pictures/ab/abc-`. */
  list(prefix: string): AsyncIterable<string>
  /** Deletes a file (idempotent). */
  delete(key: string): Promise<void>
  /** Deletes every file whose key has this prefix. @returns their number */
  deletePrefix(prefix: string): Promise<number>
}

/** Bytes, or a stream with its size in bytes, if known. */
export type Content = Uint8Array | { stream: Readable; size?: number }

/** In bytes. */
export interface ByteRange {
  offset: number
  length: number
}

export interface StoredFile {
  stream: Readable
  /** Length of the stream in bytes. */
  size: number
}
