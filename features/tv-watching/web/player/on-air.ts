import type { ListedTvChannel, Programme } from '#features/guide/shapes.ts'
import { isOnAir, type TimedProgramme, toTimedProgramme } from '#features/guide/web/programmes.ts'

/** Returns the programmes at a time, from the current and next ones that are loaded. The next one becomes current at its start. */
export function findOnAir(
  { now, next }: Pick<ListedTvChannel, 'now' | 'next'>,
  time: number,
): { current?: TimedProgramme; coming?: TimedProgramme } {
  const [first, second] = [now, next].map((programme: Programme | null) => programme && toTimedProgramme(programme))
  if (first && isOnAir(first, time)) return { current: first, ...(second && { coming: second }) }
  if (second && isOnAir(second, time)) return { current: second }
  return second && second.start > time ? { coming: second } : {}
}

/** Returns the current programme with its picture, if both are known. */
export function findOnAirWithPicture(tv: Pick<ListedTvChannel, 'now' | 'next'>, time: number) {
  const { current } = findOnAir(tv, time)
  return current && { title: current.title, poster: tv.now?.id === current.id ? tv.now.poster : null }
}

/** Whether the loaded programmes are outdated, because the current one has ended or the next one has begun. */
export const isOutdated = ({ now, next }: Pick<ListedTvChannel, 'now' | 'next'>, time: number): boolean =>
  (now !== null && Date.parse(now.stopTime) <= time) || (next !== null && Date.parse(next.startTime) <= time)
