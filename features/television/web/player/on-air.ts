import type { ListedTvChannel, Programme } from '../../shapes.ts'
import { isOn, type TimedProgramme, timed } from '../programmes.ts'

/** What is on at a time, and what comes then, by what was known of now and next: what was next is on once its time has come. */
export function onAirOf(
  { now, next }: Pick<ListedTvChannel, 'now' | 'next'>,
  at: number,
): { current?: TimedProgramme; coming?: TimedProgramme } {
  const [first, second] = [now, next].map((programme: Programme | null) => programme && timed(programme))
  if (first && isOn(first, at)) return { current: first, ...(second && { coming: second }) }
  if (second && isOn(second, at)) return { current: second }
  return second && second.start > at ? { coming: second } : {}
}

/** When what is known has to be asked for anew: what was next is on, or over. */
export const isOutdated = ({ now, next }: Pick<ListedTvChannel, 'now' | 'next'>, at: number): boolean =>
  (now !== null && Date.parse(now.stopTime) <= at) || (next !== null && Date.parse(next.startTime) <= at)
