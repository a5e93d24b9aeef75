import { localTime, zonedTime } from '#kit/server/time-zone.ts'
import { evening } from '../viewing-rules.ts'
import type { Span } from './queries/guide.ts'

/** Returns the evening of a day in a time zone. */
export function findEvening(moment: Date, timeZone: string): Span {
  const { date } = localTime(moment, timeZone)
  const at = (hours: number) => zonedTime(date, hours, timeZone).toISOString()
  return { from: at(evening.from), to: at(evening.to) }
}
