/** Time as the guide lays it out: minutes from the beginning of its first day, by the reader's own clock. A day may have 23 or 25 hours. */

export const minuteMs = 60_000
/** Minutes between two lines of the scale. */
export const tickMinutes = 30
/** The hour at which an evening begins. */
const eveningHour = 20

/** ms since 1970, the end not included. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Axis extends Span {
  readonly days: readonly Span[]
  /** Index of the present day. */
  readonly today: number
}

/** The beginning of the day that a time is in, or of one so many days later. */
export function startOfDay(time: number, later = 0): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + later).getTime()
}

/** The days around a time. */
export function axisAround(now: number, { back, ahead }: { back: number; ahead: number }): Axis {
  const days = Array.from({ length: back + 1 + ahead }, (_, at) => ({
    start: startOfDay(now, at - back),
    end: startOfDay(now, at - back + 1),
  }))
  return { days, today: back, start: startOfDay(now, -back), end: startOfDay(now, ahead + 1) }
}

export const minutesAt = (axis: Axis, time: number): number => (time - axis.start) / minuteMs
export const timeAt = (axis: Axis, minutes: number): number => axis.start + minutes * minuteMs
export const lengthOf = (axis: Axis): number => minutesAt(axis, axis.end)

/** Index of the day that a time is in; the first or last one for a time outside. */
export function dayAt({ days }: Axis, time: number): number {
  const found = days.findIndex(({ end }) => time < end)
  return found < 0 ? days.length - 1 : found
}

/** When the evening of a day begins. */
export function eveningOf({ start }: Span): number {
  const date = new Date(start)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), eveningHour).getTime()
}

/** The same time of the clock on another day: noon stays noon when the clock was changed in between. */
export function onDay(time: number, day: Span): number {
  const from = new Date(time)
  const to = new Date(day.start)
  return new Date(to.getFullYear(), to.getMonth(), to.getDate(), from.getHours(), from.getMinutes()).getTime()
}

/** The half hours within so many minutes of the axis. */
export function ticksBetween(axis: Axis, from: number, to: number): readonly { minutes: number; time: number }[] {
  const first = Math.max(0, Math.ceil(from / tickMinutes))
  const last = Math.min(Math.ceil(lengthOf(axis) / tickMinutes) - 1, Math.floor(to / tickMinutes))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const minutes = (first + at) * tickMinutes
    return { minutes, time: timeAt(axis, minutes) }
  })
}
