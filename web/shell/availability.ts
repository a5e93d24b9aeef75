import { createStore } from '#ui/store.ts'

/** Does the server answer? Maintenance is shown while it does not. */
export const available = createStore(true)

/** ms between two looks while it is away. */
const pause = 5000
let looking = false

/** Asks the server how it is; once it is away, again and again until it is back. */
export async function checkHealth(): Promise<void> {
  if (looking) return
  looking = true
  // Without a network it is we who are away: that is said where something is asked for.
  while (navigator.onLine && !(await isHealthy())) {
    available.set(false)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  looking = false
  if (!available.get()) available.set(true)
}

const isHealthy = () =>
  fetch('/health', { cache: 'no-store' }).then(
    // Read to its end: an answer that nobody reads holds its connection.
    (answer) => answer.text().then(() => answer.status === 200),
    () => false,
  )
