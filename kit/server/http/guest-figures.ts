import { addressKey, type Limits } from './limits.ts'
import type { Verdict } from './sliding-counters.ts'

/** A household stays below these; a browser that changes its `User-Agent` for each request does not. */
const ofHalfHour = { max: 20, windowSeconds: 1800 }
const ofDay = { max: 100, windowSeconds: 86_400 }

/** Counts an event of a guest, unless the guests at this address have added enough to this figure. @param figure `views:{id}` */
export function countGuestEvent(limits: Pick<Limits, 'count'>, address: string, figure: string): Verdict {
  const key = `guests:${figure}:${addressKey(address)}`
  // One after the other: what the half hour refuses does not use up the day.
  const soon = limits.count(key, ofHalfHour)
  return soon.allowed ? limits.count(key, ofDay) : soon
}
