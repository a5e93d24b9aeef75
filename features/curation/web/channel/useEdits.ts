import { edit, useChange } from '#kit/web/use.ts'
import { confirm } from '#ui/dialogs.ts'
import { announce, toast } from '#ui/toasts.ts'
import { curationContract, type Playlist, type Series, type Video } from '../../contract.ts'
import { isLink } from '../../rules.ts'
import { t } from '../texts.ts'
import { withHome, withoutSeries, withoutVideo, withSeriesAt, withVideoAt } from './edits.ts'

/** What can be changed in a channel at a press. It shows at once, and is put back with the reason when it is refused. */
export function useEdits(channelId: string) {
  const show = (change: (now: Playlist) => Playlist) => [edit(curationContract.getPlaylist, { params: { id: channelId } }, change)]

  const moveVideo = useChange(curationContract.moveVideo, ({ params, body }) =>
    show((now) => withVideoAt(now, params.videoId, params.destId, Number(body.index))),
  )
  const moveSeries = useChange(curationContract.updateSeries, ({ params, body }) =>
    show((now) => withSeriesAt(now, params.id, Number(body?.position))),
  )
  const changeHome = useChange(curationContract.updateVideo, ({ params }) => show((now) => withHome(now, params.id)))
  const deleteVideo = useChange(curationContract.deleteVideo, ({ params }) => show((now) => withoutVideo(now, params.id)))
  const deleteSeries = useChange(curationContract.deleteSeries, ({ params }) => show((now) => withoutSeries(now, params.id)))
  const addVideos = useChange(curationContract.addVideos)

  /** The same video once more, where it stood. It is a new one: links to the deleted one stay dead. */
  const bringBack = ({ series_id, src, title, description, image, adult, go_to, go_to_title, ...more }: Video, order: number) => {
    const { more_title, more_info_title, more_description, more_photo, is_home } = more
    addVideos.mutate(
      {
        params: { id: series_id },
        body: {
          videos: [
            {
              src,
              order,
              title,
              description,
              image: image ?? '',
              adult,
              go_to: go_to ?? '',
              go_to_title: go_to_title ?? '',
              more_title: more_title ?? '',
              more_info_title: more_info_title ?? '',
              more_description: more_description ?? '',
              more_photo: more_photo ?? '',
            },
          ],
        },
      },
      {
        onSuccess: ({ videos }) => {
          const again = videos[order]
          if (is_home && again) changeHome.mutate({ params: { id: again.id }, body: { is_home: true } })
        },
        onError: (error) => toast(error.message, { warning: true }),
      },
    )
  }

  return {
    moveVideo(video: Video, into: Series, index: number) {
      moveVideo.mutate({ params: { videoId: video.id, seriesId: video.series_id, destId: into.id }, body: { index } })
      const { title } = video
      const stays = into.id === video.series_id
      announce(stays ? t('video.moved', { title, place: index + 1 }) : t('video.moved_to', { title, series: into.name }))
    },
    moveSeries(series: Series, position: number) {
      moveSeries.mutate({ params: { id: series.id }, body: { position } })
      announce(t('series.moved', { name: series.name, place: position + 1 }))
    },
    makeHome: (video: Video) =>
      changeHome.mutate(
        { params: { id: video.id }, body: { is_home: true } },
        { onSuccess: () => toast(t('video.home_done', { title: video.title, series: video.series_name })) },
      ),
    async deleteVideo(video: Video, order: number) {
      // A file of ours goes with its video: there is no way back, so that is asked first.
      const canComeBack = isLink(video.src)
      const question = {
        title: t('video.confirm.title', { title: video.title }),
        text: t('video.confirm.text'),
        action: t('video.confirm.action'),
      }
      if (!canComeBack && !(await confirm(question))) return
      const undo = canComeBack ? { action: { name: t('undo'), perform: () => bringBack(video, order) } } : {}
      deleteVideo.mutate({ params: { id: video.id } }, { onSuccess: () => toast(t('video.deleted', { title: video.title }), undo) })
    },
    deleteSeries: async (series: Series) => {
      const agreed = await confirm({
        title: t('series.delete.title', { name: series.name }),
        text: t('series.delete.text', { count: series.videos.length }),
        action: t('series.delete.action'),
      })
      if (agreed) deleteSeries.mutate({ params: { id: series.id } }, { onSuccess: () => toast(t('series.deleted', { name: series.name })) })
    },
  }
}

export type Edits = ReturnType<typeof useEdits>
