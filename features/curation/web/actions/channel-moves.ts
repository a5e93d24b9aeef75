import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { commitSteps } from '#shell/undo-history.ts'
import { curationContract, type Playlist, type PlaylistTile, type Series, type Video } from '../../contract.ts'
import { limits } from '../../rules.ts'
import { withoutSeries, withoutVideo, withSeries, withVideo } from '../channel/edits.ts'
import { t } from '../texts.ts'
import { onChannel } from './moves.ts'

interface Item {
  channel: Playlist
  series: Series
  video: Video
}

/** Puts a video at the end of the first series of another channel that is no banner; the server makes one where there is none. */
export async function moveVideoToChannel(
  { channel, series, video }: Item,
  to: PlaylistTile,
  { change }: ActionTools,
): Promise<UndoableStep> {
  const { id, title } = video
  const index = series.videos.findIndex((one) => one.id === id)
  const leave = () =>
    change(
      curationContract.moveVideos,
      { body: { videos: [id], playlist_id: to.id } },
      onChannel(channel.id, (now) => withoutVideo(now, id)),
    )
  // Places are counted without what is hidden.
  await commitSteps()
  let moved = leave()
  return {
    label: t('video.moved_to', { title, series: to.name }),
    pending: moved,
    async undo() {
      const { undo } = await moved
      for (const body of undo)
        await change(
          curationContract.moveVideos,
          { body },
          onChannel(channel.id, (now) => withVideo(now, video, index)),
        )
    },
    async redo() {
      moved = leave()
      await moved
    },
  }
}

/** Puts a row at the end of another channel. */
export function moveSeriesToChannel(channel: Playlist, series: Series, to: PlaylistTile, { change }: ActionTools): UndoableStep {
  const { id, name } = series
  const position = channel.series.findIndex((one) => one.id === id)
  const leave = () =>
    change(
      curationContract.updateSeries,
      { params: { id }, body: { playlist_id: to.id, position: limits.series } },
      onChannel(channel.id, (now) => withoutSeries(now, id)),
    )
  return {
    label: t('series.moved_to', { name, channel: to.name }),
    pending: leave(),
    undo: () =>
      change(
        curationContract.updateSeries,
        { params: { id }, body: { playlist_id: channel.id, position } },
        onChannel(channel.id, (now) => withSeries(now, { ...series, position })),
      ),
    redo: leave,
  }
}
