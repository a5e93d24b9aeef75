import { ApiError } from '#kit/contract/client.ts'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toasts.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { endSelectionOf } from '#shell/selection.ts'
import { channelsContract } from '../../contract.ts'
import { hideVideos, showVideos } from '../channel/pending-deletions.ts'
import { editOpenChannel } from '../channel/edits.ts'
import { withoutVideos } from '../channel/without-videos.ts'
import type { VideoPlace } from '../subjects.ts'
import { t } from '../texts.ts'

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
