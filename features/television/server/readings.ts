/** What goes into the reading of a list or guide, and what comes out of it. */
import type { ImportProblem } from './problems.ts'
import type { FileToRead } from './read-file.ts'

/** Rows are JSON arrays, as the database takes them. */
export type ReadPiece =
  | { kind: 'entries' | 'programmes' | 'channels'; rows: string; count: number; read: number; problems: ImportProblem[] }
  | { kind: 'guides'; guides: string[] }

/** What was read. A failure: why nothing of it can be imported. */
export type ReadResult = { failure: string } | { read: number; isComplete: boolean; problems: ImportProblem[]; skipped: number }

export interface ListToRead extends FileToRead {
  /** What relative addresses are relative to. */
  base: string | undefined
}
export interface GuideToRead extends FileToRead {
  sourceId: string
  /** Seconds since 1970. */
  from: number
  to: number
}
