import { type ChildProcess, fork } from 'node:child_process'
import { unlessAborted } from '../abort.ts'
import { createFairQueue } from '../fair-queue.ts'
import type { FromChild, SandboxTask, ToChild } from './task.ts'

/**
 * Why a task gave no result: `failed` = it threw; `killed` = it took too long or too much, or ended its process; `unavailable` = it
 * never began, because no process could be started or the server ends.
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
  /** The file that children run: it calls `serveTasks`. */
  entry: string
  /** Children at once. */
  maxProcesses: number
  /** Resident memory of one child, and half of it for JavaScript's own heap; about 60 MiB of it is Node itself. */
  memoryMiB: number
  /** Tasks that may wait; a quarter of them of one user. */
  maxWaiting?: number
  /** Milliseconds after which an unused child ends. */
  idleMs?: number
  log: { warn: (fields: object, message: string) => void }
}

export interface RunOptions {
  /** For whom: users are served round robin, and nobody gets all processes. */
  by?: string | undefined
  /** Drops the task: from the queue, or its result; one that hands over pieces ends with it. */
  signal?: AbortSignal | undefined
  /** Takes what the task emits, one piece after the other; when it fails, the work ends with that. */
  onPiece?: ((piece: unknown) => Promise<void>) | undefined
}

export interface Sandbox {
  /**
   * Does a piece of work in a child process.
   * @throws SandboxError; QueueFull when too many wait; the signal's reason
   */
  run: <Payload, Result>(task: SandboxTask<Payload, Result>, payload: Payload, options?: RunOptions) => Promise<Result>
  /** Ends all children at once. */
  stop: () => void
}

/** Milliseconds for a child to start and load a task's code. */
const startTimeoutMs = 30_000
/** Of a child's error output, for the log. */
const keptErrorCharacters = 1000

interface Child {
  process: ChildProcess
  isGone: boolean
  /** What it printed last. */
  errors: string
  idleTimer?: NodeJS.Timeout | undefined
}

/**
 * A small pool of child processes in which foreign bytes are parsed: whatever they do to their parser, the server goes on. Children
 * start when there is work, get no environment of ours, and end after idling, over their limits of time and memory, or with the server.
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
      // No secrets. The setting keeps glibc from holding on to freed memory once for each thread.
      env: { MALLOC_ARENA_MAX: '2' },
      // With a young generation of 48 MB, V8 runs into the limit of the old one and collects without end.
      execArgv: [`--max-old-space-size=${Math.floor(memoryMiB / 2)}`, '--max-semi-space-size=4'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const child: Child = { process, isGone: false, errors: '' }
    children.add(child)
    process.stderr?.on('data', (chunk: Buffer) => (child.errors = (child.errors + chunk.toString('utf8')).slice(-keptErrorCharacters)))
    const remove = () => {
      child.isGone = true
      clearTimeout(child.idleTimer)
      children.delete(child)
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1)
    }
    process.once('exit', remove).once('error', remove)
    return child
  }

  function end(child: Child) {
    child.isGone = true
    child.process.kill('SIGKILL')
  }

  function keep(child: Child, residentBytes: number) {
    // What a parser left behind would be missing to the next one.
    if (residentBytes > (memoryMiB * 1024 * 1024) / 2) return end(child)
    child.idleTimer = setTimeout(() => end(child), idleMs).unref()
    idle.push(child)
  }

  function take(): Child {
    if (isStopped) throw new SandboxError('unavailable', 'the sandbox has ended')
    const child = idle.pop()
    clearTimeout(child?.idleTimer)
    return child && !child.isGone ? child : start()
  }

  function perform(
    child: Child,
    { name, timeoutMs }: SandboxTask<never, unknown>,
    payload: unknown,
    { onPiece, signal }: Pick<RunOptions, 'onPiece' | 'signal'>,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let hasBegun = false
      /** Its end is told: of what the child made besides nothing is taken. */
      let isOver = false
      let taking = Promise.resolve()
      async function takePiece(piece: unknown) {
        if (isOver) return
        await onPiece?.(piece)
        tell({ taken: true })
      }
      const tell = (message: ToChild) => child.process.send(message, (error) => error && end(child))
      const fail = (error: unknown) => {
        stopListening()
        end(child)
        reject(error instanceof Error ? error : new Error(String(error)))
      }
      const onAbort = () => fail(signal?.reason)
      // What hands over pieces may work for long, and has nobody left who takes them.
      if (onPiece) signal?.addEventListener('abort', onAbort, { once: true })
      let timer = setTimeout(onTimeout, startTimeoutMs)
      function onTimeout() {
        child.errors += ' (out of time)'
        end(child)
      }
      function stopListening() {
        isOver = true
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        child.process.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      }
      function onEnd() {
        stopListening()
        if (isStopped) return reject(new SandboxError('unavailable', 'the sandbox has ended'))
        const { exitCode, signalCode } = child.process
        log.warn(
          { task: name, exitCode, signalCode, output: child.errors },
          hasBegun ? 'a task ended its process' : 'a task could not begin',
        )
        reject(new SandboxError(hasBegun ? 'killed' : 'unavailable', `${name} was ended by ${signalCode ?? exitCode}`))
      }
      function onMessage(message: FromChild) {
        if (message.kind === 'loaded') {
          hasBegun = true
          clearTimeout(timer)
          timer = setTimeout(onTimeout, timeoutMs)
          return
        }
        if (message.kind === 'piece') {
          taking = taking.then(() => takePiece(message.piece))
          taking.catch(fail)
          return
        }
        void settle(message)
      }
      /** All pieces were made; what becomes of the last ones belongs to the work. */
      async function settle(message: Exclude<FromChild, { kind: 'loaded' | 'piece' }>) {
        try {
          await taking
        } catch (error) {
          return fail(error)
        }
        if (isOver) return
        stopListening()
        keep(child, message.residentBytes)
        if (message.kind === 'done') resolve(message.result)
        else reject(new SandboxError('failed', message.message))
      }
      child.process.on('message', onMessage).once('exit', onEnd).once('error', onEnd)
      // What can't be sent ends in the child's exit.
      tell({ task: name, payload })
    })
  }

  return {
    run<Payload, Result>(task: SandboxTask<Payload, Result>, payload: Payload, { by, signal, onPiece }: RunOptions = {}) {
      // Who has gone is not waited for, while the process stays theirs until the work ends: nobody gets two by hanging up.
      const work = enqueue(() => perform(take(), task as SandboxTask<never, unknown>, payload, { onPiece, signal }), {
        key: by,
        signal,
      }) as Promise<Result>
      return signal ? unlessAborted(work, signal) : work
    },
    stop() {
      isStopped = true
      for (const child of children) end(child)
    },
  }
}
