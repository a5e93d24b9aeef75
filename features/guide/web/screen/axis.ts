/** The time axis of the guide: minutes from the start of its first day in local time. A day may have 23 or 25 hours. */

export const minuteMs = 60_000
/** Minutes between two lines of the scale. */
export const tickMinutes = 30
/** The hour at which an evening begins. */
const eveningHour = 20

/** Milliseconds since 1970; the end is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Axis extends Span {
  readonly days: readonly Span[]
  /** Index of the current day. */
  readonly today: number
}

/** Returns the start of the day of a time, or of a later day. */
export function startOfDay(time: number, daysLater = 0): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime()
}

/** Returns the days around a time. */
export function axisAround(now: number, { back, ahead }: { back: number; ahead: number }): Axis {
  const days = Array.from({ length: back + 1 + ahead }, (_, index) => ({
    start: startOfDay(now, index - back),
    end: startOfDay(now, index - back + 1),
  }))
  return { days, today: back, start: startOfDay(now, -back), end: startOfDay(now, ahead + 1) }
}

export const minutesAt = (axis: Axis, time: number): number => (time - axis.start) / minuteMs
export const timeAt = (axis: Axis, minutes: number): number => axis.start + minutes * minuteMs
export const axisLength = (axis: Axis): number => minutesAt(axis, axis.end)

/** Returns the index of the day of a time. For a time outside the axis, the first or last day. */
export function dayAt({ days }: Axis, time: number): number {
  const index = days.findIndex(({ end }) => time < end)
  return index < 0 ? days.length - 1 : index
}

/** Returns the start of a day's evening. */
export function eveningStart({ start }: Span): number {
  const date = new Date(start)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), eveningHour).getTime()
}

/** Returns the same local time on another day, also across a change to summer time. */
export function sameTimeOnDay(time: number, day: Span): number {
  const from = new Date(time)
  const to = new Date(day.start)
  return new Date(to.getFullYear(), to.getMonth(), to.getDate(), from.getHours(), from.getMinutes()).getTime()
}

/** Returns the half hours in a range of minutes. */
export function ticksBetween(axis: Axis, from: number, to: number): readonly { minutes: number; time: number }[] {
  const first = Math.max(0, Math.ceil(from / tickMinutes))
  const last = Math.min(Math.ceil(axisLength(axis) / tickMinutes) - 1, Math.floor(to / tickMinutes))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const minutes = (first + index) * tickMinutes
    return { minutes, time: timeAt(axis, minutes) }
  })
}
