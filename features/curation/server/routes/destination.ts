import type { Language } from '#kit/contract/texts.ts'
import { fail } from '#kit/server/fail.ts'
import { curationErrors } from '../../contract.ts'
import type { SeriesPlace } from '../access.ts'
import type { VideoDestination } from '../series.ts'
import { texts } from '../texts.ts'

/** Where a call puts videos that takes a series or a channel. @throws 422 unless it names one of both */
export function destinationOf(series: SeriesPlace | undefined, channel: { id: string } | undefined, language: Language): VideoDestination {
  if (series && channel) fail(curationErrors.one_destination, { field: 'playlist_id' })
  if (series) return series
  return channel
    ? { playlistId: channel.id, name: texts[language]('server.videos') }
    : fail(curationErrors.one_destination, { field: 'series_id' })
}
