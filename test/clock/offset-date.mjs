import { readFileSync } from 'node:fs'

// Shifts this process's `Date`, which keeps running; timers and `performance` are unaffected. As a preload (`node --import`), shifts it by
// TEST_OFFSET_MS, the offset of the whole test run, and by the milliseconds in the file TEST_CLOCK_FILE.

// Uses the `Date` of the first load, because Vitest loads this module again after the preload has shifted `Date`.
const RealDate = (globalThis[Symbol.for('test_clock.RealDate')] ??= Date)
const file = process.env.TEST_CLOCK_FILE
/** Milliseconds between the time of this test run and the real time. */
export const runOffsetMs = Number(process.env.TEST_OFFSET_MS ?? 0)
/** A process reads the file again after this many milliseconds. */
export const rereadMs = 50
let offsetMs = 0
let readAtMs = -Infinity

function now() {
  if (file && performance.now() - readAtMs > rereadMs) {
    readAtMs = performance.now()
    try {
      offsetMs = Number(readFileSync(file, 'utf8'))
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
  return RealDate.now() + runOffsetMs + offsetMs
}

// A proxy, so that `instanceof Date` is also true for dates of Node, and for dates created earlier.
const ShiftedDate = new Proxy(RealDate, {
  get: (target, key) => (key === 'now' ? now : target[key]),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
})

/** Shifts `Date` by some milliseconds, in addition to the run's offset. 0 resets to the time of the run. */
export function shiftDate(ms) {
  offsetMs = ms
  globalThis.Date = ms || runOffsetMs ? ShiftedDate : RealDate
}

if (file || runOffsetMs) globalThis.Date = ShiftedDate
