import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Thrown where a start that is being called off would go on. */
class Stopping extends Error {
  override readonly name = 'Stopping'
}

export interface Lifecycle {
  /**
   * Waits for something that has to be closed again, also when the stop begins while it still opens.
   * @param until milliseconds after the beginning of a stop that `close` may take until
   * @throws an error when the stop has begun meanwhile
   */
  open<T>(until: number, opening: Promise<T>, close: (opened: T) => Promise<unknown>): Promise<T>
  /** The stop has begun: what fails from then on, in the middle of a start too, fails because of it. */
  isEnding(): boolean
  /** Closes everything in the reverse order and ends the process. The first call counts; resolves never. */
  stop(exitCode: number): Promise<never>
}

export interface LifecycleOptions {
  onSignal: (signal: NodeJS.Signals) => void
  /** SIGHUP without a terminal, as services get it: the process goes on. When not given, and when a terminal closes, it ends. */
  onReload?: () => void
  /** What nobody caught: the process is in no known state and ends, with a clean database. */
  onCrash: (error: unknown) => void
  onTrouble: (error: unknown) => void
}

/** From the moment it is made, signals and uncaught errors end the process in order. */
export function createLifecycle({ onSignal, onReload, onCrash, onTrouble }: LifecycleOptions): Lifecycle {
  const closers: { until: number; close: () => Promise<unknown> }[] = []
  let ending: Promise<never> | undefined
  let hasCrashed = false

  async function end(exitCode: number): Promise<never> {
    const start = performance.now()
    let isAbandoned = false
    for (const { until, close } of closers.toReversed()) {
      const left = Math.max(0, until - (performance.now() - start))
      const closed = close().then(
        () => true,
        (error: unknown) => (onTrouble(error), true),
      )
      if (!(await Promise.race([closed, sleep(left, false)]))) isAbandoned = true
    }
    if (isAbandoned) killSoon()
    process.exit(exitCode)
  }
  const stop = (exitCode: number) => (ending ??= end(exitCode))

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (signal === 'SIGHUP' && onReload && !process.stdin.isTTY && !process.stdout.isTTY) return onReload()
      // npm passes on what the terminal sent already, and people press Ctrl+C twice.
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
      // What failed to open closed itself.
      closers.push({ until, close: () => opening.then(close, () => undefined) })
      const opened = await opening
      if (ending) throw new Stopping()
      return opened
    },
  }
}

/** The end waits for calls to the system that never return, on a disk that hangs: one second later the process is killed from outside. */
const killSoon = () => spawn('/bin/sh', ['-c', `sleep 1; kill -9 ${process.pid}`], { detached: true, stdio: 'ignore' }).unref()
