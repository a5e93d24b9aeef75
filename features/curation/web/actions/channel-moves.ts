import { call } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { commitSteps } from '#shell/undo-history.ts'
import { curationContract, type Playlist, type PlaylistTile, type Series, type Video } from '../../contract.ts'
import { limits } from '../../rules.ts'
import { withoutSeries, withoutVideo, withSeries, withVideo } from '../channel/edits.ts'
import { hideVideo, showVideo } from '../channel/hidden-videos.ts'
import { t } from '../texts.ts'
import { onChannel } from './moves.ts'

interface Item {
  channel: Playlist
  series: Series
  video: Video
}

/** Where pasted links go in a channel: its first series that is no banner; one is made where there is none. */
async function destinationIn(to: PlaylistTile, { change }: ActionTools): Promise<string> {
  const { series } = await call(curationContract.getPlaylist, { params: { id: to.id } }, send)
  const found = series.find(({ type }) => type !== 'header')
  return found?.id ?? (await change(curationContract.createSeries, { body: { playlist_id: to.id, name: t('add.first_series') } })).id
}

/** Puts a video at the end of the first series of another channel. */
export async function moveVideoToChannel({ channel, series, video }: Item, to: PlaylistTile, tools: ActionTools): Promise<UndoableStep> {
  const { id: videoId, title } = video
  const index = series.videos.findIndex(({ id }) => id === videoId)
  // Out of sight at once: where exactly it goes has to be asked first.
  hideVideo(videoId)
  try {
    await commitSteps()
    const destination = await destinationIn(to, tools)
    const leave = () =>
      tools.change(
        curationContract.moveVideo,
        { params: { videoId, seriesId: series.id, destId: destination }, body: { index: limits.videos } },
        onChannel(channel.id, (now) => withoutVideo(now, videoId)),
      )
    return {
      label: t('video.moved_to', { title, series: to.name }),
      pending: leave(),
      undo: () =>
        tools.change(
          curationContract.moveVideo,
          { params: { videoId, seriesId: destination, destId: series.id }, body: { index } },
          onChannel(channel.id, (now) => withVideo(now, video, index)),
        ),
      redo: leave,
    }
  } finally {
    showVideo(videoId)
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
