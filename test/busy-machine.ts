import { onTestFinished } from 'vitest'

const tickMs = 20

/**
 * A clock in milliseconds that stands still while other processes keep this one from running: to measure that something answers in time,
 * however busy the machine is. What this process does itself counts.
 */
export function undisturbedClock(): () => number {
  const begun = performance.now()
  let lostMs = 0
  let last = { at: begun, ...process.cpuUsage() }
  const look = () => {
    const now = { at: performance.now(), ...process.cpuUsage() }
    const workedMs = (now.user + now.system - last.user - last.system) / 1000
    lostMs += Math.max(0, now.at - last.at - Math.max(tickMs, workedMs))
    last = now
  }
  const timer = setInterval(look, tickMs)
  onTestFinished(() => clearInterval(timer))
  return () => {
    look()
    return performance.now() - begun - lostMs
  }
}
