import { createStore } from '../store.ts'
import type { Box, Point, Span, DropPosition } from './geometry.ts'

/*
 * The interface between dragging and a screen. The screen describes, by their elements, the dragged item and the lists that it can be
 * dropped on. Dragging moves these elements and renders nothing.
 */

/** True during a drag, which then handles all keys. */
export const dragging = createStore(false)
/** The element that is dragged. */
export const draggedElement = createStore<HTMLElement | undefined>(undefined)

/** The dragged thing, or several things. */
export interface DragSource {
  /** The thing's name, or a number for several things. */
  name: string
  /** Number of things. Default: 1. */
  count?: number
  /** The element on the page, which is dimmed during the drag. The drag ends if it leaves the document. */
  element: HTMLElement
  /** Holds the focus during the drag, so that long rows don't unmount it. */
  handle: HTMLElement
  /** The vertical scroll container of the page. */
  page: HTMLElement
  /** Makes the copy that follows the pointer. `over` is the element over which the copy starts. */
  createPreview: () => { copy: HTMLElement; over: HTMLElement }
  /** Returns other dragged elements, which are dimmed during the drag. */
  along?: () => readonly HTMLElement[]
  /** Returns the drop zones, topmost first. Called once per drag, or with {@link zonesChange} after each render. */
  zones: () => readonly DropZone[]
  /** True if lists open and close during the drag. */
  zonesChange?: boolean
  /** Returns the element of the item after a drop; null if there is none. */
  droppedElement: () => Element | null
  /** Called when the dropped item is rendered, so that it can take the focus. */
  onDrawn: () => void
  /** Called when the drag has ended, after a drop or a cancel. */
  onEnd?: () => void
  /** Called when a finger lifted the item and released it without moving. */
  onHeld?: () => void
}

/** The gap marker in px: `across` is the distance from the zone's edge, `along` that from the start of the gap. */
export interface Slot {
  width: number
  height: number
  across: number
  along?: number
  isRound?: boolean
}

/** A list that accepts drops: a row, a column, or the discs of a bar. */
export interface DropZone {
  /** Name of the list, such as "row Winter". */
  name: string
  /** The area in which the zone accepts drops. */
  element: HTMLElement
  /** For one line of a grid: `first` is the item that identifies the line, `box` the line's area in px of the window. */
  line?: { first: HTMLElement; box: () => Box }
  axis: 'x' | 'y'
  /** The element that scrolls the items along the axis, if it isn't the page. */
  scroller?: HTMLElement | undefined
  /** True if the zone doesn't move when the page scrolls. */
  isFixed?: boolean
  /** True to exclude the zone from keyboard drags, which reach the same place another way. */
  pointerOnly?: boolean
  takes: 'between' | 'onto' | 'both'
  /** For `both`: returns true if the item accepts drops. Default: all items do. */
  acceptsDropOnto?: (index: number) => boolean
  /** For `both`: whether the item is an open or closed container. Keyboard drags reach containers, and hovering opens closed ones. */
  containerAt?: (index: number) => 'open' | 'closed' | undefined
  /** Index of the dragged item while it is in this list. */
  from: () => number | undefined
  /** Distance by which items move apart, in px. */
  gap: () => number
  closes: boolean
  /** Returns the number of all items, including those that aren't mounted. */
  count: () => number
  /**
   * Returns where each item starts and ends, in px from the window's edge, as if nothing were dragged. Called when the drag first comes over
   * the zone.
   */
  spans: () => Span[]
  /** Returns the elements of mounted items, and the element after the last item. */
  items: () => readonly { index: number; element: HTMLElement }[]
  slot: () => Slot
  /** Name of an item that accepts drops. */
  nameOf: (index: number) => string
  /** Returns why a drop is refused; undefined if it is accepted. */
  findRefusal: (position: DropPosition) => string | undefined
  /** Returns a label for what a drop would do, if that isn't visible. Default: the item's name. */
  hintOf?: (position: DropPosition) => string | undefined
  /** Describes a place in a part of the zone: its number from 1, the number of places, and the list's name. */
  describe?: (position: DropPosition) => { place: number; count: number; list: string }
  /** Applies a drop at once. Returns `asks` if it first asks the user; the item then stays in its place. */
  dropItems: (position: DropPosition) => 'asks' | void
  /** Called after hovering over an item for some time, to open closed containers. */
  onDwell?: (position: DropPosition) => void
}

/** A drag in progress. */
export interface Drag {
  /** Moves the pointer to a point in px of the window. */
  moveTo: (point: Point) => void
  /** Moves one place by keyboard. */
  step: (key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown') => void
  /** Drops the item at the place that is shown. */
  drop: () => void
  /** Cancels the drag. */
  cancel: () => void
}
