import { broadcast, clock } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { ActionTable } from '#shell/feature.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { removeAllSeries, removeVideos } from '#features/channels/web/create-containers.ts'
import { publishingContract } from '../contract.ts'
import { t } from './texts.ts'

type VideoSubject = SubjectOf<'video'>

/** Returns the absolute address of a path. */
const toAbsoluteUrl = (path: string) => new URL(path, location.origin).href

async function addToWatchLater({ id, name, channel }: VideoSubject, { change }: ActionTools): Promise<UndoableStep | undefined> {
  const put = () => change(publishingContract.putInWatchLater, { body: { video_id: id, source_playlist_id: channel.id } })
  let shared = await put()
  if (!shared.is_new) return void toast(t('later.there', { title: name }))
  return {
    label: t('later.added', { title: name }),
    undo: () => removeVideos(shared.playlist_id, shared.series_id, [shared.id], { change }),
    redo: async () => void (shared = await put()),
  }
}

export async function shareVideo(
  { id, name, channel, seriesId }: Pick<VideoSubject, 'id' | 'name' | 'channel' | 'seriesId'>,
  { change }: ActionTools,
): Promise<UndoableStep> {
  const body = { series_id: seriesId, video_id: id, url: toAbsoluteUrl(paths.playlists({ playlist: channel.id, video: id })) }
  const share = () => change(publishingContract.shareVideo, { body })
  let shared = await share()
  return {
    label: t('share.done', { title: name }),
    undo: () => removeVideos(shared.playlist_id, shared.series_id, [shared.id], { change }),
    redo: async () => void (shared = await share()),
  }
}

export async function shareSeries(
  { id, name, channel }: Pick<VideoSubject, 'id' | 'name' | 'channel'>,
  { change }: ActionTools,
): Promise<UndoableStep> {
  const url = toAbsoluteUrl(paths.playlists({ playlist: channel.id, serie: id }))
  const share = () => change(publishingContract.shareSeries, { body: { series_id: id, url } })
  let shared = await share()
  return {
    label: t('share.done', { title: name }),
    undo: () => removeAllSeries(shared.playlist_id, [shared.id], { change }),
    redo: async () => void (shared = await share()),
  }
}

export const publishingActions: ActionTable = {
  video: [
    {
      id: 'video.watchLater',
      section: 'share',
      label: () => t('later.name'),
      icon: clock,
      keys: 'w',
      visible: ({ channel }) => !channel.watch_later,
      run: addToWatchLater,
    },
    {
      id: 'video.directShare',
      section: 'share',
      label: () => t('share.name'),
      icon: broadcast,
      visible: ({ channel }) => !channel.direct_publish,
      run: shareVideo,
    },
  ],
  serie: [
    {
      id: 'serie.directShare',
      section: 'share',
      label: () => t('share.name'),
      icon: broadcast,
      visible: ({ channel, series }) => !channel.direct_publish && series.videos.length > 0,
      run: shareSeries,
    },
  ],
}
