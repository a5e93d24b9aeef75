import { confirm } from '#ui/confirm.ts'
import {
  archive,
  arrowCounterClockwise,
  arrowLeft,
  arrowLineLeft,
  arrowLineRight,
  arrowRight,
  arrowsOutCardinal,
  folderSimpleMinus,
  folderSimplePlus,
} from '#ui/icons.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { dropResult } from '../../drop-rules.ts'
import { can, sectionFor, sections, type StatusId } from '../../rules.ts'
import { arrangeBar } from '../arrange/arranged.ts'
import { chooseGroup, createGroup } from '../open.ts'
import { t } from '../texts.ts'
import { moveChannels, movedLabel, questionOf } from './bar-moves.ts'

type Item = SubjectOf<'playlist'>

/** In the bar, of who may edit it; the two that came with the account have no place there. */
const mayMove = ({ channel, placed }: Item) => placed !== undefined && can.archive(channel) === null
const mayGroupOpen = ({ channel, open }: Item) => open !== undefined && can.archive(channel) === null && !channel.is_archived
const isAt = ({ placed }: Item, place: 'left' | 'other') => placed?.at === place
const isInGroup = ({ placed }: Item) => typeof placed?.at === 'object'

/** Where a channel stands in the bar: in which section, in the archive, in a group. */
export const playlistPlaceActions: readonly Action<'playlist'>[] = [
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
    many: {
      label: () => t('many.restore'),
      run: (items, tools) => moveToSections(items, t('many.restored', { count: items.length }), tools),
    },
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
    many: {
      label: () => t('many.left'),
      run: (items, tools) => moveChannels(idsOf(items), { at: 'left' }, t('many.to_left', { count: items.length }), tools),
    },
  },
  {
    id: 'playlist.toOther',
    section: 'move',
    label: () => t('bar.to_other'),
    icon: arrowLineRight,
    visible: (item) => mayMove(item) && isAt(item, 'left'),
    run: ({ id, name }, tools) => moveChannels([id], { at: 'other', index: 0 }, t('bar.to_other_done', { name }), tools),
    many: {
      label: () => t('many.unleft'),
      run: (items, tools) => moveChannels(idsOf(items), { at: 'other', index: 0 }, t('many.to_other', { count: items.length }), tools),
    },
  },
  {
    id: 'playlist.group',
    section: 'move',
    label: () => t('group.put'),
    icon: folderSimplePlus,
    // Also on its own screen, which does not say where in the bar it is.
    visible: (item) => (mayMove(item) || mayGroupOpen(item)) && !isInGroup(item),
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
    many: {
      label: () => t('many.ungroup'),
      run: (items, tools) => moveToSections(items, t('many.ungrouped', { count: items.length }), tools),
    },
  },
  {
    id: 'playlist.arrange',
    section: 'move',
    label: () => t('bar.arrange'),
    icon: arrowsOutCardinal,
    visible: mayMove,
    run: arrangeBar,
  },
]

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)

/** Each to the end of the section that it belongs to by who may see it: one call a section. */
function moveToSections(items: readonly Item[], label: string, tools: ActionTools): UndoableStep {
  const steps = sections.flatMap((at) => {
    const some = items.filter(({ channel }) => sectionFor({ ...channel, is_archived: false }) === at)
    return some.length > 0 ? [moveChannels(idsOf(some), { at }, label, tools)] : []
  })
  return {
    label,
    pending: Promise.all(steps.flatMap(({ pending }) => pending ?? [])),
    async undo() {
      for (const step of steps.toReversed()) await step.undo()
    },
    async redo() {
      for (const step of steps) await step.redo()
    },
  }
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
  for (const asks of new Set(asked)) if (!(await confirm(questionOf(asks, items)))) return undefined
  const label = items.length === 1 ? t('group.put_done', { name: words }) : t('many.grouped', { count: items.length })
  return moveChannels(idsOf(items), { at: { groupId: group.id } }, label, tools)
}
