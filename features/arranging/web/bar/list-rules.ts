import type { DropPosition } from '#ui/drag/geometry.ts'
import type { DropZone } from '#ui/drag/surface.ts'
import { performStep } from '#shell/run-action.ts'
import { endSelectionOf } from '#shell/selection.ts'
import type { Group, PlaylistTile } from '#features/channels/contract.ts'
import { openCreateGroupDialog } from '../open.ts'
import { placeItems, refusalText } from '../place/place.ts'
import { indexExcludingMoved } from '../place/target.ts'
import { t } from '../texts.ts'
import type { BarItem, BarSubject } from './bar-items.ts'
import { isGroupOpen, openGroupOnHover, canOpenDuringDrag } from '../arrange/open-groups.ts'
import {
  type BarDrop,
  type BarList,
  type DraggedThings,
  findDropBetween,
  findDropOnto,
  type ListPlace,
  shortcutList,
  placesEqual,
  toShortcutPlace,
  toTarget,
} from './places.ts'

export interface DraggedBarThings {
  dragged: DraggedThings
  /** The dragged thing's item in the bar, or the element outside the bar that it comes from. */
  item: HTMLElement
  /** Whether the thing comes from outside the bar. In the bar, it will be as wide as a disc. */
  isNew?: true
  /** The things at the start of the drag. `find` returns them as shown now. */
  subjects: readonly BarSubject[]
  find: () => readonly BarSubject[]
  onDrop: (drop: BarDrop) => void
}

/** Items of a bar, a shelf or a wall. A zone may consist of some of them. */
export interface DropItems {
  items: readonly BarItem[]
  /** Index of the zone's first item in `items`, and number of the zone's items; default: all. */
  first?: number
  length?: number
  /** The list that receives the drop if the shelf or wall is empty. */
  fallback: BarList | undefined
}

type ListRules = Required<
  Pick<
    DropZone,
    | 'takes'
    | 'acceptsDropOnto'
    | 'containerAt'
    | 'from'
    | 'count'
    | 'items'
    | 'nameOf'
    | 'findRefusal'
    | 'hintOf'
    | 'describe'
    | 'dropItems'
    | 'onDwell'
  >
>

/**
 * Returns the parts of a drop zone that don't depend on its geometry: which drops it accepts, and their effects.
 * @param groupOf returns a group by its id
 */
export function createListRules(
  { items, first = 0, length = items.length, fallback }: DropItems,
  draggedThings: DraggedBarThings,
  groupOf: (id: string) => Group | undefined,
): ListRules {
  const { dragged, item } = draggedThings
  const from = items.findIndex(({ element }) => element === item)
  const otherItems = from < 0 ? items : items.filter((_, index) => index !== from)
  const isFromZone = from >= first && from < first + length
  /** Number of items before the zone, without the dragged item. */
  const othersBefore = from >= 0 && from < first ? first - 1 : first
  const entryAt = (index: number) => items[first + index]?.entry
  const cache = new Map<string, BarDrop>()
  /** Cached, because each pointer move calls it. */
  const dropAt = ({ index, onto }: DropPosition): BarDrop => {
    const key = `${onto} ${index}`
    let drop = cache.get(key)
    if (!drop) {
      const at = othersBefore + index
      const betweenNeighbors = () => findDropBetween(dragged, otherItems[at - 1]?.entry, otherItems[at]?.entry, fallback, groupOf)
      drop = (onto ? findDropOnto(dragged, entryAt(index)) : undefined) ?? betweenNeighbors()
      cache.set(key, drop)
    }
    return drop
  }
  return {
    takes: 'both',
    acceptsDropOnto: (index) => findDropOnto(dragged, entryAt(index))?.result.allowed === true,
    containerAt(index) {
      const openable = openableContainer(entryAt(index))
      if (!openable) return undefined
      return isGroupOpen(openable.id) || !canOpenDuringDrag(dragged[0].kind, openable.kind) ? 'open' : 'closed'
    },
    from: () => (isFromZone ? from - first : undefined),
    count: () => length,
    items: () => items.slice(first, first + length).map(({ element }, index) => ({ element, index })),
    nameOf: (index) => nameOf(entryAt(index)),
    findRefusal(position) {
      return refusalText(dropAt(position).result, draggedThings.subjects)
    },
    hintOf: (position) => hintOf(dropAt(position)),
    describe(position) {
      const { place } = dropAt(position)
      const list = place?.list
      const isDragged = ({ entry }: BarItem) => dragged.some(({ id }) => id === idOf(entry))
      const beside = list === undefined ? 0 : otherItems.filter((other) => isIn(other.entry, list) && !isDragged(other)).length
      const at = (place && indexWithout(draggedThings.find(), place, groupOf)) ?? beside
      return { place: Math.min(at, beside) + 1, count: beside + 1, list: list === undefined ? '' : listName(list, groupOf) }
    },
    dropItems(position) {
      const subjects = draggedThings.find()
      if (subjects.length === 0) return undefined
      draggedThings.onDrop(dropAt(position))
      return dropInBar(subjects, dropAt(position), groupOf)
    },
    onDwell({ index }) {
      const openable = openableContainer(entryAt(index))
      if (openable) openGroupOnHover(openable.id)
    },
  }
}

/** Returns the index in a list, not counting the moved things. */
function indexWithout(subjects: readonly BarSubject[], place: ListPlace, groupOf: (id: string) => Group | undefined): number | undefined {
  const target = toTarget(place, groupOf)
  const items = subjects.flatMap((subject) => (subject.type === 'shortcut' ? [] : subject))
  const [first] = subjects
  if (target) return indexExcludingMoved(items, target)
  return first?.type === 'shortcut' ? toShortcutPlace(place, first).index : undefined
}

type Entry = BarItem['entry']

function openableContainer(entry: Entry | undefined): { kind: 'group' | 'archive'; id: string } | undefined {
  if (entry?.kind === 'archive') return { kind: 'archive', id: 'archive' }
  return entry?.kind === 'group' ? { kind: 'group', id: entry.group.id } : undefined
}

function idOf(entry: Entry): string | undefined {
  if (entry.kind === 'group') return entry.group.id
  if (entry.kind === 'shortcut') return entry.shortcut.id
  return entry.kind === 'channel' ? entry.channel.id : undefined
}

function nameOf(entry: Entry | undefined): string {
  if (entry?.kind === 'archive') return t('archive.title')
  if (entry?.kind === 'group') return entry.group.name
  if (entry?.kind === 'shortcut') return entry.shortcut.name
  return entry?.kind === 'channel' || entry?.kind === 'special' ? entry.channel.name : ''
}

const isIn = (entry: Entry, list: BarList): boolean => {
  if (entry.kind === 'shortcut') return list === shortcutList(entry.shortcut.isLeft)
  if (entry.kind === 'group') return list === (entry.group.is_archived ? 'archivedGroups' : 'groups')
  return entry.kind === 'channel' && placesEqual(entry.at, list)
}

function listName(list: BarList, groupOf: (id: string) => Group | undefined): string {
  if (typeof list === 'object') return groupOf(list.groupId)?.name ?? ''
  if (list === 'other') return t('bar.section.main')
  if (list === 'leftShortcuts' || list === 'otherShortcuts') return t('bar.section.shortcuts')
  return t(list === 'archivedGroups' ? 'bar.section.archive' : `bar.section.${list}`)
}

/** Returns a text about an effect that the user can't see during the drag: a new group, or a change of visibility. */
function hintOf({ result, onto }: BarDrop): string | undefined {
  if (!result.allowed) return undefined
  if (result.act === 'make_group') return t('bar.hint.make_group', { name: onto?.name ?? '' })
  return result.asks && !onto ? t(`bar.hint.${result.asks}`) : undefined
}

/** Drops things, by the same functions as the menus. @returns `asks` if the user has to confirm */
function dropInBar(
  subjects: readonly BarSubject[],
  { result, place: to, onto }: BarDrop,
  groupOf: (id: string) => Group | undefined,
): 'asks' | undefined {
  if (!result.allowed) return undefined
  if (result.act === 'make_group') {
    const channels = subjects.flatMap((subject) => (subject.type === 'playlist' ? subject.channel : []))
    if (onto) openCreateGroupDialog([onto as PlaylistTile, ...channels])
    return 'asks'
  }
  if (!to) return undefined
  const [first] = subjects
  if (first?.type === 'shortcut') {
    void performStep((tools) => first.move(toShortcutPlace(to, first), tools))
    return undefined
  }
  const target = toTarget(to, groupOf)
  const items = subjects.flatMap((subject) => (subject.type === 'shortcut' ? [] : subject))
  if (!target) return undefined
  void performStep(async (tools) => {
    const step = await placeItems(items, target, tools)
    if (step) endSelectionOf(subjects)
    return step
  })
  return result.asks && 'asks'
}
