import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SetupError } from '#kit/server/setup-error.ts'
import { makeFolder } from './data-dir.ts'

export interface LogWriter {
  /** Takes a line and returns at once, whatever the disk does: what cannot be written waits, up to {@link maxPendingBytes}. */
  write(line: string): void
  /** The next line goes to the file that stands at the path by then. */
  reopen(): void
  /** Writes what is left. On a disk that is full it gives up; on one that hangs it never resolves. */
  close(): Promise<void>
}

export interface LogFileOptions {
  path: string
  /** A file that reaches this many bytes becomes `{path}.1`, that one `{path}.2`, and so on. */
  maxBytes: number
  /** How many files there are at most, with the one that is written. */
  maxFiles: number
  /** Hears, once each, that the log cannot be written and that it can again. */
  onNotice: (sentence: string) => void
  /**
   * How often, while something is logged, it is looked whether the file is still the one at its path and whether it is full; and how
   * often it is tried again when it cannot be written. Default: 1000.
   */
  checkMs?: number
}

/** What is kept for a log that cannot be written: a minute of a busy server, and no memory to speak of. */
const maxPendingBytes = 1_000_000

/** A full disk is no reason not to start: the log begins when there is room again. */
const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error))

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)

/** Lines that wait to be written; those for which there is no room are counted. */
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
    /** Everything that waits, as one piece; undefined: nothing. */
    take() {
      if (!lines.length) return undefined
      const all = lines.length === 1 ? lines[0]! : Buffer.concat(lines)
      lines = []
      bytes = 0
      return all
    },
    takeDropped() {
      const count = dropped
      dropped = 0
      return count
    },
  }
}

/** Says that the log cannot be written, and that it can again: once each. */
function createNotices(place: string, onNotice: (sentence: string) => void) {
  let isBroken = false
  return {
    failed(error: unknown) {
      if (!isBroken) onNotice(`The log (${place}) cannot be written (${codeOf(error)}): Choice goes on without it.`)
      isBroken = true
    },
    worked(dropped: number) {
      if (isBroken) onNotice(`The log (${place}) is written again${dropped ? `; ${dropped} lines are lost` : ''}.`)
      isBroken = false
    },
  }
}

/**
 * A log on disk, written without ever waiting for the disk. It is rotated by size, and begun anew when somebody moved or removed it.
 * @throws SetupError when the path is none that can be written to
 */
export async function openLogFile({ path, maxBytes, maxFiles, onNotice, checkMs = 1000 }: LogFileOptions): Promise<LogWriter> {
  const backlog = createBacklog()
  const notices = createNotices(path, onNotice)
  let file: FileHandle | undefined
  /** What is being written; the rest of it after a write that was cut short. */
  let current: Buffer | undefined
  let lookAt = 0
  let mustReopen = false
  let isClosing = false
  let draining: Promise<void> | undefined

  async function openFile() {
    makeFolder(dirname(path), 0o700)
    // Non-blocking: a pipe that nobody reads is an error and no endless wait.
    const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK } = constants
    return open(path, O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK, 0o600)
  }
  async function closeFile() {
    const closing = file
    file = undefined
    await closing?.close().catch(() => undefined)
  }

  /** Reopens a file that was moved or removed, and rotates one that is full. */
  async function look() {
    if (mustReopen) await closeFile()
    mustReopen = false
    if (file && performance.now() < lookAt) return
    const opened = await file?.stat()
    if (opened?.isFile()) {
      const found = await stat(path).catch(() => undefined)
      if (!isSame(opened, found)) await closeFile()
      else if (opened.size >= maxBytes) {
        await rotate(path, maxFiles)
        await closeFile()
      }
    }
    file ??= await openFile()
    lookAt = performance.now() + checkMs
  }

  async function drain() {
    for (;;) {
      current ??= backlog.take()
      if (!current) return
      try {
        await look()
        const { bytesWritten } = await file!.write(current)
        current = bytesWritten < current.length ? current.subarray(bytesWritten) : undefined
        if (!current) notices.worked(backlog.takeDropped())
      } catch (error) {
        notices.failed(error)
        await closeFile()
        if (isClosing) return
        await new Promise((resolve) => setTimeout(resolve, checkMs).unref())
      }
    }
  }
  const start = () => (draining ??= drain().finally(() => (draining = undefined)))

  // One that is full already is put aside before anything is written.
  try {
    file = await openFile()
    await look()
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

const isSame = (one: Stats, other: Stats | undefined) => one.ino === other?.ino && one.dev === other.dev

/** `log.1` becomes `log.2` … and `log` becomes `log.1`; the last one goes. */
async function rotate(path: string, maxFiles: number) {
  const names = Array.from({ length: maxFiles }, (_, index) => (index ? `${path}.${index}` : path))
  await rm(names.at(-1)!, { force: true })
  for (let index = names.length - 2; index >= 0; index--)
    await rename(names[index]!, names[index + 1]!).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
}

/** The log on standard output. A reader that is slow or gone costs lines, and nobody waits for it. */
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
