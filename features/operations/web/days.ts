const dayMs = 86_400_000

/** A UTC day as `YYYY-MM-DD`. @param offset in days from today */
export const utcDay = (offset: number): string => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10)

interface Day {
  date: string
  count: number
}
/** Adds days without a count as 0, beginning with the first day that has a count. Earlier days have no data. */
export function fillDays(days: readonly Day[], start: string, end: string): Day[] {
  const counts = new Map(days.map(({ date, count }) => [date, count]))
  const first = days[0]?.date ?? end
  const filled: Day[] = []
  for (let offset = Date.parse(first > start ? first : start); offset <= Date.parse(end); offset += dayMs) {
    const date = new Date(offset).toISOString().slice(0, 10)
    filled.push({ date, count: counts.get(date) ?? 0 })
  }
  return filled
}
