import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Sample } from './capacity-statistics.ts'
import type { Command, CommandResponse } from './capacity-viewers.ts'

/** The process that simulates viewers. */
export interface Viewers {
  pid: number
  run: (command: Exclude<Command, { do: 'sample' }>) => Promise<void>
  sample: () => Promise<Sample>
  stop: () => Promise<void>
}

const children = new Set<ChildProcess>()

async function endChild(child: ChildProcess) {
  children.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Stops all processes that {@link startViewers} started. */
export const stopViewers = (): Promise<unknown> => Promise.all([...children].map(endChild))

/**
 * Starts a process that simulates viewers, at first none.
 * @param worldFile JSON file with the contents of the site
 */
export function startViewers(worldFile: string): Viewers {
  const child = fork(join('scripts', 'bench', 'capacity-viewers.ts'), [worldFile])
  children.add(child)
  let pendingCall: { resolve: (result: unknown) => void; reject: (error: Error) => void } | undefined
  child.on('message', ({ result }: CommandResponse) => pendingCall?.resolve(result))
  child.on('exit', () => pendingCall?.reject(new Error('the process of the viewers has ended')))
  const sendCommand = (command: Command) =>
    new Promise<unknown>((resolve, reject) => {
      pendingCall = { resolve, reject }
      child.send(command)
    })
  return {
    pid: child.pid!,
    run: async (command) => void (await sendCommand(command)),
    sample: async () => (await sendCommand({ do: 'sample' })) as Sample,
    stop: () => endChild(child),
  }
}
