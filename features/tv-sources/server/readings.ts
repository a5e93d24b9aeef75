/** Messages between the server and the child process that reads a list or guide. */
import type { StoredProgrammes } from './guide-channels.ts'
import type { ImportProblem } from './problems.ts'
import type { FileToRead } from './read-file.ts'

export type ReadPiece =
  /** Rows are a JSON array. */
  | { kind: 'entries' | 'channels'; rows: string; count: number; read: number; problems: ImportProblem[] }
  | { kind: 'guides'; guides: string[] }
  /** Lines of `COPY`: see `programme-rows.ts`. */
  | { kind: 'programmes'; lines: Uint8Array; read: number; problems: ImportProblem[] }

/** `failure`: why nothing can be imported. `isWhole`: the file is neither truncated nor damaged. */
export type ReadResult = { failure: string } | { read: number; problems: ImportProblem[]; skipped: number; isWhole: boolean }

export interface ListToRead extends FileToRead {
  /** Base of relative addresses. */
  base: string | undefined
}
export interface GuideToRead extends FileToRead {
  sourceId: string
  stored: StoredProgrammes
  /** Seconds since 1970. */
  from: number
  to: number
}
