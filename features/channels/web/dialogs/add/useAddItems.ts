import { useChange } from '#kit/web/change.ts'
import { channelsContract, type Playlist, type Series } from '../../../contract.ts'
import { limits } from '../../../limits.ts'
import { editSeriesOf } from '../../channel/edits.ts'
import { t } from '../../texts.ts'
import type { NewVideos } from './added-videos.ts'
import type { Destination } from './SeriesChoice.tsx'

interface Progress {
  /** Called before these videos are sent. */
  sending: (videos: NewVideos) => void
  /** Called after these videos were added, if more follow. */
  added: (videos: NewVideos, series: Series) => void
  /** Called after all videos were added. */
  done: (series: Series) => void
}

/** Adds items to a series of a channel, or creates the series with them. Large lists are sent in several sequential calls. */
export function useAddItems(channel: Playlist) {
  const adding = useChange(channelsContract.addVideos, { confirmed: (series) => [editSeriesOf(series)] })
  const seriesCreation = useChange(channelsContract.createSeries, { confirmed: (series) => [editSeriesOf(series)] })

  const add = (newVideos: NewVideos, to: Destination, progress: Progress) => {
    const videos = newVideos.slice(0, limits.added)
    const remaining = newVideos.slice(limits.added)
    adding.reset()
    seriesCreation.reset()
    progress.sending(videos)
    const onSuccess = (series: Series) => {
      if (remaining.length === 0) return progress.done(series)
      progress.added(videos, series)
      add(remaining, { id: series.id }, progress)
    }
    if ('id' in to) adding.mutate({ params: { id: to.id }, body: { videos } }, { onSuccess })
    else seriesCreation.mutate({ body: { playlist_id: channel.id, name: to.name.trim() || t('add.first_series'), videos } }, { onSuccess })
  }

  /** Finds or creates the series of a destination, for items that another source adds. */
  const prepareSeries = (to: Destination, onDone: (series: Series) => void) => {
    const result = 'id' in to && channel.series.find(({ id }) => id === to.id)
    if (result) return onDone(result)
    seriesCreation.mutate(
      { body: { playlist_id: channel.id, name: ('name' in to && to.name.trim()) || t('add.first_series') } },
      { onSuccess: onDone },
    )
  }

  return { add, prepareSeries, busy: adding.isPending || seriesCreation.isPending, error: adding.error ?? seriesCreation.error }
}
