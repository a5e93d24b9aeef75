import type { Language } from '#kit/contract/texts.ts'
import { fail } from '#kit/server/fail.ts'
import type { Ask } from '#kit/server/ask.ts'
import { curationErrors } from '../../contract.ts'
import { can } from '../../rules.ts'
import { editablePlaylist, editableSeries, type SeriesPlace } from '../access.ts'
import type { VideoDestination } from '../series.ts'
import { texts } from '../texts.ts'

/** @throws 403 for the channel in which things are shared with followers */
export function assertCopyable<T extends { kind: string }>(destination: T): T {
  const code = can.copyInto({ direct_publish: destination.kind === 'direct_publish' })
  return code === null ? destination : fail(curationErrors[code])
}

/** What a call names that takes a series or a channel. */
interface FoundDestination {
  series: SeriesPlace | undefined
  channel: { id: string } | undefined
}
/** To copy into. @throws 404, 403 */
export const findDestination = async (
  ask: Ask,
  { series_id, playlist_id }: { series_id?: string | undefined; playlist_id?: string | undefined },
): Promise<FoundDestination> => ({
  series: series_id === undefined ? undefined : assertCopyable(await editableSeries(ask, series_id)),
  channel: playlist_id === undefined ? undefined : assertCopyable(await editablePlaylist(ask, playlist_id)),
})

/** Where a call puts videos that takes a series or a channel. @throws 422 unless it names one of both */
export function destinationOf({ series, channel }: FoundDestination, language: Language): VideoDestination {
  if (series && channel) fail(curationErrors.one_destination, { field: 'playlist_id' })
  if (series) return series
  return channel
    ? { playlistId: channel.id, name: texts[language]('server.videos') }
    : fail(curationErrors.one_destination, { field: 'series_id' })
}
