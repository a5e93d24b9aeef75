import { house, pencilSimple, export as shareIcon, squaresFour, trash } from '#ui/icons.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { channelsContract } from '../../contract.ts'
import { refusalTo } from '../../rules.ts'
import { isInEditMode } from '../edit-mode.ts'
import { channelEditOption, withOpener } from '../channel/edits.ts'
import { openEditVideoDialog, openRelatedVideosDialog } from '../open.ts'
import { shareVideo } from '../share.ts'
import type { VideoPlace } from '../subjects.ts'
import { t } from '../texts.ts'
import { deleteVideos } from './delete-videos.ts'
import { editorAction } from './editor-action.ts'

export const videoActions: readonly Action<'video'>[] = [
  editorAction({
    id: 'video.edit',
    section: 'edit',
    label: () => t('video.edit'),
    icon: pencilSimple,
    keys: 'e',
    run: ({ channel, video }) => openEditVideoDialog(channel, video),
  }),
  editorAction({
    id: 'video.related',
    section: 'edit',
    label: () => t('related.edit'),
    icon: squaresFour,
    visible: ({ channel }) => !isInEditMode(channel),
    run: ({ channel, video }) => openRelatedVideosDialog(channel, video),
  }),
  editorAction({
    id: 'video.makeHome',
    section: 'edit',
    label: () => t('video.make_home'),
    icon: house,
    keys: 'h',
    visible: ({ channel, video }) => !video.is_home && !isInEditMode(channel),
    run: makeOpener,
  }),
  {
    id: 'video.share',
    section: 'share',
    label: () => t('share.name'),
    icon: shareIcon,
    keys: 's',
    visible: ({ channel }) => refusalTo.share(channel) === null && !isInEditMode(channel),
    run: ({ channel, seriesId, video }) => shareVideo(channel, seriesId, video),
  },
  editorAction({
    id: 'video.delete',
    section: 'dangerous',
    label: (item) => t(item && isInEditMode(item.channel) ? 'arrange.delete' : 'video.delete'),
    icon: trash,
    keys: 'Delete',
    run: (place, tools) => deleteVideos([place], tools),
    many: { label: () => t('many.delete'), run: deleteVideos },
  }),
]

function makeOpener({ channel, series, video }: VideoPlace, { change }: ActionTools): UndoableStep {
  const before = series.videos.find(({ is_home }) => is_home)
  const make = (id: string) =>
    change(
      channelsContract.updateVideo,
      { params: { id }, body: { is_home: true } },
      channelEditOption(channel.id, (now) => withOpener(now, id)),
    )
  return {
    label: t('video.home_done', { title: video.title, series: series.name }),
    pending: make(video.id),
    undo: () => before && make(before.id),
    redo: () => make(video.id),
  }
}
