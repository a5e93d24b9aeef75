import { announceConnected } from '#kit/web/connection.ts'
import { createStore } from '#ui/store.ts'
import { toast } from '#ui/toasts.ts'
import { t } from './texts.ts'

/** Whether the server responds. The maintenance screen shows while it doesn't. */
export const isServerAvailable = createStore(true)

/** Interval between checks while the server is down, and timeout of a check, in ms. */
const intervalMs = 5_000
const timeoutMs = 10_000
let isChecking = false
/** Whether to check again after the current check: another call failed, perhaps after the server answered the check. */
let isCheckDue = false

/**
 * Checks the server. While the server is down, checks again until it responds. Does nothing while the browser is offline, because calls
 * then fail even if the server works.
 */
export async function checkHealth(): Promise<void> {
  isCheckDue = true
  if (isChecking) return
  isChecking = true
  while (isCheckDue && navigator.onLine) {
    isCheckDue = false
    if (await isHealthy()) continue
    isServerAvailable.set(false)
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
    isCheckDue = true
  }
  isChecking = false
  if (isServerAvailable.get()) return
  isServerAvailable.set(true)
  announceConnected()
}

const isHealthy = () =>
  fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
    .then(
      // Reads the body to the end, so that the connection is released.
      (response) => response.text().then(() => response.status === 200),
    )
    .catch(() => false)

/** Shows a toast while the browser is offline, because screens then show cached data. Call once. */
export function notifyWhenOffline(): void {
  let dismiss = () => {}
  const showState = ({ type }: Event) => {
    dismiss()
    if (type === 'offline') dismiss = toast(t('offline.earlier'), { warning: true, isPersistent: true })
  }
  addEventListener('offline', showState)
  addEventListener('online', showState)
}
