import { createStore } from '../store.ts'
import type { Box, Point, Span, DropPosition } from './geometry.ts'

/*
 * The interface between the drag engine and a screen. The screen describes the source and the lists it can be
 * dragged over by their elements: the engine moves these elements and renders nothing.
 */

/** Whether a drag is in progress: it gets all keys. */
export const dragging = createStore(false)
/** The element of the drag source. */
export const draggedElement = createStore<HTMLElement | undefined>(undefined)

/** A drag source. */
export interface DragSource {
  /** Label: a name, or a count for several. */
  name: string
  /** Number of items; 1 by default. */
  count?: number
  /** The element on the page: dimmed while lifted. The drag ends when it leaves the document. */
  element: HTMLElement
  /** Keeps the focus during the drag, so that long rows keep it mounted. */
  handle: HTMLElement
  /** The vertical scroll container of the page. */
  page: HTMLElement
  /** Creates the copy that follows the pointer, and names the element it starts over. */
  createPreview: () => { copy: HTMLElement; over: HTMLElement }
  /** Other elements dragged along: dimmed during the drag. */
  along?: () => readonly HTMLElement[]
  /** Returns the drop zones, topmost first. Called once per drag, unless {@link zonesChange}. */
  zones: () => readonly DropZone[]
  /** Lists open and close during the drag: zones are read again after each render. */
  zonesChange?: boolean
  /** Returns the element of the item after a drop. */
  droppedElement: () => Element | null
  /** Called when the dropped item is rendered and can take the focus. */
  onDrawn: () => void
  /** Called when the drag has ended, in any way. */
  onEnd?: () => void
  /** Called when a finger lifted and released it without moving. */
  onHeld?: () => void
}

/** Size of the gap marker in px: `across` from the zone's edge, `along` from the start of the gap. */
export interface Slot {
  width: number
  height: number
  across: number
  along?: number
  isRound?: boolean
}

/** A list that accepts drops: a row, a column, the discs of a bar. */
export interface DropZone {
  /** Label, such as "row Winter". */
  name: string
  /** The hit area of the zone. */
  element: HTMLElement
  /** For one line of a wall: its first item, which identifies it, and its hit area in window px. */
  line?: { first: HTMLElement; box: () => Box }
  axis: 'x' | 'y'
  /** Scroll container of its items along the axis, if it isn't the page. */
  scroller?: HTMLElement | undefined
  /** Whether the surface is fixed while the page scrolls. */
  isFixed?: boolean
  /** Excludes it from keyboard drags, which reach the same place another way. */
  pointerOnly?: boolean
  takes: 'between' | 'onto' | 'both'
  /** For `both`: whether an item accepts drops. Default: all items do. */
  acceptsDropOnto?: (index: number) => boolean
  /** For `both`: whether an item is a container. The keyboard reaches it too, and a closed one opens on hover. */
  containerAt?: (index: number) => 'open' | 'closed' | undefined
  /** Index of the source, while it is in the list. */
  from: () => number | undefined
  /** Distance by which items move apart, in px. */
  gap: () => number
  closes: boolean
  /** Total item count, including unmounted items. */
  count: () => number
  /** Returns the extents of all items in window px, without the engine's shifts. Called on the first drag over the zone. */
  spans: () => Span[]
  /** Returns the mounted item elements, and the element after the last one. */
  items: () => readonly { index: number; element: HTMLElement }[]
  slot: () => Slot
  /** Name of an item that accepts drops. */
  nameOf: (index: number) => string
  /** Reason why a drop is refused. */
  refusalOf: (spot: DropPosition) => string | undefined
  /** Label of a drop's effect if it isn't visible; by default the item's name. */
  hintOf?: (spot: DropPosition) => string | undefined
  /** Describes a place within a part of the zone: number from 1, count, list name. */
  describe?: (spot: DropPosition) => { place: number; count: number; list: string }
  /** Applies a drop at a new place immediately. `asks`: confirms first, and the item stays until then. */
  drop: (spot: DropPosition) => 'asks' | void
  /** Called after hovering over an item for a while: opens closed containers. */
  onDwell?: (spot: DropPosition) => void
}

/** A drag in progress. */
export interface Drag {
  /** Moves the pointer, in window px. */
  moveTo: (point: Point) => void
  /** Moves one place by keyboard. */
  step: (key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown') => void
  /** Drops at the shown place. */
  drop: () => void
  /** Cancels the drag. */
  cancel: () => void
}
