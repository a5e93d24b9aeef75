import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { messageOf, SetupError } from '../setup-error.ts'

/** Bytes at the end of the log that are searched. */
const searchedBytes = 65_536

/** Returns the message of the last crash in PostgreSQL's log; undefined if there is none. */
function findLastPanic(logFile: string): string | undefined {
  const file = openSync(logFile, 'r')
  try {
    const { size } = fstatSync(file)
    const end = Buffer.alloc(Math.min(size, searchedBytes))
    readSync(file, end, 0, end.length, size - end.length)
    return [...end.toString().matchAll(/PANIC: +(.+)/g)].at(-1)?.[1]
  } finally {
    closeSync(file)
  }
}

/**
 * Explains a lost connection by PostgreSQL's log, because a server that crashes sends no reason.
 * @param logFile undefined for an external server
 * @returns the error itself if the connection wasn't lost, or the log has no crash
 */
export function explainCrash(error: unknown, logFile: string | undefined): unknown {
  if (logFile === undefined || !messageOf(error).includes('Connection terminated')) return error
  const panic = findLastPanic(logFile)
  if (panic === undefined) return error
  const advice = panic.includes('No space left on device')
    ? "The database's disk is full: make room, then try again."
    : 'PostgreSQL crashed.'
  return new SetupError(`${advice} (${panic})`, { cause: error })
}
