import type { RemoveTelevision } from '#features/reports/server/decide.ts'
import { setProgrammeRemoved, setTvChannelOff } from './queries/removals.ts'

/** What the removal of something of television means: a TV channel is off, a programme is out of the guide. */
export const removeTelevision: RemoveTelevision = (tx, { type, key }, isRemoved) =>
  type === 'channel' ? setTvChannelOff(tx, key, isRemoved) : setProgrammeRemoved(tx, key, isRemoved)
