import { onTestFinished } from 'vitest'

const tickMs = 20

/**
 * Returns a clock in milliseconds for response times on a busy machine. It excludes time in which other processes kept this process from
 * running.
 */
export function measureUndisturbedMs(): () => number {
  const startedMs = performance.now()
  let lostMs = 0
  let last = { at: startedMs, ...process.cpuUsage() }
  const measure = () => {
    const now = { at: performance.now(), ...process.cpuUsage() }
    const workedMs = (now.user + now.system - last.user - last.system) / 1000
    lostMs += Math.max(0, now.at - last.at - Math.max(tickMs, workedMs))
    last = now
  }
  const timer = setInterval(measure, tickMs)
  onTestFinished(() => clearInterval(timer))
  return () => {
    measure()
    return performance.now() - startedMs - lostMs
  }
}
