/** What goes into the reading of a list or guide, and what comes out of it. */
import type { ImportProblem } from './problems.ts'
import type { FileToRead } from './read-file.ts'

export type ReadPiece =
  /** Rows are a JSON array, as the database takes it. */
  | { kind: 'entries' | 'channels'; rows: string; count: number; read: number; problems: ImportProblem[] }
  | { kind: 'guides'; guides: string[] }
  /** Answered by how much of the file has arrived when that is more than so many bytes, or all. */
  | { kind: 'arrived_after'; bytes: number }
  | { kind: 'titles'; titles: string[] }
  /** Answered by their ids. */
  | { kind: 'new_channels'; keys: string[] }
  /** Rows as `programme-format.ts` has them; of those that are replaced the database has another version. */
  | { kind: 'programmes'; rows: Uint8Array; replaced: ProgrammeKeys; read: number; problems: ImportProblem[] }
  /** Ids of channels that the guide no longer names. */
  | { kind: 'unnamed'; channels: number[] }
  | { kind: 'gone'; gone: ProgrammeKeys; read: number; problems: ImportProblem[] }

/** Programmes by the ids of their guide channels and their starts, one of each at every place. */
export interface ProgrammeKeys {
  channels: number[]
  /** Seconds since 1970. */
  starts: number[]
}

/** What was read. A failure: why nothing of it can be imported. `unsettled`: guide channels of which programmes may have to end otherwise, and the first start that the guide has on each. */
export type ReadResult =
  | { failure: string }
  | { read: number; unchanged: number; problems: ImportProblem[]; skipped: number; unsettled: ProgrammeKeys }

/** What the database has of a channel of a guide: for each programme its start and its hash, 8 bytes each. */
export interface KnownChannel {
  id: number
  channel: string
  rows: Uint8Array
}

export interface ListToRead extends FileToRead {
  /** What relative addresses are relative to. */
  base: string | undefined
}
export interface GuideToRead extends FileToRead {
  /** The rest of the file still comes. */
  isArriving?: boolean
  sourceId: string
  known: readonly KnownChannel[]
  /** Seconds since 1970. */
  from: number
  to: number
}
