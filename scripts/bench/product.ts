import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, round } from './turns.ts'

export interface StartedProduct {
  url: string
  pid: number
  /** Milliseconds from the start of the process to its first response. */
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

/** Servers that run or are starting. */
const children = new Set<ChildProcess>()

/** Stops all servers that {@link startServer} started. */
export async function stopServers(): Promise<void> {
  await Promise.all([...children].map((child) => (child.kill('SIGTERM'), waitForEnd(child))))
}

async function waitForEnd(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
}

/** Starts a server as a process, and waits until it responds at `path`. */
export async function startServer(args: readonly string[], path: string, env: Record<string, string>): Promise<StartedProduct> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  while (
    !(await fetch(url + path).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${args.join(' ')} ended with ${child.exitCode ?? child.signalCode}`)
    await sleep(10)
  }
  return {
    url,
    pid: child.pid!,
    startMs: Math.round(performance.now() - startedMs),
    async stop() {
      child.kill('SIGTERM')
      await waitForEnd(child)
    },
  }
}

/** Measures the time to the first response. An empty Node process, started just before, is the comparison. */
export async function measureStart(product: () => Promise<StartedProduct>, times: number): Promise<{ ms: number; ratio: number }> {
  const starts: { ms: number; ratio: number }[] = []
  for (let i = 0; i < times; i++) {
    const startedMs = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    const bareMs = performance.now() - startedMs
    const { startMs, stop } = await product()
    await stop()
    starts.push({ ms: startMs, ratio: startMs / bareMs })
  }
  return { ms: median(starts.map(({ ms }) => ms)), ratio: round(median(starts.map(({ ratio }) => ratio)), 1) }
}
