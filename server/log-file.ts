import { renameSync, statSync } from 'node:fs'
import pino from 'pino'

export interface LogFile {
  destination: ReturnType<typeof pino.destination>
  /** Writes what is left. */
  close(): void
}

/** A log on disk that never takes more than two files of 20 MB: the full one becomes `{path}.1`. `-` is standard output. */
export function openLogFile(path: string, maxBytes = 20_000_000): LogFile {
  if (path === '-') return { destination: pino.destination(1), close: () => undefined }
  rotate(path, maxBytes)
  const destination = pino.destination({ dest: path, mkdir: true, mode: 0o600, minLength: 4096, sync: true })
  const timer = setInterval(() => {
    destination.flush()
    if (rotate(path, maxBytes)) destination.reopen()
  }, 1000)
  timer.unref()
  return {
    destination,
    close() {
      clearInterval(timer)
      destination.flushSync()
    },
  }
}

function rotate(path: string, maxBytes: number) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < maxBytes) return false
  renameSync(path, `${path}.1`)
  return true
}
