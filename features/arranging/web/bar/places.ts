import { type DragSource, type CombinedDropResult, combinedDropResult, type DropTarget } from '#features/channels/drop-rules.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { Group, PlaylistTile } from '#features/channels/contract.ts'
import type { StatusId } from '#features/channels/rules.ts'
import type { BarPlace } from '#features/channels/web/bar-edits.ts'
import type { Target } from '../place/target.ts'
import type { ShortcutPlace } from './shortcuts.ts'

/* Finds the place of a gap in the bar. Two lists may meet in a gap. A thing then goes to the list that accepts it. */

/** An item of a bar or shelf, in display order. */
export type BarEntry =
  | { kind: 'channel'; channel: PlaylistTile; at: BarPlace; index: number }
  /** A built-in channel, which comes before its section's channels. */
  | { kind: 'special'; channel: PlaylistTile; at: 'left' | 'public' }
  | { kind: 'group'; group: Group; index: number }
  | { kind: 'shortcut'; shortcut: SubjectOf<'shortcut'> }
  /** The archive itself. */
  | { kind: 'archive' }
  /** The separator after the content of an open group. */
  | { kind: 'end'; group: Group; index: number }
  /** A separator between two sections, a button, or another user's channel. */
  | { kind: 'none' }

/** A list of the bar. `archivedGroups` come before the channels of the archive, shortcuts after the channels of `left` and `other`. */
export type BarList = BarPlace | 'groups' | 'archivedGroups' | 'leftShortcuts' | 'otherShortcuts'

export interface ListPlace {
  list: BarList
  /** Index in the list, counting the dragged things too. */
  index: number
}

/** The dragged things, at least one, all of one kind. */
export type DraggedThings = readonly [DragSource, ...DragSource[]]

/** The effect of a drop, and its place. */
export interface BarDrop {
  result: CombinedDropResult
  /** Absent for a drop on a channel. */
  place?: ListPlace
  /** The channel or group under the drop. */
  onto?: PlaylistTile | Group
}

const isOfShortcuts = (list: BarList): list is 'leftShortcuts' | 'otherShortcuts' => list === 'leftShortcuts' || list === 'otherShortcuts'
export const shortcutList = (isLeft: boolean): BarList => (isLeft ? 'leftShortcuts' : 'otherShortcuts')
const listOfGroups = ({ is_archived }: Group): BarList => (is_archived ? 'archivedGroups' : 'groups')

function placeAfter(entry: BarEntry | undefined): ListPlace | undefined {
  if (entry?.kind === 'channel') return { list: entry.at, index: entry.index + 1 }
  if (entry?.kind === 'special') return { list: entry.at, index: 0 }
  if (entry?.kind === 'group' || entry?.kind === 'end') return { list: listOfGroups(entry.group), index: entry.index + 1 }
  if (entry?.kind === 'shortcut') return { list: shortcutList(entry.shortcut.isLeft), index: entry.shortcut.index + 1 }
  return undefined
}

function placeBefore(entry: BarEntry | undefined): ListPlace | undefined {
  if (entry?.kind === 'channel') return { list: entry.at, index: entry.index }
  if (entry?.kind === 'special') return { list: entry.at, index: 0 }
  if (entry?.kind === 'group') return { list: listOfGroups(entry.group), index: entry.index }
  if (entry?.kind === 'shortcut') return { list: shortcutList(entry.shortcut.isLeft), index: entry.shortcut.index }
  return undefined
}

/**
 * Returns the empty lists in a gap: groups before the first channel of `other`, channels of `other` after the last group, shortcuts at the
 * end.
 */
function emptyListsBetween(before: BarEntry | undefined, after: BarEntry | undefined): ListPlace[] {
  if (before?.kind === 'group' && after?.kind === 'end') return [{ list: { groupId: before.group.id }, index: 0 }]
  const isFirst = before === undefined || before.kind === 'none'
  const isLast = after === undefined || after.kind === 'none'
  const lists: BarList[] = []
  if ((before?.kind === 'group' || before?.kind === 'end') && after?.kind !== 'group' && after?.kind !== 'channel')
    lists.push(before.group.is_archived ? 'archive' : 'other')
  if (isFirst && after?.kind === 'channel' && after.at === 'other') lists.push('groups')
  if (isFirst && after?.kind === 'channel' && after.at === 'archive') lists.push('archivedGroups')
  if (isFirst && after?.kind === 'shortcut' && !after.shortcut.isLeft) lists.push('other', 'groups')
  if (isLast && isAtEndOf(before, 'left')) lists.push('leftShortcuts')
  if (isLast && isAtEndOf(before, 'other')) lists.push('otherShortcuts')
  return lists.map((list) => ({ list, index: 0 }))
}

/** Whether the shortcuts of a side can follow this entry: a channel of that side or, in `other`, a group that is not archived. */
function isAtEndOf(entry: BarEntry | undefined, section: 'left' | 'other'): boolean {
  if (entry?.kind === 'channel' || entry?.kind === 'special') return entry.at === section
  return (entry?.kind === 'group' || entry?.kind === 'end') && section === 'other' && !entry.group.is_archived
}

export const placesEqual = (a: BarList, b: BarList) => (typeof a === 'object' && typeof b === 'object' ? a.groupId === b.groupId : a === b)

/** Converts a list to a target of the drop rules. */
function targetIn(list: BarList, groupOf: (id: string) => Group | undefined): DropTarget {
  if (typeof list === 'object')
    return { at: 'group', id: list.groupId, ...(groupOf(list.groupId) && { status_id: groupOf(list.groupId)!.status_id as StatusId }) }
  if (isOfShortcuts(list)) return { at: 'shortcuts' }
  return { at: list === 'archivedGroups' ? 'archive' : list }
}

/** Archived groups and archived channels are two lists. A thing that is dropped in the wrong one is moved to the list of its own kind. */
function listOfDragged({ kind }: DragSource, place: ListPlace): ListPlace {
  if (kind === 'group' && place.list === 'archive') return { list: 'archivedGroups', index: Number.MAX_SAFE_INTEGER }
  return kind !== 'group' && place.list === 'archivedGroups' ? { list: 'archive', index: 0 } : place
}

/** Returns the list of an empty shelf that accepts the thing. */
function ownShelfList({ kind }: DragSource, shelf: BarList | undefined): BarList | undefined {
  if (kind === 'group' && shelf === 'other') return 'groups'
  return kind === 'shortcut' && (shelf === 'other' || shelf === 'left') ? shortcutList(shelf === 'left') : shelf
}

/**
 * Returns the effect of a drop between two things.
 * @param fallback the list of an empty shelf
 * @param groupOf returns a group of the bar by its id
 */
export function findDropBetween(
  dragged: DraggedThings,
  before: BarEntry | undefined,
  after: BarEntry | undefined,
  fallback: BarList | undefined,
  groupOf: (id: string) => Group | undefined,
): BarDrop {
  const [source] = dragged
  const ownList = ownShelfList(source, fallback)
  const isEmpty = before === undefined && after === undefined
  const places = [
    placeAfter(before),
    placeBefore(after),
    ...emptyListsBetween(before, after),
    isEmpty && ownList !== undefined ? { list: ownList, index: 0 } : undefined,
  ].flatMap((place) => (place ? [listOfDragged(source, place)] : []))
  const drops = places.map((place): BarDrop => ({ place, result: combinedDropResult(dragged, targetIn(place.list, groupOf), 'editor') }))
  return drops.find(({ result }) => result.allowed) ?? drops[0] ?? { result: { allowed: false, refusal: 'special_channel' } }
}

/** Returns the effect of a drop on a thing; undefined if it accepts nothing. */
export function findDropOnto(dragged: DraggedThings, entry: BarEntry | undefined): BarDrop | undefined {
  if (entry?.kind === 'channel') {
    const { channel, at } = entry
    const target = { at: 'on_channel', id: channel.id, place: typeof at === 'object' ? 'group' : at } as const
    return { result: combinedDropResult(dragged, target, channel.may_edit ? 'editor' : 'viewer'), onto: channel }
  }
  if (entry?.kind === 'special')
    return { result: combinedDropResult(dragged, { at: 'on_special', id: entry.channel.id }, 'editor'), onto: entry.channel }
  if (entry?.kind === 'group') {
    const { group } = entry
    const target = { at: 'on_group', id: group.id, status_id: group.status_id as StatusId } as const
    return {
      result: combinedDropResult(dragged, target, 'editor'),
      place: { list: { groupId: group.id }, index: Number.MAX_SAFE_INTEGER },
      onto: group,
    }
  }
  if (entry?.kind !== 'archive') return undefined
  const result = combinedDropResult(dragged, { at: 'archive' }, 'editor')
  const isReorder = result.allowed && result.act === 'reorder'
  return {
    result: isReorder ? { allowed: false, refusal: 'already_there' } : result,
    place: listOfDragged(dragged[0], { list: 'archive', index: Number.MAX_SAFE_INTEGER }),
  }
}

/** Converts a place to a target of `place()`; undefined among shortcuts. */
export function toTarget({ list, index }: ListPlace, groupOf: (id: string) => Group | undefined): Target | undefined {
  if (isOfShortcuts(list)) return undefined
  const at = index === Number.MAX_SAFE_INTEGER ? {} : { index }
  if (list === 'groups' || list === 'archivedGroups') return { container: 'groups', is_archived: list === 'archivedGroups', ...at }
  const status_id = typeof list === 'object' ? (groupOf(list.groupId)?.status_id as StatusId | undefined) : undefined
  return { container: 'bar', at: list, status_id, ...at }
}

/** Converts a place to a {@link ShortcutPlace}, which doesn't count the moved shortcut. */
export const toShortcutPlace = ({ list, index }: ListPlace, { isLeft, index: from }: ShortcutPlace): ShortcutPlace => ({
  isLeft: list === 'leftShortcuts',
  index: list === shortcutList(isLeft) && from < index ? index - 1 : index,
})
