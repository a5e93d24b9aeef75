import type { Subscription } from '../contract.ts'

interface Day {
  /** Start of the day, in ms. */
  day: number
  /** Days ago: 0 is today. */
  ago: number
  items: Subscription[]
}

const startOf = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
const dayMs = 86_400_000

/** Groups new videos by the reader's local days. */
export function groupByDay(items: readonly Subscription[], now: Date): Day[] {
  const days: Day[] = []
  for (const item of items) {
    const start = startOf(new Date(item.added_at))
    // Rounded, because days with a clock change have 23 or 25 hours.
    const ago = Math.round((startOf(now) - start) / dayMs)
    const last = days.at(-1)
    if (last?.ago === ago) last.items.push(item)
    else days.push({ day: start, ago, items: [item] })
  }
  return days
}
