import { fail } from '#kit/server/http/fail.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { liveAddress, findWatchOptions } from '#features/guide/catchup.ts'
import type { StreamRow } from './queries/streams.ts'

/** The value of `play` for the live stream. */
export const livePlay = 'live'

/** Returns the URL at which the stream can be watched now; a programme starts at its beginning. @throws 404 if it can't be watched */
export function streamAddress({ source, start, stop, item_url }: StreamRow, play: string, now: number): string {
  if (play === livePlay) return liveAddress(source, now)
  if (item_url !== null) return item_url
  if (start === null || stop === null) return fail(commonErrors.not_found)
  const { start_over_url, url } = findWatchOptions(source, { start, stop }, source.catchup_days, now)
  return start_over_url ?? url ?? fail(commonErrors.not_found)
}
