/** A position in PostgreSQL's write-ahead log, as text: `16/B374D848`. */
export type LogPosition = string

const format = /^[0-9a-f]{1,8}\/[0-9a-f]{1,8}$/i

/** Returns a position that a caller gave; undefined if it isn't one. */
export const parseLogPosition = (given: string | undefined): LogPosition | undefined =>
  given !== undefined && format.test(given) ? given : undefined

/** Whether the log at `reached` contains all up to `wanted`. */
export function isReached(reached: LogPosition, wanted: LogPosition): boolean {
  const [reachedFile = 0n, currentByte = 0n] = partsOf(reached)
  const [wantedFile = 0n, wantedByte = 0n] = partsOf(wanted)
  return reachedFile === wantedFile ? currentByte >= wantedByte : reachedFile > wantedFile
}
const partsOf = (position: LogPosition) => position.split('/').map((part) => BigInt(`0x${part}`))

/** Returns the later of two positions. */
export const laterOf = (one: LogPosition | undefined, other: LogPosition | undefined): LogPosition | undefined =>
  one === undefined || (other !== undefined && isReached(other, one)) ? other : one
