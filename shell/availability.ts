import { announceConnected } from '#kit/web/connection.ts'
import { createStore } from '#ui/store.ts'

/** Whether the server responds. The maintenance screen shows while it doesn't. */
export const available = createStore(true)

/** Polling interval while it is down, and timeout of a check, in ms. */
const intervalMs = 5_000
const timeoutMs = 10_000
let looking = false
/** How often somebody has asked: what fails while a look is under way may have failed after that was answered. */
let asked = 0

/** Checks the server; while it is down, polls until it is back. */
export async function checkHealth(): Promise<void> {
  asked++
  if (looking) return
  looking = true
  let answered: number
  do {
    answered = asked
    // Without a network it is we who are away: that is said where something is asked for.
    while (navigator.onLine && !(await isHealthy())) {
      available.set(false)
      await new Promise((resolve) => setTimeout(resolve, intervalMs))
      answered = asked
    }
  } while (navigator.onLine && asked !== answered)
  looking = false
  if (available.get()) return
  available.set(true)
  announceConnected()
}

const isHealthy = () =>
  fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
    .then(
      // Reads the body to the end, so that the connection is released.
      (answer) => answer.text().then(() => answer.status === 200),
    )
    .catch(() => false)
