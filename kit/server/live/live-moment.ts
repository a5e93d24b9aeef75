import { keptSeconds, type Moment } from './live-events.ts'

/** Where a page was: what it sends back as `Last-Event-ID`. */
const pattern = /^(\d{13})\.(\d{1,19}):(\d{1,19}):((?:\d{1,19})(?:,\d{1,19})*)?$/
/** Longer ones are no ids of events. */
const maxLength = 200

/**
 * The id of an event: a moment, and the time at which it was the present. Where too much is in progress at once for an id, it is all that
 * was committed before the first of it: some may be told twice then.
 */
export function eventIdOf(moment: Moment, timeMs = Date.now()): string {
  const id = `${timeMs}.${moment}`
  if (id.length <= maxLength) return id
  const [xmin] = moment.split(':')
  return `${timeMs}.${xmin}:${xmin}:`
}

/**
 * The moment in an id; undefined when nothing can be resumed from there: it is none of ours, so old that events of then are deleted, or
 * of another life of the database (restored from a backup, it has yet to come).
 */
export function momentOf(id: string, now: Moment, timeMs = Date.now()): Moment | undefined {
  const [, time = '', xmin = '', xmax = '', running = ''] = pattern.exec(id) ?? []
  if (time === '' || timeMs - Number(time) > (keptSeconds - 60) * 1000) return undefined
  const [first, end] = [BigInt(xmin), BigInt(xmax)]
  const inProgress = running === '' ? [] : running.split(',').map(BigInt)
  const isInOrder = inProgress.every((one, index) => one >= (inProgress[index - 1] ?? first) && one !== inProgress[index - 1] && one < end)
  if (first === 0n || first > end || !isInOrder || end > BigInt(now.split(':')[1]!)) return undefined
  return `${first}:${end}:${inProgress.join()}`
}
