import { keptSeconds, type TransactionSnapshot } from './live-events.ts'

/** The position of a page, sent as `Last-Event-ID`. */
const pattern = /^(\d{13})\.(\d{1,19}):(\d{1,19}):((?:\d{1,19})(?:,\d{1,19})*)?$/
/** Longer event ids are refused. */
const maxLength = 200

/**
 * Returns the id of an event: a moment and its time. With too many transactions in progress for an id, the moment before the first of them
 * is used; some events may then be repeated.
 */
export function formatEventId(moment: TransactionSnapshot, timeMs = Date.now()): string {
  const id = `${timeMs}.${moment}`
  if (id.length <= maxLength) return id
  const [xmin] = moment.split(':')
  return `${timeMs}.${xmin}:${xmin}:`
}

/**
 * Returns the moment of an id. Undefined if the page can't resume, because the id is invalid, or so old that its events are deleted. The
 * same holds if it is ahead of a database restored from a backup.
 */
export function parseEventId(id: string, now: TransactionSnapshot, timeMs = Date.now()): TransactionSnapshot | undefined {
  const [, time = '', xmin = '', xmax = '', running = ''] = pattern.exec(id) ?? []
  if (time === '' || timeMs - Number(time) > (keptSeconds - 60) * 1000) return undefined
  const [first, end] = [BigInt(xmin), BigInt(xmax)]
  const inProgress = running === '' ? [] : running.split(',').map(BigInt)
  const isInOrder = inProgress.every((one, index) => one >= (inProgress[index - 1] ?? first) && one !== inProgress[index - 1] && one < end)
  if (first === 0n || first > end || !isInOrder || end > BigInt(now.split(':')[1]!)) return undefined
  return `${first}:${end}:${inProgress.join()}`
}
