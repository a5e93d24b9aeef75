import { arrowDown, arrowElbowDownLeft, arrowLeft, arrowLineLeft, arrowLineRight, arrowRight, arrowUp, listPlus } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { editorAction } from '#features/channels/web/actions/editor-action.ts'
import { isInEditMode } from '#features/channels/web/edit-mode.ts'
import { openAddItemDialog } from '#features/channels/web/open.ts'
import { serieSubject, type VideoPlace } from '#features/channels/web/subjects.ts'
import { t as tChannels } from '#features/channels/web/texts.ts'
import { t } from '../texts.ts'
import { hasNeighbour, movePast } from '../place/place.ts'
import { moveVideosWithDialog, saveVideoCopies } from './choose-place.ts'
import { movePastAction } from './move-past.ts'

const indexOf = ({ series, video }: VideoPlace) => series.videos.findIndex(({ id }) => id === video.id)

const mayMove = ({ place }: SubjectOf<'video'>) => place?.channel.may_edit === true
const rowOf = ({ channel, series }: VideoPlace) => serieSubject(channel, series)

/** Adds a video beside another one. */
const addVideoBeside = (place: VideoPlace, offset: 0 | 1) =>
  openAddItemDialog(place.channel, place.series, {
    insert: {
      index: indexOf(place) + offset,
      title: t(offset === 0 ? 'arrange.insert_left_of' : 'arrange.insert_right_of', { title: place.video.title }),
    },
  })

/** Actions that insert beside a video, move it, and save copies. */
export const videoActions: readonly Action<'video'>[] = [
  editorAction({
    id: 'video.insertLeft',
    section: 'add',
    label: () => t('arrange.insert_left'),
    icon: arrowLineLeft,
    visible: ({ channel }) => isInEditMode(channel),
    run: (place) => addVideoBeside(place, 0),
  }),
  editorAction({
    id: 'video.insertRight',
    section: 'add',
    label: () => t('arrange.insert_right'),
    icon: arrowLineRight,
    visible: ({ channel }) => isInEditMode(channel),
    run: (place) => addVideoBeside(place, 1),
  }),
  editorAction({
    id: 'video.moveSeriesUp',
    section: 'move',
    label: () => t('series.up'),
    icon: arrowUp,
    keys: 'Shift+ArrowUp',
    visible: (place) => hasNeighbour(rowOf(place), -1),
    run: (place, tools) => movePast(rowOf(place), -1, tools),
  }),
  editorAction({
    id: 'video.moveSeriesDown',
    section: 'move',
    label: () => t('series.down'),
    icon: arrowDown,
    keys: 'Shift+ArrowDown',
    visible: (place) => hasNeighbour(rowOf(place), 1),
    run: (place, tools) => movePast(rowOf(place), 1, tools),
  }),
  movePastAction(-1, { id: 'video.moveEarlier', label: () => t('video.earlier'), icon: arrowLeft, keys: 'Shift+ArrowLeft' }, mayMove),
  movePastAction(1, { id: 'video.moveLater', label: () => t('video.later'), icon: arrowRight, keys: 'Shift+ArrowRight' }, mayMove),
  editorAction({
    id: 'video.move',
    section: 'move',
    label: () => t('video.to_other'),
    icon: arrowElbowDownLeft,
    keys: 'm',
    run: (place, tools) => moveVideosWithDialog([place], tools),
    many: { label: () => t('many.move'), run: moveVideosWithDialog },
  }),
  {
    id: 'video.save',
    section: 'clipboard',
    label: () => tChannels('place.save_title'),
    icon: listPlus,
    visible: ({ channel }) => !isInEditMode(channel),
    run: (subject, tools) => saveVideoCopies([subject], tools),
    many: { label: () => t('many.save'), run: saveVideoCopies },
  },
]
