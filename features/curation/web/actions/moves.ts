import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { commitSteps } from '#shell/undo-history.ts'
import { curationContract, type Playlist, type Series, type Video } from '../../contract.ts'
import { editOpenChannel } from '../cache-edits.ts'
import { withHome, withHomeAsAnswered, withSeriesAt, withVideoAt } from '../channel/edits.ts'
import { t } from '../texts.ts'

/** What a change makes of a channel, before the server has agreed. */
export const onChannel = (id: string, change: (now: Playlist) => Playlist) => ({ optimistic: () => [editOpenChannel(id, change)] })

/** Where a video is to stand: beyond the end means last. */
interface Place {
  series: Pick<Series, 'id' | 'name'>
  index: number
}

/** Puts a video at a place of its series or of another one of its channel. */
export async function moveVideo(channel: Playlist, from: Series, video: Video, to: Place, { change }: ActionTools): Promise<UndoableStep> {
  const { id: videoId, title } = video
  const before: Place = { series: from, index: from.videos.findIndex(({ id }) => id === videoId) }
  const move = (source: Place, target: Place, isHome = false) =>
    change(
      curationContract.moveVideo,
      {
        params: { videoId, seriesId: source.series.id, destId: target.series.id },
        body: { index: target.index, ...(isHome && { is_home: true }) },
      },
      {
        ...onChannel(channel.id, (now) => {
          const moved = withVideoAt(now, videoId, target.series.id, target.index)
          return isHome ? withHome(moved, videoId) : moved
        }),
        confirmed: (answer) => [editOpenChannel(channel.id, (now) => withHomeAsAnswered(now, answer))],
      },
    )
  // Places are counted without what is hidden.
  await commitSteps()
  const stays = to.series.id === from.id
  return {
    label: stays ? t('video.moved', { title, place: to.index + 1 }) : t('video.moved_to', { title, series: to.series.name }),
    pending: move(before, to),
    // A home video that leaves its series is home no longer.
    undo: () => move(to, before, video.is_home && !stays),
    redo: () => move(before, to),
    quiet: stays,
  }
}

/** Puts a row of a channel at a position, from 0. */
export function moveSeries(channel: Playlist, { id, name }: Series, position: number, { change }: ActionTools): UndoableStep {
  const before = channel.series.findIndex((series) => series.id === id)
  const move = (to: number) =>
    change(
      curationContract.updateSeries,
      { params: { id }, body: { position: to } },
      onChannel(channel.id, (now) => withSeriesAt(now, id, to)),
    )
  return {
    label: t('series.moved', { name, place: position + 1 }),
    pending: move(position),
    undo: () => move(before),
    redo: () => move(position),
    quiet: true,
  }
}
