import { readFileSync } from 'node:fs'

// Shifts this process's `Date`, which keeps running; timers and `performance` are not touched. As a preload (`node --import`) it begins with
// TEST_OFFSET_MS, by which a whole run of tests is shifted, and follows the number of milliseconds in the file that TEST_CLOCK_FILE names.

// Vitest loads this module a second time, when the preload has shifted `Date` already.
const RealDate = (globalThis[Symbol.for('test_clock.RealDate')] ??= Date)
const file = process.env.TEST_CLOCK_FILE
/** Milliseconds between the time of this run of tests and the real one. */
export const runOffsetMs = Number(process.env.TEST_OFFSET_MS ?? 0)
/** For how long a process uses an offset before it reads the file again. */
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

// A proxy, as `instanceof Date` has to hold for dates that were created elsewhere (by Node, or before).
const ShiftedDate = new Proxy(RealDate, {
  get: (target, key) => (key === 'now' ? now : target[key]),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
})

/** Shifts `Date` by so many milliseconds beside those of the run; 0 puts the time of the run back. */
export function shiftDate(ms) {
  offsetMs = ms
  globalThis.Date = ms || runOffsetMs ? ShiftedDate : RealDate
}

if (file || runOffsetMs) globalThis.Date = ShiftedDate
