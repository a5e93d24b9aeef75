import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTask, type Emit } from '#kit/server/sandbox/task.ts'

const limits = { cpuMs: 400, timeoutMs: 3000 }

/** Tasks of the sandbox tests. Some harm the child like untrusted bytes may harm a parser. */
export const echo = defineTask({ name: 'echo', ...limits, load: () => Promise.resolve((payload: unknown) => payload) })
/** Emits each word. */
export const emitWords = defineTask({
  name: 'emit-words',
  ...limits,
  load: () =>
    Promise.resolve(async (words: readonly string[], emit: Emit) => {
      for (const word of words) await emit(word)
      return words.length
    }),
})
/** Emits two pieces, and aborts its process after some milliseconds. */
export const sendAndExit = defineTask({
  name: 'tell-and-end',
  ...limits,
  load: () =>
    Promise.resolve(async (ms: number, emit: Emit) => {
      await emit(1)
      void emit(2)
      await sleep(ms)
      process.abort()
    }),
})
export const identify = defineTask({
  name: 'identify',
  ...limits,
  load: () => Promise.resolve(() => ({ id: process.pid, environment: Object.keys(process.env) })),
})
export const wait = defineTask({ name: 'wait', ...limits, load: () => Promise.resolve((ms: number) => sleep(ms, process.pid)) })
export const hang = defineTask({ name: 'hang', cpuMs: 400, timeoutMs: 100, load: () => Promise.resolve(() => sleep(60_000)) })
export const fail = defineTask({ name: 'fail', ...limits, load: () => Promise.reject<() => void>(new TypeError('no such thing')) })
export const abort = defineTask({ name: 'abort', ...limits, load: () => Promise.resolve(() => process.abort()) })
export const loop = defineTask({ name: 'loop', ...limits, load: () => Promise.resolve(() => /^(?:a|a)*$/.test(`${'a'.repeat(60)}b`)) })
export const spin = defineTask({ ...loop, name: 'spin', cpuMs: 60_000, timeoutMs: 60_000 })
/** Allocates outside JavaScript's heap, as a decoder would. */
export const fillMemory = defineTask({
  name: 'fill-memory',
  cpuMs: 10_000,
  timeoutMs: 20_000,
  load: () => Promise.resolve(() => Array.from({ length: 4000 }, () => Buffer.alloc(1024 * 1024, 1)).length),
})
export const fillHeap = defineTask({
  name: 'fill-heap',
  cpuMs: 10_000,
  timeoutMs: 20_000,
  load: () =>
    Promise.resolve(() => {
      const retained: number[][] = []
      for (;;) retained.push(Array.from({ length: 100_000 }, Math.random))
    }),
})
/** Keeps the memory that `leaveMemory` allocates. */
let left: Buffer | undefined
export const leaveMemory = defineTask({
  name: 'leave-memory',
  ...limits,
  load: () => Promise.resolve((bytes: number) => (left = Buffer.alloc(bytes, 1)) && { id: process.pid, bytes: left.length }),
})

export const isAlive = (id: number): boolean => {
  try {
    // A zombie, whose parent hasn't yet noticed that it ended, counts as gone.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'))
  } catch {
    return false
  }
}
