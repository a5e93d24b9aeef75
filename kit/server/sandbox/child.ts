import { writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { AnyTask, FromChild, ToChild } from './task.ts'

/**
 * Kills this process if it exceeds its limits, or if the server has exited. Runs in a thread of its own, so that it works while the main
 * thread is blocked. Plain JavaScript, because the thread can't load TypeScript.
 */
const watchdogCode = `
const { parentId, memoryBytes, cpuEndMs } = require('node:worker_threads').workerData
setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (process.ppid !== parentId || process.memoryUsage.rss() > memoryBytes || (user + system) / 1000 > cpuEndMs[0])
    process.kill(process.pid, 'SIGKILL')
}, 20)`

/** Maximum pieces that the server hasn't taken yet, so that neither side blocks the other. */
const maxWaitingPieces = 8

const usedCpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Send errors are ignored, as they mean that the server has exited. */
const sendToParent = (message: FromChild) => process.send?.(message, undefined, {}, () => undefined)

/** Runs tasks one after the other, as sent by the server, until it disconnects. The main function of a child process. */
export function serveTasks(tasks: readonly AnyTask[]): void {
  process.on('disconnect', () => process.exit())
  // Ignores signals that terminals and service managers send to all processes together: the server finishes its work and then ends this
  // process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // If memory is short, the system kills this process rather than the server or its database.
  writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)

  const cpuEndMs = new Float64Array(new SharedArrayBuffer(8)).fill(Infinity)
  const workerData = { parentId: process.ppid, memoryBytes: Number(process.argv[2]), cpuEndMs }
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }
  new Worker(watchdogCode, { eval: true, execArgv: [], env: {}, workerData, resourceLimits }).unref()

  /** Pieces that the server has not taken yet, in order. */
  const pendingResolvers: (() => void)[] = []
  const emitted: Promise<void>[] = []
  async function emit(piece: unknown) {
    sendToParent({ kind: 'piece', piece })
    emitted.push(new Promise((resolve) => pendingResolvers.push(resolve)))
    if (emitted.length > maxWaitingPieces) await emitted.shift()
  }

  async function perform({ task: name, payload }: Extract<ToChild, { task: string }>) {
    try {
      const task = tasks.find((candidate) => candidate.name === name)
      if (!task) throw new Error(`there is no task "${name}"`)
      const work = await task.load()
      sendToParent({ kind: 'loaded' })
      cpuEndMs[0] = usedCpuMs() + task.cpuMs
      const result = await work(payload as never, emit)
      sendToParent({ kind: 'done', result, residentBytes: process.memoryUsage.rss() })
    } catch (error) {
      sendToParent({
        kind: 'failed',
        message: error instanceof Error ? error.message : String(error),
        residentBytes: process.memoryUsage.rss(),
      })
    } finally {
      cpuEndMs[0] = Infinity
    }
  }
  process.on('message', (received) => {
    const message = received as ToChild
    if ('task' in message) return void perform(message)
    pendingResolvers.shift()?.()
  })
}
