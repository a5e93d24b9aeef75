/** Number of sent bytes at a time in ms. */
export interface SpeedSample {
  at: number
  sentBytes: number
}

/** Length in ms of the window for the average: it follows changes, and ignores short interruptions. */
const windowMs = 8000
/** Minimum distance between samples in ms. */
const sampleIntervalMs = 250
/** Minimum ms between the first and last sample for a speed. */
const minMs = 1000

/** Adds a sample, and drops samples outside the window. */
export function withSample(samples: readonly SpeedSample[], next: SpeedSample): readonly SpeedSample[] {
  const recent = samples.filter(({ at }) => next.at - at <= windowMs)
  const before = recent.at(-2)
  const isClose = before !== undefined && next.at - before.at < sampleIntervalMs
  return [...(isClose ? recent.slice(0, -1) : recent), next]
}

/** Returns bytes per second; undefined if unknown. */
export function measureSpeed(samples: readonly SpeedSample[]): number | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < minMs) return undefined
  return ((last.sentBytes - first.sentBytes) * 1000) / (last.at - first.at)
}

/** Returns the seconds left; undefined if unknown. */
export function secondsLeft(samples: readonly SpeedSample[], size: number): number | undefined {
  const speed = measureSpeed(samples)
  const sentBytes = samples.at(-1)?.sentBytes ?? 0
  return speed ? Math.ceil((size - sentBytes) / speed) : undefined
}
