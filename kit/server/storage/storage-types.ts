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
  /**
   * Writes a file, or writes it anew: whoever reads meanwhile gets the old one or the new one, whole. Of what breaks off nothing is kept.
   * @returns its size in bytes
   */
  put(key: string, content: Content, type: string): Promise<number>
  /** The file, or that part of it that lies within `range`; undefined when there is none. Its stream must be read or destroyed. */
  get(key: string, range?: ByteRange): Promise<StoredFile | undefined>
  /** The same with a file of this machine, which is gone from its place afterwards: on a disk it is moved, not copied. @returns its size in bytes */
  putFile(key: string, path: string, type: string): Promise<number>
  /**
   * Where on this machine a file can be read, by a program that takes a path: its own place, or a copy in `folder`, which the caller
   * deletes; undefined when there is no such file. It is never written to.
   */
  localPath(key: string, folder: string): Promise<string | undefined>
  /** In bytes; undefined when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>
  /** All keys that begin like this, in no order: `videos/abc/` or `pictures/ab/abc-`. */
  list(prefix: string): AsyncIterable<string>
  /** Gone afterwards, also when it was not there. */
  delete(key: string): Promise<void>
  /** Deletes every file whose key begins like this. @returns how many there were */
  deletePrefix(prefix: string): Promise<number>
}

/** Bytes; or a stream, whose size in bytes is told when it is known. */
export type Content = Uint8Array | { stream: Readable; size?: number }

/** In bytes. */
export interface ByteRange {
  offset: number
  length: number
}

export interface StoredFile {
  stream: Readable
  /** Bytes that the stream has. */
  size: number
}
