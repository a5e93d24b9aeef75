/** Bytes sent at a time (ms). */
export interface SpeedSample {
  at: number
  sentBytes: number
}

/** Window of the average in ms: follows changes, ignores hiccups. */
const windowMs = 8000
/** Minimum distance between samples in ms. */
const sampleIntervalMs = 250
/** Minimum duration for a speed in ms. */
const leastMs = 1000

/** Adds a sample and drops old ones. */
export function withSample(samples: readonly SpeedSample[], next: SpeedSample): readonly SpeedSample[] {
  const recent = samples.filter(({ at }) => next.at - at <= windowMs)
  const before = recent.at(-2)
  const isClose = before !== undefined && next.at - before.at < sampleIntervalMs
  return [...(isClose ? recent.slice(0, -1) : recent), next]
}

/** Bytes per second; undefined if unknown. */
export function measureSpeed(samples: readonly SpeedSample[]): number | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < leastMs) return undefined
  return ((last.sentBytes - first.sentBytes) * 1000) / (last.at - first.at)
}

/** Seconds left; undefined if unknown. */
export function secondsLeft(samples: readonly SpeedSample[], size: number): number | undefined {
  const speed = measureSpeed(samples)
  const sentBytes = samples.at(-1)?.sentBytes ?? 0
  return speed ? Math.ceil((size - sentBytes) / speed) : undefined
}
