import { setTimeout as sleep } from 'node:timers/promises'

/** Thrown where a start that is being called off would go on. */
export class Stopping extends Error {
  override readonly name = 'Stopping'
}

export interface Lifecycle {
  /**
   * Waits for something that has to be closed again, also when the stop begins while it still opens.
   * @param until milliseconds after the beginning of a stop that `close` may take until
   * @throws Stopping when the stop has begun meanwhile
   */
  open<T>(until: number, opening: Promise<T>, close: (opened: T) => Promise<unknown>): Promise<T>
  /** Closes everything in the reverse order and ends the process. The first call counts; resolves never. */
  stop(exitCode: number): Promise<never>
}

export interface LifecycleOptions {
  onSignal: (signal: NodeJS.Signals) => void
  /** What nobody caught: the process is in no known state and ends, with a clean database. */
  onCrash: (error: unknown) => void
  onTrouble: (error: unknown) => void
}

/** From the moment it is made, signals and uncaught errors end the process in order. */
export function createLifecycle({ onSignal, onCrash, onTrouble }: LifecycleOptions): Lifecycle {
  const closers: { until: number; close: () => Promise<unknown> }[] = []
  let ending: Promise<never> | undefined

  async function end(exitCode: number): Promise<never> {
    const start = performance.now()
    for (const { until, close } of closers.toReversed()) {
      const left = Math.max(0, until - (performance.now() - start))
      await Promise.race([close().catch(onTrouble), sleep(left)])
    }
    process.exit(exitCode)
  }
  const stop = (exitCode: number) => (ending ??= end(exitCode))

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      // npm passes on what the terminal sent already, and people press Ctrl+C twice.
      if (ending) return
      onSignal(signal)
      void stop(0)
    })
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      onCrash(error)
      void stop(1)
    })

  return {
    stop,
    async open(until, opening, close) {
      // What failed to open closed itself.
      closers.push({ until, close: () => opening.then(close, () => undefined) })
      const opened = await opening
      if (ending) throw new Stopping()
      return opened
    },
  }
}
