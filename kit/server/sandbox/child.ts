import { writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { AnyTask, FromChild, ToChild } from './task.ts'

/**
 * Ends this process when it takes too much, or when the server is gone: a thread of its own, so that it also does when the main one
 * no longer listens. Plain JavaScript, because a thread has no use for what loads our sources.
 */
const watchdog = `
const { parentId, memoryBytes, cpuEndMs } = require('node:worker_threads').workerData
setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (process.ppid !== parentId || process.memoryUsage.rss() > memoryBytes || (user + system) / 1000 > cpuEndMs[0])
    process.kill(process.pid, 'SIGKILL')
}, 20)`

/** Pieces that wait while the server takes one, so that neither waits for the other where one of them takes longer. */
const waitingPieces = 8

const usedCpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** What can't be sent has nobody to read it: the server is gone. */
const send = (message: FromChild) => process.send?.(message, undefined, {}, () => undefined)

/** The whole of a child process: does one piece of work after the other, as the server sends them, until that goes away. */
export function serveTasks(tasks: readonly AnyTask[]): void {
  process.on('disconnect', () => process.exit())
  // A terminal or a service manager signals all processes at once; the server finishes what it has begun, and ends us itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // When memory is short, the system ends this process rather than the server or its database.
  writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)

  const cpuEndMs = new Float64Array(new SharedArrayBuffer(8)).fill(Infinity)
  const workerData = { parentId: process.ppid, memoryBytes: Number(process.argv[2]), cpuEndMs }
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }
  new Worker(watchdog, { eval: true, execArgv: [], env: {}, workerData, resourceLimits }).unref()

  /** Pieces that the server has not taken yet, in order. */
  const untaken: (() => void)[] = []
  const emitted: Promise<void>[] = []
  async function emit(piece: unknown) {
    send({ kind: 'piece', piece })
    emitted.push(new Promise((resolve) => untaken.push(resolve)))
    if (emitted.length > waitingPieces) await emitted.shift()
  }

  async function perform({ task: name, payload }: Extract<ToChild, { task: string }>) {
    try {
      const task = tasks.find((candidate) => candidate.name === name)
      if (!task) throw new Error(`there is no task "${name}"`)
      const work = await task.load()
      send({ kind: 'loaded' })
      cpuEndMs[0] = usedCpuMs() + task.cpuMs
      const result = await work(payload as never, emit)
      send({ kind: 'done', result, residentBytes: process.memoryUsage.rss() })
    } catch (error) {
      send({ kind: 'failed', message: error instanceof Error ? error.message : String(error), residentBytes: process.memoryUsage.rss() })
    } finally {
      cpuEndMs[0] = Infinity
    }
  }
  process.on('message', (given) => {
    const message = given as ToChild
    if ('task' in message) return void perform(message)
    untaken.shift()?.()
  })
}
