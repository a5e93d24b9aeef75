import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Thrown to end a start that is being cancelled. */
class StoppingError extends Error {
  override readonly name = 'StoppingError'
}

export interface Lifecycle {
  /**
   * Waits for a resource that the stop has to close, even if the stop begins while it opens.
   * @param until deadline of `close`, in milliseconds after the stop began
   * @throws an error if the stop began during `opening`
   */
  open<T>(until: number, opening: Promise<T>, close: (resource: T) => Promise<unknown>): Promise<T>
  /** Whether the stop has begun. The stop is then the cause of all failures, including those of a start. */
  isEnding(): boolean
  /** Closes everything in reverse order and ends the process. Only the first call counts; never resolves. */
  stop(exitCode: number): Promise<never>
}

export interface LifecycleOptions {
  onSignal: (signal: NodeJS.Signals) => void
  /**
   * Called for a SIGHUP without a terminal, which service managers send; the process continues. Without this handler, or when a terminal
   * closes, SIGHUP ends the process.
   */
  onReload?: () => void
  /** Handles uncaught errors. The state of the process is unknown, so the process ends after closing its database cleanly. */
  onCrash: (error: unknown) => void
  onError: (error: unknown) => void
}

/** Creates a lifecycle, which ends the process cleanly after signals and uncaught errors. */
export function createLifecycle({ onSignal, onReload, onCrash, onError }: LifecycleOptions): Lifecycle {
  const closeSteps: { until: number; close: () => Promise<unknown> }[] = []
  let ending: Promise<never> | undefined
  let hasCrashed = false

  async function end(exitCode: number): Promise<never> {
    const start = performance.now()
    let isAbandoned = false
    for (const { until, close } of closeSteps.toReversed()) {
      const remainingMs = Math.max(0, until - (performance.now() - start))
      const closed = close().then(
        () => true,
        (error: unknown) => (onError(error), true),
      )
      if (!(await Promise.race([closed, sleep(remainingMs, false)]))) isAbandoned = true
    }
    if (isAbandoned) scheduleKill()
    process.exit(exitCode)
  }
  const stop = (exitCode: number) => (ending ??= end(exitCode))

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (signal === 'SIGHUP' && onReload && !process.stdin.isTTY && !process.stdout.isTTY) return onReload()
      // npm repeats signals that the terminal already sent, and users press Ctrl+C twice.
      if (ending) return
      onSignal(signal)
      void stop(0)
    })
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      if (hasCrashed) return
      hasCrashed = true
      onCrash(error)
      void stop(1)
    })

  return {
    stop,
    isEnding: () => ending !== undefined,
    async open(until, opening, close) {
      // If opening failed, there is nothing to close.
      closeSteps.push({ until, close: () => opening.then(close, () => undefined) })
      const resource = await opening
      if (ending) throw new StoppingError()
      return resource
    },
  }
}

/**
 * Kills the process from outside after one second, because an exit waits for system calls that never return, such as on a disk that hangs.
 */
const scheduleKill = () => spawn('/bin/sh', ['-c', `sleep 1; kill -9 ${process.pid}`], { detached: true, stdio: 'ignore' }).unref()
