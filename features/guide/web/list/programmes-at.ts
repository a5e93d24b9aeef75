import type { ListedTvChannel } from '../../shapes.ts'
import { isOnAir, toTimedProgramme } from '../programmes.ts'

/** Returns the current and next programmes at a time in ms since 1970, from the two programmes in the list. */
export function findProgrammesAt({ now: first, next: second }: ListedTvChannel, now: number) {
  const programmes = [first, second].flatMap((programme) => (programme ? [toTimedProgramme(programme)] : []))
  const current = programmes.find((programme) => isOnAir(programme, now))
  return { current, next: programmes.find(({ start }) => start > now && start >= (current?.stop ?? 0)) }
}
