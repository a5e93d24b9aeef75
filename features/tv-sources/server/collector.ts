import type { Emit } from '#kit/server/sandbox/task.ts'
import { maxProblems } from '../rules.ts'
import type { ImportProblem } from './problems.ts'
import type { StoredProgrammes } from './guide-channels.ts'
import type { FileToRead } from './read-file.ts'

/** A message of the child process that reads a list or guide. */
export type ReadPiece =
  /** `rows` is a JSON array. */
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
  storedProgrammes: StoredProgrammes
  /** Seconds since 1970. */
  from: number
  to: number
}

const rowsPerMessage = 500
const chunkCharacters = 512 * 1024

/** Collects rows into batches, and problems up to a maximum. */
export class Collector {
  readonly #emit: Emit
  #rows: string[] = []
  #characters = 0
  #problems: ImportProblem[] = []
  #problemCount = 0
  /** Rows that could not be read. */
  skipped = 0

  constructor(emit: Emit) {
    this.#emit = emit
  }

  add(json: string): void {
    this.#rows.push(json)
    this.#characters += json.length
  }

  /** @param isRow whether the problem makes the import skip a row */
  addProblem(problem: ImportProblem, isRow = false): void {
    if (isRow) this.skipped++
    if (this.#problemCount++ < maxProblems) this.#problems.push(problem)
  }

  takeProblems = (): ImportProblem[] => this.#problems.splice(0)

  get isFull(): boolean {
    return this.#rows.length >= rowsPerMessage || this.#characters >= chunkCharacters
  }

  async flush(kind: 'entries' | 'channels', read: number): Promise<void> {
    if (!this.#rows.length) return
    const piece: ReadPiece = { kind, rows: `[${this.#rows.join(',')}]`, count: this.#rows.length, read, problems: this.takeProblems() }
    this.#rows = []
    this.#characters = 0
    await this.#emit(piece)
  }
}
