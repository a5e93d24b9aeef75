import type { InputOf } from '#kit/contract/endpoint.ts'
import { getActionTools } from '#shell/action-tools.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { channelsContract, type Playlist, type Series, type Video } from '../../../contract.ts'
import { limits } from '../../../limits.ts'
import { editSeriesOf } from '../../channel/edits.ts'
import { fetchChannel, removeEmptySeries, removeVideos } from '../../create-containers.ts'

export type NewVideos = NonNullable<InputOf<typeof channelsContract.createSeries>['body']['videos']>

/** Returns videos of a series that were not in the channel before. */
export function findAddedVideos(before: Pick<Playlist, 'series'>, series: Series): Video[] {
  const earlierIds = new Set(before.series.flatMap(({ videos }) => videos.map(({ id }) => id)))
  return series.videos.filter(({ id }) => !earlierIds.has(id))
}

/** Adds videos again, in as many calls as needed. If the series was deleted, the first call creates it. */
async function repeatAdd(
  { id: playlist_id, series: existing }: Playlist,
  { id, name }: Pick<Series, 'id' | 'name'>,
  videos: NewVideos,
  { change }: Pick<ActionTools, 'change'>,
): Promise<Series> {
  const shows = { confirmed: (series: Series) => [editSeriesOf(series)] }
  let series = existing.find((item) => item.id === id)
  for (let offset = 0; offset < videos.length; offset += limits.added) {
    const batch = videos.slice(offset, offset + limits.added)
    series = series
      ? await change(channelsContract.addVideos, { params: { id: series.id }, body: { videos: batch } }, shows)
      : await change(channelsContract.createSeries, { body: { playlist_id, name, videos: batch } }, shows)
  }
  return series!
}

/** Creates an undo step for videos added to a channel. @param before the channel without them @param videos the videos as they were sent */
export function createAddStep(
  before: Playlist,
  added: Series,
  videos: NewVideos,
  label: string,
  tools: Pick<ActionTools, 'change' | 'read'> = getActionTools(),
): UndoableStep {
  let series = added
  let ids = findAddedVideos(before, added).map(({ id }) => id)
  let isNew = before.series.every(({ id }) => id !== added.id)
  return {
    label,
    async undo() {
      await removeVideos(before.id, series.id, ids, tools)
      if (isNew) await removeEmptySeries(before.id, series.id, tools)
    },
    async redo() {
      const now = await fetchChannel(before.id, tools)
      series = await repeatAdd(now, series, videos, tools)
      ids = findAddedVideos(now, series).map(({ id }) => id)
      isNew &&= now.series.every(({ id }) => id !== series.id)
    },
  }
}
