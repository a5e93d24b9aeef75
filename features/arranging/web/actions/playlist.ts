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
  listPlus,
  plus,
  rows,
} from '#ui/icons.ts'
import type { Action, ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { refusalTo, sectionFor, sections, type StatusId } from '#features/channels/rules.ts'
import { openAddItemDialog, openAddSeriesDialog } from '#features/channels/web/open.ts'
import { startArrangingBar } from '../arrange/toggle-arranging.ts'
import { openChooseGroupDialog, openCreateGroupDialog } from '../open.ts'
import { placeItems } from '../place/place.ts'
import type { BarTarget } from '../place/target.ts'
import { t as channelTexts } from '#features/channels/web/texts.ts'
import { t } from '../texts.ts'
import { saveChannelCopy } from './choose-place.ts'
import { movePastAction } from './move-past.ts'
import { createPasteLinksProps } from './paste-links.ts'

type PlaylistSubject = SubjectOf<'playlist'>

const mayAdd = ({ open }: PlaylistSubject) => open?.may_edit === true
/** Whether the channel is in the bar and the user may move it. The two built-in channels have no place there. */
const mayMove = ({ channel, placed }: PlaylistSubject) => placed !== undefined && refusalTo.archive(channel) === null
const mayGroupOpen = ({ channel, open }: PlaylistSubject) =>
  open !== undefined && refusalTo.archive(channel) === null && !channel.is_archived
const isAt = ({ placed }: PlaylistSubject, place: 'left' | 'other') => placed?.at === place
const isInGroup = ({ placed }: PlaylistSubject) => typeof placed?.at === 'object'

/** The channel's section by status and side, as if it were neither archived nor in a group. */
const ownSection = ({ channel }: PlaylistSubject) => sectionFor({ ...channel, is_archived: false })
/** Returns the handlers of an action that moves one or several channels to a place. */
const moveHandlers = (target: BarTarget, label: () => string): Pick<Action<'playlist'>, 'run' | 'many'> => ({
  run: (item, tools) => placeItems([item], target, tools),
  many: { label, run: (items, tools) => placeItems(items, target, tools) },
})

/** Actions that add to channels, save copies, and move channels: between sections, to the archive, into groups. */
export const playlistActions: readonly Action<'playlist'>[] = [
  {
    id: 'playlist.addItem',
    section: 'add',
    label: () => t('add.menu'),
    icon: plus,
    keys: 'a',
    visible: mayAdd,
    ...createPasteLinksProps<'playlist'>(mayAdd),
    run: ({ open }, { pasted }) => open && openAddItemDialog(open, undefined, { pasted }),
  },
  {
    id: 'playlist.addSeries',
    section: 'add',
    label: () => channelTexts('series.add.title'),
    icon: rows,
    visible: mayAdd,
    run: ({ open }) => open && openAddSeriesDialog(open),
  },
  {
    id: 'playlist.save',
    section: 'clipboard',
    label: () => channelTexts('place.save_title'),
    icon: listPlus,
    run: saveChannelCopy,
  },
  {
    id: 'playlist.archive',
    section: 'edit',
    label: () => t('archive.put'),
    icon: archive,
    visible: ({ channel }) => refusalTo.archive(channel) === null && !channel.is_archived,
    ...moveHandlers({ container: 'bar', at: 'archive' }, () => t('many.archive')),
  },
  {
    id: 'playlist.restore',
    section: 'edit',
    label: () => t('archive.take'),
    icon: arrowCounterClockwise,
    visible: ({ channel }) => refusalTo.archive(channel) === null && channel.is_archived,
    run: (item, tools) => placeItems([item], { container: 'bar', at: ownSection(item) }, tools),
    many: {
      label: () => t('many.restore'),
      run: (items, tools) => moveToSections(items, t('many.restored', { count: items.length }), tools),
    },
  },
  movePastAction(-1, { id: 'playlist.moveEarlier', label: () => t('bar.earlier'), icon: arrowLeft, keys: 'Shift+ArrowLeft' }, mayMove),
  movePastAction(1, { id: 'playlist.moveLater', label: () => t('bar.later'), icon: arrowRight, keys: 'Shift+ArrowRight' }, mayMove),
  {
    id: 'playlist.toLeft',
    section: 'move',
    label: () => t('bar.to_left'),
    icon: arrowLineLeft,
    visible: (item) => mayMove(item) && isAt(item, 'other'),
    ...moveHandlers({ container: 'bar', at: 'left' }, () => t('many.left')),
  },
  {
    id: 'playlist.toOther',
    section: 'move',
    label: () => t('bar.to_other'),
    icon: arrowLineRight,
    visible: (item) => mayMove(item) && isAt(item, 'left'),
    ...moveHandlers({ container: 'bar', at: 'other', index: 0 }, () => t('many.unleft')),
  },
  {
    id: 'playlist.group',
    section: 'move',
    label: () => t('group.put'),
    icon: folderSimplePlus,
    // Visible on the channel's own screen too, where the channel's place is unknown.
    visible: (item) => (mayMove(item) || mayGroupOpen(item)) && !isInGroup(item),
    run: (item, tools) => moveToGroup([item], tools),
    many: { label: () => t('many.group'), run: moveToGroup },
  },
  {
    id: 'playlist.ungroup',
    section: 'move',
    label: () => t('group.take'),
    icon: folderSimpleMinus,
    visible: (item) => mayMove(item) && isInGroup(item),
    run: (item, tools) => placeItems([item], { container: 'bar', at: ownSection(item) }, tools),
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
    run: startArrangingBar,
  },
]

/** Moves each channel to the end of its own section, with one call per section. */
async function moveToSections(items: readonly PlaylistSubject[], label: string, tools: ActionTools): Promise<UndoableStep> {
  const steps: UndoableStep[] = []
  for (const section of sections) {
    const step = await placeItems(
      items.filter((item) => ownSection(item) === section),
      { container: 'bar', at: section },
      tools,
    )
    if (step) steps.push(step)
  }
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

/** Moves channels into a group that the user chooses or creates. */
async function moveToGroup(items: readonly PlaylistSubject[], tools: ActionTools): Promise<UndoableStep | undefined> {
  const group = await openChooseGroupDialog(items.length === 1 ? items[0]!.name : t('clipboard.several.playlist', { count: items.length }))
  if (group === undefined) return undefined
  if (group === 'new') return openCreateGroupDialog(items.map(({ channel }) => channel))
  return placeItems(items, { container: 'bar', at: { groupId: group.id }, status_id: group.status_id as StatusId }, tools)
}
