import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { FileOutcome } from './reporter.ts'

/** A file failed and passed when it was run once more, alone. test/unstable.json keeps these notes; they are committed with the next change. */
export interface Note {
  file: string
  /** Like 2026-11-26. */
  date: string
  failures: string[]
}
/** So many notes of a file fail the run, until somebody has found the cause and deleted them. */
const tooMany = 3

export const readNotes = (path: string): Note[] => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [])

export function addNotes(path: string, unstable: readonly FileOutcome[], date: string): void {
  if (unstable.length === 0) return
  const notes = [...readNotes(path), ...unstable.map(({ path: file, failures }): Note => ({ file, date, failures }))]
  writeFileSync(path, `${JSON.stringify(notes, null, 2)}\n`)
}

/** One line for each file that was noted too often. */
export function findTooOften(notes: readonly Note[]): string[] {
  return [...new Set(notes.map(({ file }) => file))].flatMap((file) => {
    const dates = notes.filter((note) => note.file === file).map(({ date }) => date)
    const line = `${file} passed only when run again on ${dates.join(', ')}: find the cause, then delete its notes in test/unstable.json`
    return dates.length < tooMany ? [] : [line]
  })
}
