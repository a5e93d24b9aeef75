import { heads, items, rows } from '#ui/drag/elements.ts'
import type { Span } from '#ui/drag/geometry.ts'
import type { DropZone } from '#ui/drag/surface.ts'
import { performStep } from '#shell/run-action.ts'
import { endSelectionOf, selectionWith } from '#shell/selection.ts'
import { shownOfType, shownSubjects, type SubjectOf } from '#shell/subjects.ts'
import type { PlaylistTile } from '#features/channels/contract.ts'
import { type DragSource as Dragged, combinedDropResult, type DropTarget } from '#features/channels/drop-rules.ts'
import { isGroupOpen, openGroupOnHover, canOpenDuringDrag } from './open-groups.ts'
import { placeItems, refusalText } from '../place/place.ts'
import type { ChannelTarget } from '../place/target.ts'
import { t } from '../texts.ts'

type DraggedThing = SubjectOf<'serie'> | SubjectOf<'video'>
/** The dragged things, all of one type. */
export interface DraggedSubjects {
  subjects: readonly [DraggedThing, ...DraggedThing[]]
  /** The dragged things, in the form that the drop rules expect. */
  things: readonly Dragged[]
  /** Finds the dragged thing as it is shown now. */
  find: () => DraggedThing | undefined
}

/** Height in px of the gap that opens between rows. */
const rowGapPx = 72
/** Height in px of the drop slot in that gap. */
const rowPlacePx = 52

/** Returns why a target refuses the dragged things. */
const findRefusal = ({ subjects, things }: DraggedSubjects, target: DropTarget, mayEdit = true): string | undefined =>
  refusalText(combinedDropResult(things, target, mayEdit ? 'editor' : 'viewer'), subjects)

/** Returns why a channel refuses the dragged things. */
const findChannelRefusal = (dragged: DraggedSubjects, { id, may_edit, direct_publish, watch_later }: PlaylistTile) =>
  findRefusal(dragged, { at: direct_publish || watch_later ? 'on_special' : 'on_channel', id }, may_edit)

/** Drops the dragged thing with the rest of its selection. */
export function dropItems(dragged: DraggedThing | undefined, target: ChannelTarget): Promise<void> {
  if (!dragged) return Promise.resolve()
  const items = selectionWith(dragged) ?? [dragged]
  endSelectionOf([dragged])
  return performStep((tools) => placeItems(items, target, tools))
}

/** Converts an index that doesn't count the thing at `from` to an index that does. */
export const indexIncludingMoved = (index: number, from: number | undefined): number =>
  from !== undefined && index > from ? index + 1 : index

const spanOf = (element: Element): Span => {
  const { left, right } = element.getBoundingClientRect()
  return { start: left, end: right }
}

/** Returns the channels, groups and archive of a dial. */
const discsIn = (track: HTMLElement) =>
  shownSubjects.in(track).flatMap(({ element: stop, value: subject }) => {
    const element = items.closest(stop)?.element
    return element && (subject.type === 'playlist' || subject.type === 'group' || subject.type === 'archive') ? [{ element, subject }] : []
  })

/** Returns the drop zone of a dial. A drop on a channel moves things there. A group or the archive opens while the drag is over it. */
export function dialZone(page: HTMLElement, dragged: DraggedSubjects): DropZone[] {
  const dial = rows.in(page).find(({ value }) => value === 'dial')?.element
  const track = dial?.firstElementChild
  if (!dial || !(track instanceof HTMLElement)) return []
  let read: ReturnType<typeof discsIn> = []
  let readCount = -1
  /** Reads the discs again if a group has opened since, which adds channels. */
  const discs = () => {
    if (track.childElementCount !== readCount) {
      read = discsIn(track)
      readCount = track.childElementCount
    }
    return read
  }
  const subjectAt = (index: number) => discs()[index]?.subject
  return [
    {
      name: dial.ariaLabel ?? '',
      element: dial,
      axis: 'x',
      scroller: track,
      isFixed: true,
      takes: 'onto',
      from: () => undefined,
      gap: () => 0,
      closes: true,
      count: () => discs().length,
      spans: () => discs().map(({ element }) => spanOf(element)),
      items: () => discs().map(({ element }, index) => ({ element, index })),
      slot: () => ({ width: 0, height: 0, across: 0 }),
      nameOf: (index) => subjectAt(index)?.name ?? '',
      findRefusal({ index }) {
        const subject = subjectAt(index)
        if (!subject) return undefined
        if (subject.type === 'group') return findRefusal(dragged, { at: 'on_group', id: subject.id })
        return subject.type === 'archive' ? findRefusal(dragged, { at: 'archive' }) : findChannelRefusal(dragged, subject.channel)
      },
      containerAt(index) {
        const subject = subjectAt(index)
        if (!subject || subject.type === 'playlist') return undefined
        return isGroupOpen(subject.id) || !canOpenDuringDrag(dragged.things[0]!.kind, subject.type) ? 'open' : 'closed'
      },
      onDwell({ index }) {
        const subject = subjectAt(index)
        if (subject) openGroupOnHover(subject.id)
      },
      dropItems({ index }) {
        const subject = subjectAt(index)
        if (subject?.type === 'playlist') void dropItems(dragged.find(), { container: 'channel', channel: subject.channel })
      },
    },
  ]
}

/** Width in px of the marker between items that stay in place. */
const markerPx = 6

/**
 * Returns the drop zones for videos in the rows of channels: the positions in each row, and the row's head. A drop on the head adds to the
 * end of the row.
 * @param parts whether the items of a row move apart for the dragged video; else, a marker between them shows the position
 */
export const seriesZones = (page: HTMLElement, dragged: DraggedSubjects, item: HTMLElement, parts: boolean): DropZone[] =>
  shownOfType('serie', page).flatMap(({ element: row }) => {
    const head = heads.in(row)[0]?.element
    const track = rows.in(row)[0]?.element
    return head && track ? [headZone(row, head, dragged), rowZone(row, track, dragged, item, parts)] : []
  })

/** Returns the series of a row as it is shown now. */
const serieOf = (row: Element) => {
  const subject = shownSubjects.get(row)?.value
  return subject?.type === 'serie' ? subject : undefined
}
const seriesOf = (row: Element) => serieOf(row)?.series

/** Returns the drop zone of one element, for the pointer. */
const elementZone = (element: HTMLElement, effects: Pick<DropZone, 'nameOf' | 'findRefusal' | 'dropItems'>): DropZone => ({
  name: '',
  element,
  axis: 'x',
  pointerOnly: true,
  takes: 'onto',
  from: () => undefined,
  gap: () => 0,
  closes: true,
  count: () => 1,
  spans: () => [spanOf(element)],
  items: () => [{ index: 0, element }],
  slot: () => ({ width: 0, height: 0, across: 0 }),
  ...effects,
})

const headZone = (row: HTMLElement, head: HTMLElement, dragged: DraggedSubjects): DropZone =>
  elementZone(head, {
    nameOf: () => seriesOf(row)?.name ?? '',
    findRefusal: () => findRefusal(dragged, { at: 'on_series', id: seriesOf(row)?.id ?? '' }),
    dropItems() {
      const subject = serieOf(row)
      if (subject) void dropItems(dragged.find(), { container: 'series', ...subject })
    },
  })

/** Returns the drop zone of a channel's head. A drop goes to the end of the channel. */
export const channelHeadZone = (head: HTMLElement, { channel, name }: SubjectOf<'playlist'>, dragged: DraggedSubjects): DropZone =>
  elementZone(head, {
    nameOf: () => name,
    findRefusal: () => findChannelRefusal(dragged, channel),
    dropItems: () => void dropItems(dragged.find(), { container: 'channel', channel }),
  })

function rowZone(row: HTMLElement, track: HTMLElement, dragged: DraggedSubjects, item: HTMLElement, parts: boolean): DropZone {
  const list = track.firstElementChild as HTMLElement
  const inPage = () => [...list.children] as HTMLElement[]
  const count = () => seriesOf(row)?.videos.length ?? 0
  const indexOf = (element: HTMLElement) => items.get(element)?.value ?? count()
  const from = () => (track.contains(item) ? indexOf(item) : undefined)
  const space = () => Number.parseFloat(getComputedStyle(list).columnGap) || 0
  const itemPitch = () => (inPage()[0]?.offsetWidth ?? 0) + space()
  /**
   * Positions of the items as if no gap were open. Computed from the common width of all items, because a long row renders only some of
   * them.
   */
  const spans = (): Span[] => {
    const elements = inPage()
    const first = elements[0]
    if (!first) return []
    const pitch = itemPitch()
    const start = track.getBoundingClientRect().left + first.offsetLeft - track.scrollLeft - indexOf(first) * pitch
    return Array.from({ length: count() }, (_, index) => ({ start: start + index * pitch, end: start + index * pitch + first.offsetWidth }))
  }
  return {
    name: seriesOf(row)?.name ?? '',
    element: row,
    axis: 'x',
    scroller: track,
    takes: 'between',
    from,
    gap: () => (parts ? itemPitch() : 0),
    closes: parts,
    count,
    spans,
    items: () => inPage().map((element) => ({ element, index: indexOf(element) })),
    slot() {
      const width = itemPitch() - space()
      const box = { height: (width * 2) / 3, across: list.getBoundingClientRect().top - row.getBoundingClientRect().top }
      return parts ? { ...box, width } : { ...box, width: markerPx, along: -(space() + markerPx) / 2 }
    },
    nameOf: () => '',
    findRefusal: () => findRefusal(dragged, { at: 'series', id: seriesOf(row)?.id ?? '' }),
    dropItems({ index }) {
      const subject = serieOf(row)
      if (subject) void dropItems(dragged.find(), { container: 'series', ...subject, index: indexIncludingMoved(index, from()) })
    },
  }
}

/** Returns the drop zone between the rows of a channel, for series. */
export function channelZone(page: HTMLElement, dragged: DraggedSubjects, row: HTMLElement): DropZone {
  const [
    {
      channel: { id },
    },
  ] = dragged.subjects
  const list = row.parentElement!
  const rowsNow = () => [...list.children].filter(serieOf) as HTMLElement[]
  const title = () => heads.in(list)[0]?.element.firstElementChild
  return {
    name: t('arrange.rows'),
    element: page,
    axis: 'y',
    takes: 'between',
    from: () => rowsNow().indexOf(row),
    gap: () => rowGapPx,
    closes: false,
    count: () => rowsNow().length,
    spans() {
      // Uses layout positions, because an open gap moves rows visually.
      const origin = page.getBoundingClientRect().top - page.scrollTop
      return rowsNow().map(({ offsetTop, offsetHeight }) => ({ start: origin + offsetTop, end: origin + offsetTop + offsetHeight }))
    },
    items: () => rowsNow().map((element, index) => ({ element, index })),
    slot() {
      const { left, width } = page.getBoundingClientRect()
      const inset = (title()?.getBoundingClientRect().left ?? left) - left
      return { width: Math.min(width, row.offsetWidth) - 2 * inset, height: rowPlacePx, across: inset }
    },
    nameOf: () => '',
    findRefusal: () => findRefusal(dragged, { at: 'channel', id }),
    dropItems({ index }) {
      const current = dragged.find()
      if (current)
        void dropItems(current, {
          container: 'channel',
          channel: current.channel,
          index: indexIncludingMoved(index, rowsNow().indexOf(row)),
        })
    },
  }
}
