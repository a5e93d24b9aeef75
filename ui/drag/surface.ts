import type { Point, Span, Spot } from './geometry.ts'

/*
 * What the engine asks of a screen on which things are dragged. A screen describes what is dragged, and the lists that it may be dragged
 * over, by their elements: the engine moves these and renders nothing.
 */

/** Something that can be dragged. */
export interface DragSource {
  /** In words: one by its name, several by their number. */
  name: string
  /** How many they are; absent: one. */
  count?: number
  /** What stands in the page: dimmed while it is lifted. When it leaves the document, the drag ends. */
  element: HTMLElement
  /** What has the focus meanwhile: where a long row keeps only what is in sight, it stays in the page for it. */
  handle: HTMLElement
  /** The page it is on, which scrolls up and down. */
  page: HTMLElement
  /** A copy that follows the pointer, and what of the page it begins over. */
  createPreview: () => { copy: HTMLElement; over: HTMLElement }
  /** What else is dragged with it, as far as that stands in the page: dimmed meanwhile. */
  along?: () => readonly HTMLElement[]
  /** Where it may be dragged, what lies on top first. Asked once a drag, unless {@link zonesChange}. */
  zones: () => readonly DropZone[]
  /** Lists open and close while it is dragged: zones are asked for again after each rendering. */
  zonesChange?: boolean
  /** What shows it after it was dropped. */
  droppedElement: () => Element | null
  /** It shows where it was dropped: by now it can get the focus there. */
  onDrawn: () => void
  /** It is over, however it ended. */
  onEnd?: () => void
  /** A finger has lifted it, and let it go without moving it. */
  onHeld?: () => void
}

/** The place that shows in a gap: px, `across` from the edge of its zone, `along` from where the gap begins. */
export interface Slot {
  width: number
  height: number
  across: number
  along?: number
  isRound?: boolean
}

/** A list that a source may be dragged over: a row, a column, the discs of a bar. */
export interface DropZone {
  /** In words: "row Winter". */
  name: string
  /** Over it the pointer is in the zone. */
  element: HTMLElement
  axis: 'x' | 'y'
  /** What scrolls its items along the axis, when that is not the page. */
  scroller?: HTMLElement | undefined
  /** It stays where it is while the page scrolls. */
  isFixed?: boolean
  /** The keyboard gets to the same otherwise. */
  pointerOnly?: boolean
  takes: 'between' | 'onto' | 'both'
  /** Of `both`: which items take something. Absent: all. */
  takesOnto?: (index: number) => boolean
  /** Of `both`: is an item a container? The keyboard gets onto it too, and a closed one opens when something is held over it. */
  containerAt?: (index: number) => 'open' | 'closed' | undefined
  /** Index of the source in it, as long as that is there. */
  from: () => number | undefined
  /** px by which its items part. */
  gap: () => number
  closes: boolean
  /** How many items there are, also those that are not in the page because they are out of sight. */
  count: () => number
  /** Where all its items are, in px of the window, as they stand without what the engine does with them. Read when the zone is first dragged over. */
  spans: () => Span[]
  /** The elements of those that are in the page, and what stands behind the last of them. */
  items: () => readonly { index: number; element: HTMLElement }[]
  slot: () => Slot
  /** The name of an item that something can be dropped onto. */
  nameOf: (index: number) => string
  /** Why it can't be dropped there. */
  refusalOf: (spot: Spot) => string | undefined
  /** What a drop there does, in words, when that is more than can be seen. Absent: onto an item, its name. */
  hintOf?: (spot: Spot) => string | undefined
  /** A place in words, when it is not one of the zone as a whole: number from 1, of how many, in which list. */
  describe?: (spot: Spot) => { place: number; count: number; list: string }
  /** It was dropped there, and not where it was: shows it so at once. `asks`: the person is asked first, and until then it is where it was. */
  drop: (spot: Spot) => 'asks' | void
  /** It has been held over an item for a while: what is closed opens. */
  onDwell?: (spot: Spot) => void
}

/** A drag that is under way. */
export interface Drag {
  /** The pointer is here, in px of the window. */
  moveTo: (point: Point) => void
  /** One place on, by the keyboard. */
  step: (key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown') => void
  /** Puts it where it shows. */
  drop: () => void
  /** Puts it back. */
  cancel: () => void
}
