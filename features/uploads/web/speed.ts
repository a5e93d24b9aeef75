/** How many bytes had been sent at a moment (ms). */
export interface Sample {
  at: number
  sent: number
}

/** Of these last ms the speed is taken: a line that changes is followed, one hiccup is not. */
const windowMs = 8000
/** Closer together than this, samples tell nothing more. */
const betweenMs = 250
/** Less time tells no speed. */
const leastMs = 1000

/** The samples that the speed is taken of, with a new one. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const recent = samples.filter(({ at }) => next.at - at <= windowMs)
  const before = recent.at(-2)
  const isClose = before !== undefined && next.at - before.at < betweenMs
  return [...(isClose ? recent.slice(0, -1) : recent), next]
}

/** Bytes a second; undefined while nobody can say. */
export function speedOf(samples: readonly Sample[]): number | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < leastMs) return undefined
  return ((last.sent - first.sent) * 1000) / (last.at - first.at)
}

/** Seconds until the rest is sent; undefined while nobody can say. */
export function secondsLeft(samples: readonly Sample[], size: number): number | undefined {
  const speed = speedOf(samples)
  const sent = samples.at(-1)?.sent ?? 0
  return speed ? Math.ceil((size - sent) / speed) : undefined
}
