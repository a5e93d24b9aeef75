import type { ChildProcess } from 'node:child_process'
import type { AnyTask, FromChild, ToChild } from './task.ts'

/** A child process of the sandbox. */
export interface Child {
  process: ChildProcess
  isGone: boolean
  /** The end of the child's error output. */
  errors: string
  idleTimer?: NodeJS.Timeout | undefined
}

export interface RunTaskOptions {
  /** Called with each emitted piece, in sequence; an error aborts the task. */
  onPiece?: ((piece: unknown) => Promise<void>) | undefined
  /** Aborts only tasks with `onPiece`, because they may run long without a consumer. */
  signal?: AbortSignal | undefined
}

/** The child exited before the task ended. */
export class ChildExitError extends Error {
  override readonly name = 'ChildExitError'
  /** False if the child exited before it had loaded the task's code. */
  readonly hasBegun: boolean
  constructor(hasBegun: boolean) {
    super('the child exited')
    this.hasBegun = hasBegun
  }
}

type LastMessage = Extract<FromChild, { kind: 'done' | 'failed' }>

/** Milliseconds for a child to start and load a task's code. */
const startTimeoutMs = 30_000

export function endChild(child: Child): void {
  child.isGone = true
  child.process.kill('SIGKILL')
}

/**
 * Runs a task in a child. Ends the child if the task doesn't end normally.
 * @returns the child's last message
 * @throws ChildExitError; an error of `onPiece`; the signal's reason
 */
export function runTask(child: Child, task: AnyTask, payload: unknown, { onPiece, signal }: RunTaskOptions): Promise<LastMessage> {
  return new Promise((resolve, reject) => {
    let hasBegun = false
    /** The task has ended: further pieces are ignored. */
    let isOver = false
    let taking = Promise.resolve()
    let timer = setTimeout(onTimeout, startTimeoutMs)

    function send(message: ToChild): void {
      child.process.send(message, (error) => error && endChild(child))
    }
    function onTimeout(): void {
      child.errors += ' (out of time)'
      endChild(child)
    }
    function stopListening(): void {
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      child.process.off('message', onMessage).off('exit', onExit).off('error', onExit)
    }
    function fail(error: unknown): void {
      stopListening()
      endChild(child)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    function onAbort(): void {
      fail(signal?.reason)
    }
    function onExit(): void {
      stopListening()
      reject(new ChildExitError(hasBegun))
    }
    function onMessage(message: FromChild): void {
      if (message.kind === 'loaded') {
        hasBegun = true
        clearTimeout(timer)
        timer = setTimeout(onTimeout, task.timeoutMs)
      } else if (message.kind === 'piece') {
        taking = taking.then(() => receivePiece(message.piece))
        taking.catch(fail)
      } else void settle(message)
    }
    async function receivePiece(piece: unknown): Promise<void> {
      if (isOver) return
      await onPiece?.(piece)
      send({ taken: true })
    }
    /** The last piece may still be processed, and its failure fails the task. */
    async function settle(message: LastMessage): Promise<void> {
      try {
        await taking
      } catch (error) {
        return fail(error)
      }
      if (isOver) return
      stopListening()
      resolve(message)
    }

    if (onPiece) signal?.addEventListener('abort', onAbort, { once: true })
    child.process.on('message', onMessage).once('exit', onExit).once('error', onExit)
    // If sending fails, the child is killed, and its exit rejects the task.
    send({ task: task.name, payload })
  })
}
