import {
  arrowDown,
  arrowElbowDownLeft,
  arrowLeft,
  arrowLineLeft,
  arrowLineRight,
  arrowRight,
  arrowUp,
  house,
  listPlus,
  pencilSimple,
  export as shareIcon,
  squaresFour,
  trash,
} from '#ui/icons.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { can } from '#features/channels/rules.ts'
import { onChannel, withHome } from '#features/channels/web/channel/edits.ts'
import { arranged } from '../arrange/arranged.ts'
import { addItem, editEpisode } from '#features/channels/web/open.ts'
import { editRelated } from '../open.ts'
import { hasNeighbour, movePast } from '../place/place.ts'
import { shareVideo } from '#features/channels/web/share.ts'
import { serieSubject } from '#features/channels/web/subjects.ts'
import { t } from '#features/channels/web/texts.ts'
import { deleteVideos } from './delete-many.ts'
import { moveVideosBy, saveVideos } from './choose-place.ts'
import { movesPast } from './move-past.ts'

type Item = SubjectOf<'video'>
type Place = NonNullable<Item['place']>

const indexOf = ({ series, video }: Place) => series.videos.findIndex(({ id }) => id === video.id)

const mayMove = ({ place }: Item) => place?.channel.may_edit === true
const rowOf = ({ channel, series }: Place) => serieSubject(channel, series)

/** Whether the channel is in edit mode, in which menus have actions that insert videos. */
const isArranged = ({ id }: { id: string }) => arranged.get() === id

/** Adds a video beside another one. */
const insertAt = (place: Place, by: 0 | 1) =>
  addItem(place.channel, place.series, {
    insert: {
      index: indexOf(place) + by,
      title: t(by === 0 ? 'arrange.insert_left_of' : 'arrange.insert_right_of', { title: place.video.title }),
    },
  })

interface OwnAction extends Pick<Action<'video'>, 'id' | 'section' | 'label' | 'icon'> {
  keys?: string
  visible?: (place: Place) => boolean
  run: (place: Place, tools: ActionTools) => ReturnType<Action<'video'>['run']>
  many?: {
    label: () => string
    run: (places: readonly Place[], tools: ActionTools) => ReturnType<Action<'video'>['run']>
  }
}

/** Defines an action for users who may edit the channel. */
const own = ({ visible, run, many, ...action }: OwnAction): Action<'video'> => ({
  ...action,
  visible: (item) => mayMove(item) && visible?.(item.place!) !== false,
  run: ({ place }, tools) => place && run(place, tools),
  ...(many && {
    many: {
      label: many.label,
      run: (subjects, tools) =>
        many.run(
          subjects.flatMap(({ place }) => place ?? []),
          tools,
        ),
    },
  }),
})

/** Actions on a video. */
export const videoActions: readonly Action<'video'>[] = [
  own({
    id: 'video.insertLeft',
    section: 'add',
    label: () => t('arrange.insert_left'),
    icon: arrowLineLeft,
    visible: ({ channel }) => isArranged(channel),
    run: (place) => insertAt(place, 0),
  }),
  own({
    id: 'video.insertRight',
    section: 'add',
    label: () => t('arrange.insert_right'),
    icon: arrowLineRight,
    visible: ({ channel }) => isArranged(channel),
    run: (place) => insertAt(place, 1),
  }),
  own({
    id: 'video.edit',
    section: 'edit',
    label: () => t('video.edit'),
    icon: pencilSimple,
    keys: 'e',
    run: ({ channel, video }) => editEpisode(channel, video),
  }),
  own({
    id: 'video.related',
    section: 'edit',
    label: () => t('related.edit'),
    icon: squaresFour,
    visible: ({ channel }) => !isArranged(channel),
    run: ({ channel, video }) => editRelated(channel, video),
  }),
  own({
    id: 'video.makeHome',
    section: 'edit',
    label: () => t('video.make_home'),
    icon: house,
    keys: 'h',
    visible: ({ channel, video }) => !video.is_home && !isArranged(channel),
    run: makeHome,
  }),
  own({
    id: 'video.moveSeriesUp',
    section: 'move',
    label: () => t('series.up'),
    icon: arrowUp,
    keys: 'Shift+ArrowUp',
    visible: (place) => hasNeighbour(rowOf(place), -1),
    run: (place, tools) => movePast(rowOf(place), -1, tools),
  }),
  own({
    id: 'video.moveSeriesDown',
    section: 'move',
    label: () => t('series.down'),
    icon: arrowDown,
    keys: 'Shift+ArrowDown',
    visible: (place) => hasNeighbour(rowOf(place), 1),
    run: (place, tools) => movePast(rowOf(place), 1, tools),
  }),
  movesPast(-1, { id: 'video.moveEarlier', label: () => t('video.earlier'), icon: arrowLeft, keys: 'Shift+ArrowLeft' }, mayMove),
  movesPast(1, { id: 'video.moveLater', label: () => t('video.later'), icon: arrowRight, keys: 'Shift+ArrowRight' }, mayMove),
  own({
    id: 'video.move',
    section: 'move',
    label: () => t('video.to_other'),
    icon: arrowElbowDownLeft,
    keys: 'm',
    run: (place, tools) => moveVideosBy([place], tools),
    many: { label: () => t('many.move'), run: moveVideosBy },
  }),
  {
    id: 'video.save',
    section: 'clipboard',
    label: () => t('place.add'),
    icon: listPlus,
    visible: ({ channel }) => !isArranged(channel),
    run: (subject, tools) => saveVideos([subject], tools),
    many: { label: () => t('many.save'), run: saveVideos },
  },
  {
    id: 'video.share',
    section: 'share',
    label: () => t('share.name'),
    icon: shareIcon,
    keys: 's',
    visible: ({ channel }) => can.share(channel) === null && !isArranged(channel),
    run: ({ channel, seriesId, video }) => shareVideo(channel, seriesId, video),
  },
  own({
    id: 'video.delete',
    section: 'dangerous',
    label: (item) => t(item && isArranged(item.channel) ? 'arrange.delete' : 'video.delete'),
    icon: trash,
    keys: 'Delete',
    run: (place, tools) => deleteVideos([place], tools),
    many: { label: () => t('many.delete'), run: deleteVideos },
  }),
]

function makeHome({ channel, series, video }: Place, { change }: ActionTools): UndoableStep {
  const before = series.videos.find(({ is_home }) => is_home)
  const make = (id: string) =>
    change(
      channelsContract.updateVideo,
      { params: { id }, body: { is_home: true } },
      onChannel(channel.id, (now) => withHome(now, id)),
    )
  return {
    label: t('video.home_done', { title: video.title, series: series.name }),
    pending: make(video.id),
    undo: () => before && make(before.id),
    redo: () => make(video.id),
  }
}
