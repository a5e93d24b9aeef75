import { ApiError } from '#kit/contract/client.ts'
import {
  arrowDown,
  arrowElbowDownLeft,
  arrowLeft,
  arrowLineLeft,
  arrowLineRight,
  arrowRight,
  arrowUp,
  house,
  pencilSimple,
  export as shareIcon,
  trash,
} from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { curationContract } from '../../contract.ts'
import { can, limits } from '../../rules.ts'
import { editOpenChannel } from '../cache-edits.ts'
import { withHome, withoutVideo } from '../channel/edits.ts'
import { hideVideo, showVideo } from '../channel/hidden-videos.ts'
import { arranged } from '../arrange/arranged.ts'
import { insertItem } from '../arrange/insert-item.ts'
import { chooseSeries, editEpisode } from '../open.ts'
import { shareVideo } from '../share.ts'
import { t } from '../texts.ts'
import { moveVideo, onChannel } from './moves.ts'
import { canMove, moveRow } from './serie.ts'

type Item = SubjectOf<'video'>
type Place = NonNullable<Item['place']>

const indexOf = ({ series, video }: Place) => series.videos.findIndex(({ id }) => id === video.id)

/** Is there a neighbour this many places on? */
const hasNeighbour = (place: Place, by: 1 | -1) => place.series.videos[indexOf(place) + by] !== undefined

/** Is the channel in edit mode? Then the menu has what puts its videos in order. */
const isArranged = ({ id }: { id: string }) => arranged.get() === id

/** Adds a video beside another one. */
const insertAt = (place: Place, by: 0 | 1) =>
  insertItem(
    place.channel,
    place.series,
    indexOf(place) + by,
    t(by === 0 ? 'arrange.insert_left_of' : 'arrange.insert_right_of', { title: place.video.title }),
  )

interface OwnAction extends Pick<Action<'video'>, 'id' | 'section' | 'label' | 'icon'> {
  keys?: string
  visible?: (place: Place) => boolean
  run: (place: Place, tools: ActionTools) => ReturnType<Action<'video'>['run']>
}

/** What can be done by who may change the channel. */
const own = ({ visible, run, ...action }: OwnAction): Action<'video'> => ({
  ...action,
  visible: ({ place }) => place?.channel.may_edit === true && visible?.(place) !== false,
  run: ({ place }, tools) => place && run(place, tools),
})

/** What can be done with an item: by who may change the channel, and by whoever is signed in. */
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
    visible: (place) => canMove(place, -1),
    run: (place, tools) => moveRow(place, -1, tools),
  }),
  own({
    id: 'video.moveSeriesDown',
    section: 'move',
    label: () => t('series.down'),
    icon: arrowDown,
    keys: 'Shift+ArrowDown',
    visible: (place) => canMove(place, 1),
    run: (place, tools) => moveRow(place, 1, tools),
  }),
  own({
    id: 'video.moveEarlier',
    section: 'move',
    label: () => t('video.earlier'),
    icon: arrowLeft,
    keys: 'Shift+ArrowLeft',
    visible: (place) => hasNeighbour(place, -1),
    run: (place, tools) => moveBy(place, -1, tools),
  }),
  own({
    id: 'video.moveLater',
    section: 'move',
    label: () => t('video.later'),
    icon: arrowRight,
    keys: 'Shift+ArrowRight',
    visible: (place) => hasNeighbour(place, 1),
    run: (place, tools) => moveBy(place, 1, tools),
  }),
  own({
    id: 'video.moveToSeries',
    section: 'move',
    label: () => t('video.to_other'),
    icon: arrowElbowDownLeft,
    visible: ({ channel }) => channel.series.length > 1,
    run: moveToOther,
  }),
  {
    id: 'video.share',
    section: 'share',
    label: () => t('share.name'),
    icon: shareIcon,
    keys: 's',
    visible: ({ channel }) => can.share(channel) === null && !isArranged(channel),
    run: ({ channel, seriesId, id }) => shareVideo(channel, seriesId, id),
  },
  own({
    id: 'video.delete',
    section: 'dangerous',
    label: (item) => t(item && isArranged(item.channel) ? 'arrange.delete' : 'video.delete'),
    icon: trash,
    keys: 'Delete',
    run: remove,
  }),
]

const moveBy = ({ channel, series, video }: Place, by: 1 | -1, tools: ActionTools) =>
  moveVideo(channel, series, video, { series, index: indexOf({ channel, series, video }) + by }, tools)

async function moveToOther({ channel, series, video }: Place, tools: ActionTools): Promise<UndoableStep | undefined> {
  const chosen = await chooseSeries(channel, video)
  const destination = channel.series.find(({ id }) => id === chosen)
  return destination && moveVideo(channel, series, video, { series: destination, index: limits.videos }, tools)
}

function makeHome({ channel, series, video }: Place, { change }: ActionTools): UndoableStep {
  const before = series.videos.find(({ is_home }) => is_home)
  const make = (id: string) =>
    change(
      curationContract.updateVideo,
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

/** Hides it; it is deleted once its toast, which offers to undo that, has gone. So nothing of it can get lost. */
function remove({ channel, video: { id, title } }: Place, { change }: ActionTools): UndoableStep {
  const commit = async () => {
    try {
      await change(
        curationContract.deleteVideo,
        { params: { id } },
        { confirmed: () => [editOpenChannel(channel.id, (now) => withoutVideo(now, id))] },
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Somebody else deleted it, or all it was in.
      if (error.status !== 404) toast(error.message, { warning: true })
    }
    showVideo(id)
  }
  hideVideo(id)
  return { label: t('video.deleted', { title }), undo: () => showVideo(id), commit }
}
