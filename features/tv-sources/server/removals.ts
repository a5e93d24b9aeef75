import type { RemoveTelevision } from '#features/reports/server/decide.ts'
import { setProgrammeRemoved, setTvChannelOff } from './queries/removals.ts'

/** Removes TV content: disables a TV channel, or hides a programme. */
export const removeTelevision: RemoveTelevision = (tx, { type, key }, isRemoved) =>
  type === 'channel' ? setTvChannelOff(tx, key, isRemoved) : setProgrammeRemoved(tx, key, isRemoved)
