import { t } from '../texts.ts'
import { countGaps, type DropPosition, gapStart, itemShift, overflowPx } from './geometry.ts'
import type { Preview } from './preview.ts'
import type { VisiblePart } from './visible-part.ts'
import { elementAt, measuredList, type ZoneState } from './zones.ts'

/** The target of a drop: a place between items, or an item. */
export interface DragTarget {
  state: ZoneState
  position: DropPosition
  /** Why the drop is refused; undefined if it is accepted. */
  refusal: string | undefined
}

/** A box in px of the window. */
interface TargetBox {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the box of the target's gap or item, in px of the window. */
export function targetBox({ state, position }: Pick<DragTarget, 'state' | 'position'>): TargetBox {
  const list = measuredList(state)
  const { width, height, across, along = 0 } = state.slot
  const { openIndex: parted } = state
  const gap = parted === undefined ? undefined : { index: parted, onto: false }
  const itemStart = (index: number) => (list.spans[index]?.start ?? 0) + itemShift(list, index, gap)
  const start = (position.onto ? itemStart(position.index) : gapStart(list, position.index)) - state.scrolled + along
  const { box } = state
  return state.zone.axis === 'x' ? { x: start, y: box.top + across, width, height } : { x: box.left + across, y: start, width, height }
}

/** Distance between a target that was scrolled into view and the edge, in px. */
const marginPx = 40

/** Scrolls the page and the target's list until the target is visible. */
export function scrollToTarget(target: Pick<DragTarget, 'state' | 'position'>, page: HTMLElement, { pageBox, inner }: VisiblePart): void {
  const { zone, box } = target.state
  const { x, y, width, height } = targetBox(target)
  if (zone.scroller && zone.axis === 'x')
    zone.scroller.scrollLeft += overflowPx(
      x,
      x + width,
      Math.max(box.left, pageBox.left) + marginPx,
      Math.min(box.right, pageBox.right) - marginPx,
    )
  if (!zone.isFixed) page.scrollTop += overflowPx(y, y + height, inner.top + marginPx, inner.bottom - marginPx)
}

/** Hovering over an item for this long, in ms, opens it. */
const dwellMs = 700

/** Returns a label for what a drop would do. */
const hintOf = ({ state: { zone }, position }: DragTarget): string | undefined =>
  zone.hintOf?.(position) ?? (position.onto ? t('drag.into', { target: zone.nameOf(position.index) }) : undefined)

/** Returns the announcement of a target. */
export function describeTarget(target: DragTarget): string {
  const { state, position, refusal } = target
  const { zone } = state
  if (refusal !== undefined) return t('drag.refused', { reason: refusal })
  if (position.onto) return zone.hintOf?.(position) ?? t('drag.onto', { target: zone.nameOf(position.index) })
  return t('drag.over', zone.describe?.(position) ?? { place: position.index + 1, count: countGaps(measuredList(state)), list: zone.name })
}

/** Marks the target item and its list, and opens closed containers after some time. */
export function createMarker(preview: Preview) {
  let item: HTMLElement | undefined
  let list: HTMLElement | undefined
  let hoveredElement: HTMLElement | undefined
  let hoverTimer: ReturnType<typeof setTimeout> | undefined

  function removeMark(): void {
    clearTimeout(hoverTimer)
    item?.removeAttribute('data-drop-onto')
    hoveredElement?.removeAttribute('data-dwelling')
  }

  /** Starts the wait after which a closed item opens. Items that accept no drops open too, because items inside them may accept drops. */
  function startDwell({ state, position }: DragTarget): void {
    const { zone } = state
    const over = elementAt(state, position)
    if (!over || !zone.onDwell || zone.containerAt?.(position.index) !== 'closed') return
    hoveredElement = over
    over.setAttribute('data-dwelling', '')
    hoverTimer = setTimeout(() => {
      over.removeAttribute('data-dwelling')
      zone.onDwell?.(position)
    }, dwellMs)
  }

  return {
    show(next: DragTarget | undefined): void {
      removeMark()
      const acceptingTarget = next?.refusal === undefined ? next : undefined
      item = acceptingTarget && elementAt(acceptingTarget.state, acceptingTarget.position)
      item?.setAttribute('data-drop-onto', '')
      if (next) startDwell(next)
      if (acceptingTarget?.state.zone.element !== list) {
        list?.removeAttribute('data-drop-zone')
        list = acceptingTarget?.state.zone.element
        list?.setAttribute('data-drop-zone', '')
      }
      if (next?.refusal !== undefined) preview.show('refused', next.refusal)
      else preview.show(next?.position.onto ? 'onto' : 'free', next && hintOf(next))
    },
    clear(): void {
      removeMark()
      list?.removeAttribute('data-drop-zone')
    },
  }
}
