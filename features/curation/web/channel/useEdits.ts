import { edit, useChange } from '#kit/web/use.ts'
import { confirm } from '#ui/confirm.ts'
import { announce, toast } from '#ui/toasts.ts'
import { curationContract, type Playlist, type Series, type Video } from '../../contract.ts'
import { t } from '../texts.ts'
import { settleDeletions, useDeletion } from './deletions.ts'
import { withHome, withoutSeries, withSeriesAt, withVideoAt } from './edits.ts'

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
  const deleteVideo = useDeletion()
  const deleteSeries = useChange(curationContract.deleteSeries, ({ params }) => show((now) => withoutSeries(now, params.id)))

  return {
    deleteVideo,
    async moveVideo(video: Video, into: Series, index: number) {
      await settleDeletions()
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
