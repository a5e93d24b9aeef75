/** A line that brings less than this holds a place that others wait for. */
const minBytesPerSecond = 1024

interface Sender {
  /** Counted in windows of so long. */
  windowMs: number
  /** How much has come so far. */
  receivedBytes: () => number
  /** Is more to come, and what came read? Else it is us who are slow. */
  isAwaited: () => boolean
  giveUp: () => void
}

/**
 * Gives a sender up who brings nothing or next to nothing for a whole window: a byte now and then counts for no more than none.
 * @returns ends that
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
