import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const ticksPerSecond = 100
/** The first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
type ProcessorTicks = [number, number, number, number, number, number, number, number]

/**
 * Returns seconds of processor time. `all`: of the whole machine, with time that a virtual machine lost to others. `own`: of this process
 * and its ended children.
 */
function processorTime() {
  try {
    const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]!
      .split(/\s+/)
      .slice(1)
      .map(Number) as ProcessorTicks
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    const ownTicks = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0)
    return { all: (user + nice + system + irq + softirq + steal) / ticksPerSecond, own: ownTicks / ticksPerSecond }
  } catch {
    // Other systems don't report processor time. All seconds count there.
    return { all: 0, own: 0 }
  }
}

export interface ElapsedTime {
  /** Seconds since this process started. */
  wall: number
  /** Wall time without the time that processors spent on other programs, so that other load doesn't exceed the budget. */
  counted: number
}

/** Starts to measure. @returns a function that returns the elapsed time */
export function startClock(): () => ElapsedTime {
  const uptime = process.uptime()
  const started = performance.now()
  const before = processorTime()
  return () => {
    const wall = uptime + (performance.now() - started) / 1000
    const now = processorTime()
    const others = Math.max(0, now.all - before.all - (now.own - before.own)) / availableParallelism()
    return { wall, counted: wall - others }
  }
}

export const formatMinutes = (seconds: number) => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
