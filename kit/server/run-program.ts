import { spawn } from 'node:child_process'

export interface ProgramLimits {
  /** CPU time of all threads of the program together. */
  cpuSeconds: number
  /** Address space. */
  memoryMiB: number
  /** Size of each written file. */
  fileMiB: number
  timeoutMs: number
}
export interface ProgramOptions {
  /** The working directory. */
  folder: string
  limits: ProgramLimits
  /** Kills the program when it aborts. Its reason is then thrown. */
  signal: AbortSignal
  /** Called for each line of output; without it, the output is returned. */
  onLine?: (line: string) => void
  /** Called with the end of the error output of a program that succeeded. */
  onWarnings?: (text: string) => void
}

/** A program that failed, or was `killed` for exceeding a limit. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
  readonly kind: 'failed' | 'killed'
  /** The end of the program's error output. */
  readonly errors: string
  constructor(kind: 'failed' | 'killed', program: string, errors: string) {
    super(`${program} ${kind === 'failed' ? 'failed' : 'was ended'}: ${errors.trim().slice(-500)}`)
    this.kind = kind
    this.errors = errors
  }
}

/**
 * Runs the program under limits of the system, which apply even if this process is busy. The program is a child of a shell that reads a
 * pipe from this process. When this process ends in any way, the pipe closes, and the shell kills the program.
 */
const supervisorCode = `
ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"; shift 3
exec 3<&0
nice -n 10 "$@" </dev/null 3<&- &
program=$!
{ cat <&3 >/dev/null; kill -9 "$program"; } >/dev/null 2>&1 &
wait "$program"`

/** Exit statuses of programs killed for a limit: 128 plus KILL (9), XCPU (24) or XFSZ (25). */
const limitStatuses = new Set([9, 24, 25].map((number) => 128 + number))
const maxErrorBytes = 4000
/** Maximum returned output, or length of one line for `onLine`. */
const maxOutputBytes = 1024 * 1024

/**
 * Runs a program on untrusted bytes: without our environment, without input, at low CPU priority, and with limits.
 * @param program its path
 * @returns its output, unless `onLine` is given
 * @throws ProgramError; the signal's reason
 */
export async function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<string> {
  const { folder, limits, signal, onLine } = options
  signal.throwIfAborted()
  const kibibytes = limits.memoryMiB * 1024
  const blocks = limits.fileMiB * 2048
  const child = spawn('/bin/sh', ['-c', supervisorCode, 'sh', ...[limits.cpuSeconds, kibibytes, blocks].map(String), program, ...args], {
    cwd: folder,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', HOME: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
    // In its own process group, which is killed as a whole.
    detached: true,
  })
  let isOver = false
  const kill = () => {
    isOver = true
    child.stdin.destroy()
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The program has already exited.
    }
  }
  const timer = setTimeout(kill, limits.timeoutMs)
  signal.addEventListener('abort', kill, { once: true })
  let errors = ''
  let output = ''
  child.stdin.on('error', () => undefined)
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-maxErrorBytes)))
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
    options.onWarnings?.(errors)
    return output
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
    kill()
  }
}
