import { ApiError } from '#kit/contract/client.ts'
import { editResponse } from '#kit/web/change.ts'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toasts.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import { endSelectionOf } from '#shell/selection.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { channelsContract } from '../../contract.ts'
import { withoutChannels } from '../bar-edits.ts'
import { deletedChannel, hideVideos, showVideos } from '../channel/pending-deletions.ts'
import { editOpenChannel, channelEditOption, withoutSeries } from '../channel/edits.ts'
import { withoutVideos } from '../channel/without-videos.ts'
import type { VideoPlace } from '../subjects.ts'
import { t } from '../texts.ts'

/** Actions that delete one or several things. */

/** Deletes videos. Asks first if there are several. Hides the videos now, and deletes them when the undo toast closes. */
export async function deleteVideos(places: readonly VideoPlace[], { change }: ActionTools): Promise<UndoableStep | undefined> {
  const [first] = places
  const count = places.length
  if (!first) return undefined
  if (count > 1) {
    const question = { title: t('many.delete_videos', { count }), text: t('many.delete_text'), action: t('many.delete') }
    if (!(await confirm(question))) return undefined
  }
  endSelectionOf(places.map(({ video }) => ({ type: 'video', id: video.id })))
  const ids = places.map(({ video }) => video.id)
  const commit = async () => {
    for (const seriesId of new Set(places.map(({ series }) => series.id))) {
      const deletedIds = places.flatMap(({ series, video }) => (series.id === seriesId ? [video.id] : []))
      const shows = { confirmed: () => [editOpenChannel(first.channel.id, (now) => withoutVideos(now, deletedIds))] }
      try {
        if (deletedIds.length === 1) await change(channelsContract.deleteVideo, { params: { id: deletedIds[0]! } }, shows)
        else await change(channelsContract.removeVideos, { params: { id: seriesId }, body: { videos: deletedIds } }, shows)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // A 404 means that the item was deleted concurrently, alone or with its container.
        if (error.status !== 404) toast(error.message, { warning: true })
      }
    }
    showVideos(ids)
  }
  hideVideos(ids)
  const label = count === 1 ? t('video.deleted', { title: first.video.title }) : t('many.videos_deleted', { count })
  return { label, undo: () => showVideos(ids), redo: () => hideVideos(ids), commit }
}

/** Deletes series. Asks first, because there is no undo. */
export async function deleteSeries(subjects: readonly SubjectOf<'serie'>[], { change }: ActionTools): Promise<void> {
  const [first] = subjects
  const count = subjects.length
  if (!first) return
  const videos = subjects.reduce((sum, { series }) => sum + series.videos.length, 0)
  const agreed = await confirm({
    title: count === 1 ? t('series.delete.title', { name: first.name }) : t('many.delete_series', { count }),
    text: t('series.delete.text', { count: videos }),
    action: t('series.delete.action'),
  })
  if (!agreed) return
  endSelectionOf(subjects)
  for (const { id, channel } of subjects)
    await change(
      channelsContract.deleteSeries,
      { params: { id } },
      channelEditOption(channel.id, (now) => withoutSeries(now, id)),
    )
  toast(count === 1 ? t('series.deleted', { name: first.name }) : t('many.series_deleted', { count }))
}

/** Deletes channels; a team's channels are returned to the users who added them. Asks first, because there is no undo. */
export async function deleteChannels(items: readonly SubjectOf<'playlist'>[], { change, go }: ActionTools): Promise<void> {
  const [first] = items
  const count = items.length
  if (!first) return
  const videos = first.open?.series.reduce((sum, series) => sum + series.videos.length, 0)
  const goBack = items.every(({ channel }) => channel.team_id !== null)
  const agreed = await confirm(
    goBack
      ? {
          title: t('remove.team.title', { count, name: first.name }),
          text: t('remove.team.text', { count }),
          action: t('remove.team.action'),
        }
      : {
          title: count === 1 ? t('remove.title', { name: first.name }) : t('many.delete_channels', { count }),
          text: count === 1 && videos !== undefined ? t('remove.text', { count: videos }) : t('remove.all'),
          action: t('remove.action'),
        },
  )
  if (!agreed) return
  endSelectionOf(items)
  const onScreen = new URLSearchParams(location.search).get('playlist')
  try {
    for (const { id } of items) {
      if (count === 1 || id === onScreen) deletedChannel.set(id)
      await change(
        channelsContract.deletePlaylist,
        { params: { id } },
        { optimistic: () => [editResponse(channelsContract.listMyPlaylists, {}, (now) => withoutChannels(now, [id]))] },
      )
    }
  } catch (error) {
    deletedChannel.set(undefined)
    throw error
  }
  if (count === 1 || items.some(({ id }) => id === onScreen)) go(paths.playlists(), { replace: true })
  if (goBack) toast(t('remove.team.done', { count, name: first.name }))
  else toast(count === 1 ? t('remove.done', { name: first.name }) : t('many.channels_deleted', { count }))
}
