import type { Emit } from '#kit/server/sandbox/task.ts'
import { maxProblems } from '../rules.ts'
import type { ImportProblem } from './problems.ts'
import type { ReadPiece } from './readings.ts'

const rowsEach = 500
const charactersEach = 512 * 1024

/** Collects rows into batches of a reasonable size, and the problems. */
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

  /** @param isRow the problem skips a row */
  addProblem(problem: ImportProblem, isRow = false): void {
    if (isRow) this.skipped++
    if (this.#problemCount++ < maxProblems) this.#problems.push(problem)
  }

  takeProblems = (): ImportProblem[] => this.#problems.splice(0)

  get isFull(): boolean {
    return this.#rows.length >= rowsEach || this.#characters >= charactersEach
  }

  async flush(kind: 'entries' | 'channels', read: number): Promise<void> {
    if (!this.#rows.length) return
    const piece: ReadPiece = { kind, rows: `[${this.#rows.join(',')}]`, count: this.#rows.length, read, problems: this.takeProblems() }
    this.#rows = []
    this.#characters = 0
    await this.#emit(piece)
  }
}
