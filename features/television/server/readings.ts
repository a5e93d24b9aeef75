/** Messages between the server and the child process that reads a list or guide. */
import type { ImportProblem } from './problems.ts'
import type { FileToRead } from './read-file.ts'

export type ReadPiece =
  /** Rows are a JSON array. */
  | { kind: 'entries' | 'channels'; rows: string; count: number; read: number; problems: ImportProblem[] }
  | { kind: 'guides'; guides: string[] }
  /** Rows are lines of `COPY`: see `programme-rows.ts`. */
  | { kind: 'programmes'; rows: Uint8Array; read: number; problems: ImportProblem[] }

/** A failure says why nothing can be imported. `named`: ids of all channels of a guide that nothing is missing from. */
export type ReadResult = { failure: string } | { read: number; problems: ImportProblem[]; skipped: number; named?: string[] | undefined }

export interface ListToRead extends FileToRead {
  /** Base of relative addresses. */
  base: string | undefined
}
export interface GuideToRead extends FileToRead {
  sourceId: string
  /** Seconds since 1970. */
  from: number
  to: number
}
