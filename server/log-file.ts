import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SetupError } from '#kit/server/setup-error.ts'
import { makeFolder } from './data-dir.ts'

export interface LogWriter {
  /** Takes a line and returns immediately. If the disk is slow, up to {@link maxPendingBytes} of lines wait. */
  write(line: string): void
  /** Reopens the path before the next line. */
  reopen(): void
  /** Writes pending lines. Stops at a full disk; never resolves on a disk that hangs. */
  close(): Promise<void>
}

export interface LogFileOptions {
  path: string
  /** Maximum bytes per file. A full file becomes `{path}.1`, `{path}.1` becomes `{path}.2`, and so on. */
  maxBytes: number
  /** Maximum number of files, including the current one. */
  maxFiles: number
  /** Called once when writing fails, and once when it works again. */
  onNotice: (sentence: string) => void
  /**
   * While lines are written: milliseconds between checks whether the file was moved or is full, and between retries of failed writes.
   * Default: 1000.
   */
  checkMs?: number
}

/** Maximum bytes that wait while writing fails: the lines of a minute on a busy server. */
const maxPendingBytes = 1_000_000

/** Whether the disk is full. The log then opens without a file, because a full disk must not prevent a start. */
const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error))

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)

/** Creates a queue of pending lines. It counts the lines that were dropped for lack of room. */
function createBacklog() {
  let lines: Buffer[] = []
  let bytes = 0
  let dropped = 0
  return {
    push(line: string) {
      const piece = Buffer.from(line)
      if (bytes + piece.length > maxPendingBytes) return void dropped++
      lines.push(piece)
      bytes += piece.length
    },
    /** Takes all pending lines as one buffer; undefined: none. */
    take() {
      if (!lines.length) return undefined
      const allBytes = lines.length === 1 ? lines[0]! : Buffer.concat(lines)
      lines = []
      bytes = 0
      return allBytes
    },
    readDroppedCount() {
      const count = dropped
      dropped = 0
      return count
    },
  }
}

/** Reports once when writing fails, and once when it works again. */
function createNotices(logName: string, onNotice: (sentence: string) => void) {
  let isBroken = false
  return {
    failed(error: unknown) {
      if (!isBroken) onNotice(`The log (${logName}) cannot be written (${codeOf(error)}): Choice goes on without it.`)
      isBroken = true
    },
    worked(dropped: number) {
      if (isBroken) onNotice(`The log (${logName}) is written again${dropped ? `; ${dropped} lines are lost` : ''}.`)
      isBroken = false
    },
  }
}

/**
 * Opens a log file whose writes never block. It is rotated by size, and reopened when it was moved or removed.
 * @throws SetupError if the path can't be written
 */
export async function openLogFile({ path, maxBytes, maxFiles, onNotice, checkMs = 1000 }: LogFileOptions): Promise<LogWriter> {
  const backlog = createBacklog()
  const notices = createNotices(path, onNotice)
  let file: FileHandle | undefined
  /** The buffer being written; after a partial write, the part that is still unwritten. */
  let current: Buffer | undefined
  let nextCheckMs = 0
  let mustReopen = false
  let isClosing = false
  let draining: Promise<void> | undefined

  async function openFile() {
    makeFolder(dirname(path), 0o700)
    // Non-blocking, because opening a pipe without a reader would otherwise block forever.
    const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK } = constants
    return open(path, O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK, 0o600)
  }
  async function closeFile() {
    const closing = file
    file = undefined
    await closing?.close().catch(() => undefined)
  }

  /** Reopens a moved or removed file, and rotates a full one. */
  async function checkFile() {
    if (mustReopen) await closeFile()
    mustReopen = false
    if (file && performance.now() < nextCheckMs) return
    const stats = await file?.stat()
    if (stats?.isFile()) {
      const result = await stat(path).catch(() => undefined)
      if (!isSame(stats, result)) await closeFile()
      else if (stats.size >= maxBytes) {
        await rotateFiles(path, maxFiles)
        await closeFile()
      }
    }
    file ??= await openFile()
    nextCheckMs = performance.now() + checkMs
  }

  async function drain() {
    for (;;) {
      current ??= backlog.take()
      if (!current) return
      try {
        await checkFile()
        const { bytesWritten } = await file!.write(current)
        current = bytesWritten < current.length ? current.subarray(bytesWritten) : undefined
        if (!current) notices.worked(backlog.readDroppedCount())
      } catch (error) {
        notices.failed(error)
        await closeFile()
        if (isClosing) return
        await new Promise((resolve) => setTimeout(resolve, checkMs).unref())
      }
    }
  }
  const start = () => (draining ??= drain().finally(() => (draining = undefined)))

  // At the start, rotates a file that is already full.
  try {
    file = await openFile()
    await checkFile()
  } catch (error) {
    if (!isFull(error)) throw new SetupError(`LOG_FILE is "${path}", which is no file that can be written to (${codeOf(error)}).`)
    notices.failed(error)
  }
  return {
    write(line) {
      backlog.push(line)
      void start()
    },
    reopen: () => void (mustReopen = true),
    async close() {
      isClosing = true
      await start()
      await closeFile()
    },
  }
}

const isSame = (a: Stats, b: Stats | undefined) => a.ino === b?.ino && a.dev === b.dev

/** Renames `log.1` to `log.2`, and so on, and `log` to `log.1`; deletes the last one. */
async function rotateFiles(path: string, maxFiles: number) {
  const names = Array.from({ length: maxFiles }, (_, index) => (index ? `${path}.${index}` : path))
  await rm(names.at(-1)!, { force: true })
  for (let index = names.length - 2; index >= 0; index--)
    await rename(names[index]!, names[index + 1]!).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
}

/** Opens the log on standard output. If its reader is slow or gone, lines are dropped instead of blocking. */
export function openStandardOutput(onNotice: (sentence: string) => void, stream: NodeJS.WriteStream = process.stdout): LogWriter {
  const notices = createNotices('standard output', onNotice)
  let dropped = 0
  stream.on('error', (error) => notices.failed(error))
  return {
    write(line) {
      if (stream.writableLength > maxPendingBytes) return void dropped++
      stream.write(line, (error) => {
        if (error) return
        notices.worked(dropped)
        dropped = 0
      })
    },
    reopen() {},
    close: () => new Promise((resolve) => void stream.write('', () => resolve())),
  }
}
