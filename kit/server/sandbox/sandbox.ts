import { fork } from 'node:child_process'
import { rejectWhenAborted } from '../abort.ts'
import { createFairQueue } from '../fair-queue.ts'
import { type Child, ChildExitError, endChild, runTask, type RunTaskOptions } from './run-task.ts'
import type { AnyTask, SandboxTask } from './task.ts'

/**
 * Why a task has no result. `failed`: it threw. `killed`: it exceeded a limit, or exited. `unavailable`: it never began, because no process
 * could be started or the server stops.
 */
type SandboxProblem = 'failed' | 'killed' | 'unavailable'

export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  readonly kind: SandboxProblem
  constructor(kind: SandboxProblem, message: string) {
    super(message)
    this.kind = kind
  }
}

export interface SandboxOptions {
  /** The file that children run; it calls `serveTasks`. */
  entry: string
  /** Maximum concurrent children. */
  maxProcesses: number
  /** Maximum resident memory of a child; half of it for the JavaScript heap. Node itself uses about 60 MiB. */
  memoryMiB: number
  /** Maximum waiting tasks; a quarter of them per user. */
  maxWaiting?: number
  /** Milliseconds after which an idle child ends. */
  idleMs?: number
  log: { warn: (fields: object, message: string) => void }
}

export interface RunOptions extends RunTaskOptions {
  /** The user of the task. Users are served round robin, and none gets all processes. */
  by?: string | undefined
  /**
   * On abort, a waiting task leaves the queue, and a running task with `onPiece` is killed. Other running tasks end, but their results are
   * dropped.
   */
  signal?: AbortSignal | undefined
}

export interface Sandbox {
  /**
   * Runs a task in a child process.
   * @throws SandboxError; QueueFullError if too many wait; the signal's reason
   */
  run: <Payload, Result>(task: SandboxTask<Payload, Result>, payload: Payload, options?: RunOptions) => Promise<Result>
  /** Kills all children. */
  stop: () => void
}

/** Characters of a child's error output kept for the log. */
const maxErrorCharacters = 1000

/**
 * Creates a small pool of child processes that parse untrusted bytes, so that attacks on a parser don't affect the server. Children start
 * on demand and get none of our environment. They end when idle, over their limits of time and memory, or with the server.
 */
export function createSandbox({ entry, maxProcesses, memoryMiB, maxWaiting = 200, idleMs = 30_000, log }: SandboxOptions): Sandbox {
  const enqueue = createFairQueue({
    concurrency: maxProcesses,
    concurrencyPerKey: Math.max(1, maxProcesses - 1),
    maxWaiting,
    maxWaitingPerKey: Math.max(1, Math.floor(maxWaiting / 4)),
  })
  const children = new Set<Child>()
  const idle: Child[] = []
  let isStopped = false

  function start(): Child {
    const process = fork(entry, [String(memoryMiB * 1024 * 1024)], {
      serialization: 'advanced',
      // Children get no secrets. This setting keeps glibc from retaining freed memory per thread.
      env: { MALLOC_ARENA_MAX: '2' },
      // Limits the young generation of the heap. With 48 MB for it, V8 reaches the limit of the old generation and collects garbage without
      // end.
      execArgv: [`--max-old-space-size=${Math.floor(memoryMiB / 2)}`, '--max-semi-space-size=4'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const child: Child = { process, isGone: false, errors: '' }
    children.add(child)
    process.stderr?.on('data', (chunk: Buffer) => (child.errors = (child.errors + chunk.toString('utf8')).slice(-maxErrorCharacters)))
    const remove = () => {
      child.isGone = true
      clearTimeout(child.idleTimer)
      children.delete(child)
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1)
    }
    process.once('exit', remove).once('error', remove)
    return child
  }

  function reuseChild(child: Child, residentBytes: number) {
    // Ends a child that retains much memory, because its next task would have less.
    if (residentBytes > (memoryMiB * 1024 * 1024) / 2) return endChild(child)
    child.idleTimer = setTimeout(() => endChild(child), idleMs).unref()
    idle.push(child)
  }

  function acquireChild(): Child {
    if (isStopped) throw new SandboxError('unavailable', 'the sandbox has ended')
    const child = idle.pop()
    clearTimeout(child?.idleTimer)
    return child && !child.isGone ? child : start()
  }

  async function perform(task: AnyTask, payload: unknown, options: RunTaskOptions): Promise<unknown> {
    const child = acquireChild()
    try {
      const message = await runTask(child, task, payload, options)
      reuseChild(child, message.residentBytes)
      if (message.kind === 'failed') throw new SandboxError('failed', message.message)
      return message.result
    } catch (error) {
      throw error instanceof ChildExitError ? describeExit(child, task, error) : error
    }
  }

  function describeExit(
    { process: { exitCode, signalCode }, errors }: Child,
    { name }: AnyTask,
    { hasBegun }: ChildExitError,
  ): SandboxError {
    if (isStopped) return new SandboxError('unavailable', 'the sandbox has ended')
    log.warn({ task: name, exitCode, signalCode, output: errors }, hasBegun ? 'a task ended its process' : 'a task could not begin')
    return new SandboxError(hasBegun ? 'killed' : 'unavailable', `${name} was ended by ${signalCode ?? exitCode}`)
  }

  return {
    run<Payload, Result>(task: SandboxTask<Payload, Result>, payload: Payload, { by, signal, onPiece }: RunOptions = {}) {
      // An aborted caller returns immediately. Its process counts until the task ends, so that aborting doesn't give a user two processes.
      const work = enqueue(() => perform(task as AnyTask, payload, { onPiece, signal }), { key: by, signal }) as Promise<Result>
      return signal ? rejectWhenAborted(work, signal) : work
    },
    stop() {
      isStopped = true
      for (const child of children) endChild(child)
    },
  }
}
