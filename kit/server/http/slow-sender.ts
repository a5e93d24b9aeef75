/** Slower senders are disconnected: they would occupy a slot that others wait for. */
const minBytesPerSecond = 1024

interface Sender {
  /** Length of a measurement window. */
  windowMs: number
  /** Total bytes received so far. */
  receivedBytes: () => number
  /** Whether more data is expected and all received data was read; otherwise the server is the slow side. */
  isAwaited: () => boolean
  giveUp: () => void
}

/**
 * Gives up a sender that sends almost nothing for a whole window, so single bytes don't keep a connection open.
 * @returns a function that stops watching
 */
export function watchSender({ windowMs, receivedBytes, isAwaited, giveUp }: Sender): () => void {
  let before = receivedBytes()
  const timer = setInterval(() => {
    const now = receivedBytes()
    if (now - before < (minBytesPerSecond * windowMs) / 1000 && isAwaited()) giveUp()
    before = now
  }, windowMs)
  return () => clearInterval(timer)
}
