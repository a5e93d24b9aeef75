import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { FileOutcome } from './reporter.ts'

/** Records a file that failed and then passed alone. Commit new notes in test/unstable.json with the next change. */
export interface UnstableNote {
  file: string
  /** Date as `YYYY-MM-DD`. */
  date: string
  failures: string[]
}
/** With this many notes about one file, the run fails until the cause is fixed and the notes are deleted. */
const tooMany = 3

export const readNotes = (path: string): UnstableNote[] => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [])

export function addNotes(path: string, unstable: readonly FileOutcome[], date: string): void {
  if (unstable.length === 0) return
  const notes = [...readNotes(path), ...unstable.map(({ path: file, failures }): UnstableNote => ({ file, date, failures }))]
  writeFileSync(path, `${JSON.stringify(notes, null, 2)}\n`)
}

/** Returns a line for each file with too many notes. */
export function listTooUnstable(notes: readonly UnstableNote[]): string[] {
  return [...new Set(notes.map(({ file }) => file))].flatMap((file) => {
    const dates = notes.filter((note) => note.file === file).map(({ date }) => date)
    const line = `${file} passed only when run again on ${dates.join(', ')}: find the cause, then delete its notes in test/unstable.json`
    return dates.length < tooMany ? [] : [line]
  })
}
