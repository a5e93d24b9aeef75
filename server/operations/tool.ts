import { explain, SetupError } from '#kit/server/setup-error.ts'
import { createLifecycle, type Lifecycle, Stopping } from '../lifecycle.ts'

/**
 * Runs a tool of the command line to its end and then ends the process: whatever was opened meanwhile through `lifecycle` is
 * closed, also after an error or Ctrl+C.
 */
export async function runTool(work: (lifecycle: Lifecycle) => Promise<string>): Promise<void> {
  const complain = (error: unknown) => void process.stderr.write(`${explain(error)}\n`)
  const lifecycle = createLifecycle({ onSignal: () => undefined, onCrash: complain, onTrouble: complain })
  try {
    process.stdout.write(`${await work(lifecycle)}\n`)
    await lifecycle.stop(0)
  } catch (error) {
    if (error instanceof Stopping) return
    complain(error)
    await lifecycle.stop(1)
  }
}

/** The one argument that a tool takes, besides flags. @throws SetupError with `usage` when there is none or more */
export function onlyArgument(args: readonly string[], usage: string): string {
  const [first, ...more] = args.filter((arg) => !arg.startsWith('--'))
  if (!first || more.length) throw new SetupError(usage)
  return first
}
