/** A slower sender is disconnected, because others wait for its slot. */
const minBytesPerSecond = 1024

interface Sender {
  /** Length of a measurement window. */
  windowMs: number
  /** Total bytes received so far. */
  receivedBytes: () => number
  /** Whether the server has read all received data and waits for more. If not, the server is the slow side. */
  isAwaited: () => boolean
  onTooSlow: () => void
}

/**
 * Disconnects a sender that sends almost nothing for a whole window, so that single bytes don't keep a connection open.
 * @returns a function that stops watching
 */
export function disconnectSlowSender({ windowMs, receivedBytes, isAwaited, onTooSlow }: Sender): () => void {
  let before = receivedBytes()
  const timer = setInterval(() => {
    const now = receivedBytes()
    if (now - before < (minBytesPerSecond * windowMs) / 1000 && isAwaited()) onTooSlow()
    before = now
  }, windowMs)
  return () => clearInterval(timer)
}
