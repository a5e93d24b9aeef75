import { rows } from '#ui/drag/elements.ts'
import type { Span, DropPosition } from '#ui/drag/geometry.ts'
import type { DropZone, Slot } from '#ui/drag/surface.ts'
import { performStep } from '#shell/run-action.ts'
import { endSelectionOf } from '#shell/selection.ts'
import type { Group, PlaylistTile } from '#features/channels/contract.ts'
import { createGroup } from '../open.ts'
import { place, refusalText } from '../place/place.ts'
import { indexExcludingMoved } from '../place/target.ts'
import { t } from '../texts.ts'
import { shelves } from './elements.ts'
import { type BarItem, type BarSubject, itemsIn } from './entries.ts'
import { isOpen, openOnHover, canOpenDuringDrag } from '../arrange/open-things.ts'
import {
  type BarDrop,
  type BarList,
  type DraggedThings,
  dropBetween,
  dropOnto,
  type ListPlace,
  listOfShortcuts,
  placesEqual,
  toShortcutPlace,
  toTarget,
} from './places.ts'

/** The dragged things. */
export interface DraggedBarThings {
  dragged: DraggedThings
  /** The dragged thing's item in the bar. */
  item: HTMLElement
  /** The things when the drag started; `find` returns them as shown now. */
  subjects: readonly BarSubject[]
  find: () => readonly BarSubject[]
  /** Called on a drop. */
  noteDrop: (drop: BarDrop) => void
}

/** Size of a disc in px, for an empty shelf. */
const discPx = 56

/** Returns the tracks of a bar, nested shelves first. */
const tracksOf = (bar: HTMLElement): { track: HTMLElement; box: HTMLElement }[] =>
  rows
    .in(bar)
    .flatMap(({ element: row }) => {
      const track = row.firstElementChild
      return track instanceof HTMLElement ? [{ track, box: shelves.closest(row)?.element ?? row }] : []
    })
    .sort((one, other) => Number(one.box.contains(other.box)) - Number(other.box.contains(one.box)))

/** Returns a drop zone for each list of the bar. @param groupOf a group by its id */
export const barZones = (bar: HTMLElement, lifted: DraggedBarThings, groupOf: (id: string) => Group | undefined): DropZone[] =>
  tracksOf(bar).map(({ track, box }) => barZone(track, box, lifted, groupOf))

function barZone(track: HTMLElement, box: HTMLElement, lifted: DraggedBarThings, groupOf: (id: string) => Group | undefined): DropZone {
  const { dragged, item } = lifted
  const items = itemsIn(track)
  const from = items.findIndex(({ element }) => element === item)
  const others = from < 0 ? items : items.filter((_, index) => index !== from)
  const fallback = shelves.get(box)?.value
  const entryAt = (index: number) => items[index]?.entry
  const known = new Map<string, BarDrop>()
  /** Cached, because it is called on each pointer move. */
  const dropAt = ({ index, onto }: DropPosition): BarDrop => {
    const key = `${onto} ${index}`
    let drop = known.get(key)
    if (!drop) {
      const between = () => dropBetween(dragged, others[index - 1]?.entry, others[index]?.entry, fallback, groupOf)
      drop = (onto ? dropOnto(dragged, entryAt(index)) : undefined) ?? between()
      known.set(key, drop)
    }
    return drop
  }
  return {
    name: box.ariaLabel ?? '',
    element: box,
    axis: 'x',
    scroller: track,
    isFixed: fallback === undefined,
    takes: 'both',
    takesOnto: (index) => dropOnto(dragged, entryAt(index))?.result.allowed === true,
    containerAt(index) {
      const openable = openableOf(entryAt(index))
      if (!openable) return undefined
      return isOpen(openable.id) || !canOpenDuringDrag(dragged[0].kind, openable.kind) ? 'open' : 'closed'
    },
    from: () => (from < 0 ? undefined : from),
    gap: () => item.offsetWidth,
    closes: true,
    count: () => items.length,
    spans: () => spansOf(track, items),
    items: () => items.map(({ element }, index) => ({ element, index })),
    slot: () => slotOf(track, box, item, items),
    nameOf: (index) => nameOf(entryAt(index)),
    refusalOf(spot) {
      return refusalText(dropAt(spot).result, lifted.subjects)
    },
    hintOf: (spot) => hintOf(dropAt(spot)),
    describe(spot) {
      const { place } = dropAt(spot)
      const list = place?.list
      const isDragged = ({ entry }: BarItem) => dragged.some(({ id }) => id === idOf(entry))
      const beside = list === undefined ? 0 : others.filter((one) => isIn(one.entry, list) && !isDragged(one)).length
      const at = (place && indexWithout(lifted.find(), place, groupOf)) ?? beside
      return { place: Math.min(at, beside) + 1, count: beside + 1, list: list === undefined ? '' : listName(list, groupOf) }
    },
    drop(spot) {
      const subjects = lifted.find()
      if (subjects.length === 0) return undefined
      lifted.noteDrop(dropAt(spot))
      return dropInBar(subjects, dropAt(spot), groupOf)
    },
    onDwell({ index }) {
      const openable = openableOf(entryAt(index))
      if (openable) openOnHover(openable.id)
    },
  }
}

/** Returns the index of a place without the moved things. */
function indexWithout(subjects: readonly BarSubject[], place: ListPlace, groupOf: (id: string) => Group | undefined): number | undefined {
  const target = toTarget(place, groupOf)
  const things = subjects.flatMap((subject) => (subject.type === 'shortcut' ? [] : subject))
  const [first] = subjects
  if (target) return indexExcludingMoved(things, target)
  return first?.type === 'shortcut' ? toShortcutPlace(place, first).index : undefined
}

/** Layout positions, independent of the open gap. */
function spansOf(track: HTMLElement, items: readonly BarItem[]): Span[] {
  const start = track.getBoundingClientRect().left - track.scrollLeft
  return items.map(({ element: { offsetLeft, offsetWidth } }) => ({ start: start + offsetLeft, end: start + offsetLeft + offsetWidth }))
}

function slotOf(track: HTMLElement, box: HTMLElement, item: HTMLElement, items: readonly BarItem[]): Slot {
  const discOf = ({ stop }: BarItem) => stop?.firstElementChild ?? []
  const [disc] = items.filter(({ element }) => element === item).flatMap(discOf)
  const size = disc instanceof HTMLElement ? disc.offsetWidth : discPx
  // Aligns the slot with another disc, if any, because the open gap moves discs only sideways.
  const [beside] = items.flatMap(discOf)
  const top = beside ? beside.getBoundingClientRect().top : track.getBoundingClientRect().top + (item.offsetTop || 0)
  return { width: size, height: size, across: top - box.getBoundingClientRect().top, along: (item.offsetWidth - size) / 2, isRound: true }
}

type Entry = BarItem['entry']

function openableOf(entry: Entry | undefined): { kind: 'group' | 'archive'; id: string } | undefined {
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
  if (entry.kind === 'shortcut') return list === listOfShortcuts(entry.shortcut.isLeft)
  if (entry.kind === 'group') return list === (entry.group.is_archived ? 'archivedGroups' : 'groups')
  return entry.kind === 'channel' && placesEqual(entry.at, list)
}

function listName(list: BarList, groupOf: (id: string) => Group | undefined): string {
  if (typeof list === 'object') return groupOf(list.groupId)?.name ?? ''
  if (list === 'other') return t('bar.section.main')
  if (list === 'leftShortcuts' || list === 'otherShortcuts') return t('bar.section.shortcuts')
  return t(list === 'archivedGroups' ? 'bar.section.archive' : `bar.section.${list}`)
}

/** Returns a text on effects that are not visible during the drag: a new group, or a change of visibility. */
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
    if (onto) createGroup([onto as PlaylistTile, ...channels])
    return 'asks'
  }
  if (!to) return undefined
  const [first] = subjects
  if (first?.type === 'shortcut') {
    void performStep((tools) => first.move(toShortcutPlace(to, first), tools))
    return undefined
  }
  const target = toTarget(to, groupOf)
  const things = subjects.flatMap((subject) => (subject.type === 'shortcut' ? [] : subject))
  if (!target) return undefined
  void performStep(async (tools) => {
    const step = await place(things, target, tools)
    if (step) endSelectionOf(subjects)
    return step
  })
  return result.asks && 'asks'
}
