import { addressKey, type Limits } from './limits.ts'
import type { LimitResult } from './sliding-counters.ts'

/** A household stays below these limits. A browser that changes its `User-Agent` for each request does not. */
const ofHalfHour = { max: 20, windowSeconds: 1800 }
const ofDay = { max: 100, windowSeconds: 86_400 }

/** Counts an event of a guest, unless guests at this address have reached the limit of the figure. @param figure `views:{id}` */
export function countGuestEvent(limits: Pick<Limits, 'count'>, address: string, figure: string): LimitResult {
  const key = `guests:${figure}:${addressKey(address)}`
  // In sequence: events refused by the half-hour limit don't use up the daily one.
  const soon = limits.count(key, ofHalfHour)
  return soon.allowed ? limits.count(key, ofDay) : soon
}
