import { announceConnected } from '#kit/web/connection.ts'
import { createStore } from '#ui/store.ts'

/** Does the server answer? Maintenance is shown while it does not. */
export const available = createStore(true)

/** Between two looks while it is away, and how long one may take. */
const intervalMs = 5_000
const timeoutMs = 10_000
let looking = false
/** How often somebody has asked: what fails while a look is under way may have failed after that was answered. */
let asked = 0

/** Asks the server how it is; once it is away, again and again until it is back. */
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
      // Read to its end: an answer that nobody reads holds its connection.
      (answer) => answer.text().then(() => answer.status === 200),
    )
    .catch(() => false)
