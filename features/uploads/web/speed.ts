/** The number of sent bytes at a time, which is in ms. */
export interface SpeedSample {
  atMs: number
  sentBytes: number
}

/** Length in ms of the window for the average: short enough to follow changes, long enough to ignore short interruptions. */
const windowMs = 8000
/** Minimum distance between samples in ms. */
const sampleIntervalMs = 250
/** Minimum ms between the first and last sample to calculate a speed. */
const minMs = 1000

/** Adds a sample, and drops samples outside the window. */
export function withSample(samples: readonly SpeedSample[], next: SpeedSample): readonly SpeedSample[] {
  const recent = samples.filter(({ atMs }) => next.atMs - atMs <= windowMs)
  const before = recent.at(-2)
  const isClose = before !== undefined && next.atMs - before.atMs < sampleIntervalMs
  return [...(isClose ? recent.slice(0, -1) : recent), next]
}

/** Returns bytes per second; undefined if unknown. */
export function measureSpeed(samples: readonly SpeedSample[]): number | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.atMs - first.atMs < minMs) return undefined
  return ((last.sentBytes - first.sentBytes) * 1000) / (last.atMs - first.atMs)
}

/** Returns the seconds left; undefined if unknown. */
export function secondsLeft(samples: readonly SpeedSample[], size: number): number | undefined {
  const speed = measureSpeed(samples)
  const sentBytes = samples.at(-1)?.sentBytes ?? 0
  return speed ? Math.ceil((size - sentBytes) / speed) : undefined
}
