import type { InputOf } from '#kit/contract/endpoint.ts'
import { useChange } from '#kit/web/use.ts'
import { curationContract, type Playlist, type Series } from '../../../contract.ts'
import { editSeriesOf } from '../../cache-edits.ts'
import { t } from '../../texts.ts'
import type { Destination } from './SeriesChoice.tsx'

type NewVideos = InputOf<typeof curationContract.addVideos>['body']['videos']

/** Adds items to a series of a channel, or makes the series along with them. */
export function useAdd(channel: Playlist) {
  const adding = useChange(curationContract.addVideos, { confirmed: (series) => [editSeriesOf(series)] })
  const making = useChange(curationContract.createSeries, { confirmed: (series) => [editSeriesOf(series)] })
  return {
    busy: adding.isPending || making.isPending,
    error: adding.error ?? making.error,
    add: (videos: NewVideos, to: Destination, done: (series: Series) => void) => {
      adding.reset()
      making.reset()
      if ('id' in to) adding.mutate({ params: { id: to.id }, body: { videos } }, { onSuccess: done })
      else making.mutate({ body: { playlist_id: channel.id, name: to.name.trim() || t('add.first_series'), videos } }, { onSuccess: done })
    },
  }
}
