import { spawn } from 'node:child_process'

export interface ProgramLimits {
  /** Processor time of all its threads together. */
  cpuSeconds: number
  /** Addresses that it may reserve. */
  memoryMiB: number
  /** Of each file that it writes. */
  fileMiB: number
  timeoutMs: number
}
export interface ProgramOptions {
  /** The folder that it runs in. */
  folder: string
  limits: ProgramLimits
  /** Ends it at once; then the signal's reason is thrown. */
  signal: AbortSignal
  /** Hears each line that it prints; without it, what is printed is returned. */
  onLine?: (line: string) => void
}

/** A program that ended with an error, or was ended: `killed` over one of its limits. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
  readonly kind: 'failed' | 'killed'
  /** The end of what it said about it. */
  readonly errors: string
  constructor(kind: 'failed' | 'killed', program: string, errors: string) {
    super(`${program} ${kind === 'failed' ? 'failed' : 'was ended'}: ${errors.trim().slice(-500)}`)
    this.kind = kind
    this.errors = errors
  }
}

/**
 * The system keeps the limits, so that they hold however busy this process is. The program runs as a child of a shell that reads a pipe
 * of ours: when this process ends, however it does, the pipe ends, and the shell ends the program.
 */
const supervisor = `
ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"; shift 3
exec 3<&0
nice -n 10 "$@" </dev/null 3<&- &
program=$!
{ cat <&3 >/dev/null; kill -9 "$program"; } >/dev/null 2>&1 &
wait "$program"`

/** How the shell says that a signal ended the program which the system sends over a limit: 128 and KILL (9), XCPU (24), XFSZ (25). */
const limitStatuses = new Set([9, 24, 25].map((number) => 128 + number))
const keptErrorBytes = 4000
/** What a program may print where its output is returned, and of one line where lines are heard. */
const maxOutputBytes = 1024 * 1024

/**
 * Runs a program on foreign bytes: its arguments reach it as they are, it has no environment of ours, no input, less claim to the
 * processor than this process, and limits.
 * @param program its path
 * @returns what it printed, unless `onLine` hears it
 * @throws ProgramError; the signal's reason
 */
export async function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<string> {
  const { folder, limits, signal, onLine } = options
  signal.throwIfAborted()
  const kibibytes = limits.memoryMiB * 1024
  const blocks = limits.fileMiB * 2048
  const child = spawn('/bin/sh', ['-c', supervisor, 'sh', ...[limits.cpuSeconds, kibibytes, blocks].map(String), program, ...args], {
    cwd: folder,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', HOME: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, which ends as a whole.
    detached: true,
  })
  let isOver = false
  const kill = () => {
    isOver = true
    child.stdin.destroy()
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  const timer = setTimeout(kill, limits.timeoutMs)
  signal.addEventListener('abort', kill, { once: true })
  let errors = ''
  let output = ''
  child.stdin.on('error', () => undefined)
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-keptErrorBytes)))
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => {
    if (output.length + text.length > maxOutputBytes) return kill()
    output += text
    if (!onLine) return
    const lines = output.split('\n')
    output = lines.pop()!
    lines.forEach(onLine)
  })
  try {
    const status = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
    signal.throwIfAborted()
    if (isOver || status === null || limitStatuses.has(status)) throw new ProgramError('killed', program, errors)
    if (status !== 0) throw new ProgramError('failed', program, errors)
    return output
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
    kill()
  }
}
