/** A position in PostgreSQL's write-ahead log, as text: `16/B374D848`. */
export type LogPosition = string

const positionPattern = /^[0-9a-f]{1,8}\/[0-9a-f]{1,8}$/i

/** Parses a position that a caller sent; undefined if the text is no position. */
export const parseLogPosition = (text: string | undefined): LogPosition | undefined =>
  text !== undefined && positionPattern.test(text) ? text : undefined

/** Whether the replica has everything in the log up to `required`. */
export function isReached(replicaPosition: LogPosition, required: LogPosition): boolean {
  const [reachedFile = 0n, currentByte = 0n] = partsOf(replicaPosition)
  const [wantedFile = 0n, wantedByte = 0n] = partsOf(required)
  return reachedFile === wantedFile ? currentByte >= wantedByte : reachedFile > wantedFile
}
const partsOf = (position: LogPosition) => position.split('/').map((part) => BigInt(`0x${part}`))

/** Returns the later of two positions. */
export const laterPosition = (a: LogPosition | undefined, b: LogPosition | undefined): LogPosition | undefined =>
  a === undefined || (b !== undefined && isReached(b, a)) ? b : a
