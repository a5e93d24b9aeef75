import { retentionSeconds, type TransactionSnapshot } from './live-events.ts'

/** An event id, which is the position of a page: a time and a snapshot. Browsers send it as `Last-Event-ID`. */
const pattern = /^(\d{13})\.(\d{1,19}):(\d{1,19}):((?:\d{1,19})(?:,\d{1,19})*)?$/
/** Longer event ids are refused. */
const maxLength = 200

/**
 * Formats a moment and its time as an event id. If too many transactions were in progress to fit, uses the moment before the first of them.
 * Some events may then be repeated.
 */
export function formatEventId(moment: TransactionSnapshot, timeMs = Date.now()): string {
  const id = `${timeMs}.${moment}`
  if (id.length <= maxLength) return id
  const [xmin] = moment.split(':')
  return `${timeMs}.${xmin}:${xmin}:`
}

/**
 * Parses the moment in an event id. Undefined if the page can't resume from it: the id is invalid, its events are already deleted, or the
 * database was restored from an older backup.
 */
export function parseEventId(id: string, now: TransactionSnapshot, timeMs = Date.now()): TransactionSnapshot | undefined {
  const [, time = '', xmin = '', xmax = '', running = ''] = pattern.exec(id) ?? []
  if (time === '' || timeMs - Number(time) > (retentionSeconds - 60) * 1000) return undefined
  const [first, end] = [BigInt(xmin), BigInt(xmax)]
  const inProgress = running === '' ? [] : running.split(',').map(BigInt)
  const isInOrder = inProgress.every(
    (item, index) => item >= (inProgress[index - 1] ?? first) && item !== inProgress[index - 1] && item < end,
  )
  if (first === 0n || first > end || !isInOrder || end > BigInt(now.split(':')[1]!)) return undefined
  return `${first}:${end}:${inProgress.join()}`
}
