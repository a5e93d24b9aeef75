import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Started {
  url: string
  pid: number
  /** Milliseconds from the start of the process to its first answer. */
  startMs: number
  stop: () => Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function ended(child: ChildProcess) {
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
}

/** Starts a server of ours as a process of its own and waits until it answers at `path`. */
export async function start(args: readonly string[], path: string, env: Record<string, string>): Promise<Started> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
  })
  while (
    !(await fetch(url + path).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
    await sleep(10)
  }
  return {
    url,
    pid: child.pid!,
    startMs: Math.round(performance.now() - begun),
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}
