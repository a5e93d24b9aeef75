import { confirm } from '#ui/confirm.ts'
import {
  archive,
  arrowCounterClockwise,
  arrowLeft,
  arrowLineLeft,
  arrowLineRight,
  arrowRight,
  arrowsOutCardinal,
  checkCircle,
  export as shareIcon,
  folderSimpleMinus,
  folderSimplePlus,
  gearSix,
  listPlus,
  pencilSimple,
  plus,
  rows,
  trash,
} from '#ui/icons.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { curationContract, type PlaylistTile } from '../../contract.ts'
import { dropResult } from '../../drop-rules.ts'
import { can, sectionFor, type StatusId } from '../../rules.ts'
import { arrangeBar } from '../arrange/arranged.ts'
import { patchPlaylist } from '../cache-edits.ts'
import { isMeant } from '../clipboard/clip.ts'
import { currentClip } from '../clipboard/clipboard.ts'
import { linksIn } from '../dialogs/add/links.ts'
import { addItem, addSeries, changeSettings, chooseGroup, createGroup, editChannel } from '../open.ts'
import { shareChannel } from '../share.ts'
import { t } from '../texts.ts'
import { moveChannels, movedLabel, questionOf } from './bar-moves.ts'
import { deleteChannels } from './delete-many.ts'
import { saveChannel } from './place.ts'

type Item = SubjectOf<'playlist'>

const mayAdd = ({ open }: Item) => open?.may_edit === true
/** In the bar, of who may edit it; the two that came with the account have no place there. */
const mayMove = ({ channel, placed }: Item) => placed !== undefined && can.archive(channel) === null
const isAt = ({ placed }: Item, place: 'left' | 'other') => placed?.at === place
const isInGroup = ({ placed }: Item) => typeof placed?.at === 'object'

/** What can be done with a channel: by who may change it, as one sees it open or only knows it from a list; others share it. */
export const playlistActions: readonly Action<'playlist'>[] = [
  {
    id: 'playlist.addItem',
    section: 'add',
    label: () => t('add.menu'),
    icon: plus,
    keys: 'a',
    visible: mayAdd,
    takesPaste: (text) => !isMeant(currentClip(), text) && linksIn(text).links.length > 0,
    run: ({ open }, { pasted }) => open && addItem(open, undefined, pasted),
  },
  {
    id: 'playlist.addSeries',
    section: 'add',
    label: () => t('series.add.title'),
    icon: rows,
    visible: mayAdd,
    run: ({ open }) => open && addSeries(open),
  },
  {
    id: 'playlist.share',
    section: 'edit',
    label: () => t('share.name'),
    icon: shareIcon,
    keys: 's',
    visible: ({ channel }) => can.share(channel) === null,
    run: ({ channel }) => shareChannel(channel),
  },
  {
    id: 'playlist.edit',
    section: 'edit',
    label: () => t('edit.title'),
    icon: pencilSimple,
    keys: 'e',
    visible: ({ channel }) => channel.may_edit,
    run: ({ channel }) => editChannel(channel),
  },
  {
    id: 'playlist.settings',
    section: 'edit',
    label: () => t('settings.title'),
    icon: gearSix,
    visible: ({ channel }) => channel.may_edit && !channel.watch_later,
    run: ({ channel }) => changeSettings(channel),
  },
  {
    id: 'playlist.finish',
    section: 'edit',
    label: () => t('finished.put'),
    icon: checkCircle,
    visible: ({ channel }) => can.finish(channel) === null && !channel.finished,
    run: ({ channel }, tools) => finish(channel, true, tools),
  },
  {
    id: 'playlist.unfinish',
    section: 'edit',
    label: () => t('finished.take'),
    icon: checkCircle,
    visible: ({ channel }) => can.finish(channel) === null && !!channel.finished,
    run: ({ channel }, tools) => finish(channel, false, tools),
  },
  {
    id: 'playlist.archive',
    section: 'edit',
    label: () => t('archive.put'),
    icon: archive,
    visible: ({ channel }) => can.archive(channel) === null && !channel.is_archived,
    run: ({ id, name }, tools) => moveChannels([id], { at: 'archive' }, t('archive.done', { name }), tools),
    many: {
      label: () => t('many.archive'),
      run: (items, tools) => moveChannels(idsOf(items), { at: 'archive' }, t('many.archived', { count: items.length }), tools),
    },
  },
  {
    id: 'playlist.restore',
    section: 'edit',
    label: () => t('archive.take'),
    icon: arrowCounterClockwise,
    visible: ({ channel }) => can.archive(channel) === null && channel.is_archived,
    run: ({ id, name, channel }, tools) =>
      moveChannels([id], { at: sectionFor({ ...channel, is_archived: false }) }, t('archive.restored', { name }), tools),
  },
  {
    id: 'playlist.moveEarlier',
    section: 'move',
    label: () => t('bar.earlier'),
    icon: arrowLeft,
    keys: 'Shift+ArrowLeft',
    visible: (item) => mayMove(item) && (item.placed?.index ?? 0) > 0,
    run: (item, tools) => moveBy(item, -1, tools),
  },
  {
    id: 'playlist.moveLater',
    section: 'move',
    label: () => t('bar.later'),
    icon: arrowRight,
    keys: 'Shift+ArrowRight',
    visible: (item) => mayMove(item) && item.placed !== undefined && item.placed.index < item.placed.count - 1,
    run: (item, tools) => moveBy(item, 1, tools),
  },
  {
    id: 'playlist.toLeft',
    section: 'move',
    label: () => t('bar.to_left'),
    icon: arrowLineLeft,
    visible: (item) => mayMove(item) && isAt(item, 'other'),
    run: ({ id, name }, tools) => moveChannels([id], { at: 'left' }, t('bar.to_left_done', { name }), tools),
  },
  {
    id: 'playlist.toOther',
    section: 'move',
    label: () => t('bar.to_other'),
    icon: arrowLineRight,
    visible: (item) => mayMove(item) && isAt(item, 'left'),
    run: ({ id, name }, tools) => moveChannels([id], { at: 'other', index: 0 }, t('bar.to_other_done', { name }), tools),
  },
  {
    id: 'playlist.group',
    section: 'move',
    label: () => t('group.put'),
    icon: folderSimplePlus,
    visible: (item) => mayMove(item) && !isInGroup(item),
    run: (item, tools) => putInGroup([item], tools),
    many: { label: () => t('many.group'), run: putInGroup },
  },
  {
    id: 'playlist.ungroup',
    section: 'move',
    label: () => t('group.take'),
    icon: folderSimpleMinus,
    visible: (item) => mayMove(item) && isInGroup(item),
    run: ({ id, name, channel }, tools) => moveChannels([id], { at: sectionFor(channel) }, t('group.take_done', { name }), tools),
  },
  {
    id: 'playlist.arrange',
    section: 'move',
    label: () => t('bar.arrange'),
    icon: arrowsOutCardinal,
    visible: mayMove,
    run: arrangeBar,
  },
  {
    id: 'playlist.save',
    section: 'clipboard',
    label: () => t('place.add'),
    icon: listPlus,
    run: saveChannel,
  },
  {
    id: 'playlist.delete',
    section: 'dangerous',
    label: () => t('remove.action'),
    icon: trash,
    visible: ({ channel }) => can.delete(channel) === null,
    run: (item, tools) => deleteChannels([item], tools),
    many: { label: () => t('many.delete'), run: deleteChannels },
  },
]

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)

async function finish({ id, name }: PlaylistTile, finished: boolean, { change, go }: ActionTools): Promise<UndoableStep> {
  const set = (now: boolean) =>
    change(
      curationContract.updatePlaylist,
      { params: { id }, body: { finished: now } },
      { optimistic: () => [patchPlaylist(id, { finished: now ? 1 : 0 })] },
    )
  await set(finished)
  go(paths.playlists())
  return { label: t(finished ? 'finished.done' : 'finished.undone', { name }), undo: () => set(!finished), redo: () => set(finished) }
}

/** Past its neighbour in the same section or group. */
function moveBy({ id, name, placed }: Item, by: 1 | -1, tools: ActionTools): UndoableStep | undefined {
  if (!placed) return undefined
  const index = placed.index + by
  return { ...moveChannels([id], { at: placed.at, index }, movedLabel(name, index), tools), quiet: true }
}

/** Into a group that exists, or a new one. A group may open or close channels to everybody: that is asked first. */
async function putInGroup(items: readonly Item[], tools: ActionTools): Promise<UndoableStep | undefined> {
  const words = items.length === 1 ? items[0]!.name : t('clipboard.several.playlist', { count: items.length })
  const group = await chooseGroup(words)
  if (group === undefined) return undefined
  if (group === 'new') return createGroup(items.map(({ channel }) => channel))
  const target = { at: 'on_group', id: group.id, status_id: group.status_id as StatusId } as const
  const asked = items.flatMap(({ id, channel }) => {
    const source = { kind: 'channel', place: sectionFor(channel), id, status_id: channel.status_id as StatusId } as const
    const drop = dropResult(source, target, 'editor')
    return drop.allowed && drop.asks ? [drop.asks] : []
  })
  for (const asks of new Set(asked)) if (!(await confirm(questionOf(asks, words)))) return undefined
  const label = items.length === 1 ? t('group.put_done', { name: words }) : t('many.grouped', { count: items.length })
  return moveChannels(idsOf(items), { at: { groupId: group.id } }, label, tools)
}
