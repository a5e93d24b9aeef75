/** What goes into the reading of a list or guide, and what comes out of it. */
import type { ImportProblem } from './problems.ts'
import type { FileToRead } from './read-file.ts'

/** Rows are JSON arrays, as the database takes them. */
export type ReadPiece =
  | { kind: 'entries' | 'programmes' | 'gone' | 'channels'; rows: string; count: number; read: number; problems: ImportProblem[] }
  | { kind: 'guides'; guides: string[] }

/** What was read. A failure: why nothing of it can be imported. */
export type ReadResult = { failure: string } | { read: number; unchanged: number; problems: ImportProblem[]; skipped: number }

/** What the database has of a channel of a guide: for each programme its start and its hash, 8 bytes each. */
export interface KnownChannel {
  channel: string
  rows: Uint8Array
}

export interface ListToRead extends FileToRead {
  /** What relative addresses are relative to. */
  base: string | undefined
}
export interface GuideToRead extends FileToRead {
  sourceId: string
  known: readonly KnownChannel[]
  /** Seconds since 1970. */
  from: number
  to: number
}
