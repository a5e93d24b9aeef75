import { announce } from '../toasts.ts'
import { t } from '../texts.ts'
import {
  type DragZones,
  findDragZones,
  findTarget,
  homeOf,
  isHome,
  moveGap,
  openOwnGap,
  refreshGaps,
  refusingItems,
  targetAt,
  updateTarget,
} from './drag-zones.ts'
import { createEdgeScroll } from './edge-scroll.ts'
import { isSamePosition, type Point } from './geometry.ts'
import { nextDropPosition } from './keyboard.ts'
import { createPreview } from './preview.ts'
import type { Drag, DragSource } from './surface.ts'
import { scrollToTarget, createMarker, describeTarget, type DragTarget, targetBox } from './target.ts'
import { visiblePartOf } from './visible-part.ts'
import { closeGap, elementAt, readBox, readScroll, remeasureZone } from './zones.ts'

/** A place is announced after this time in ms, so that places that the pointer only passes aren't announced. */
const announceMs = 250
/** Maximum time in ms to wait until the page has rendered a drop. */
const drawMs = 800

interface DragOptions {
  source: DragSource
  /** Position of the pointer in px of the window; undefined for keyboard drags. */
  at?: Point | undefined
  /** Called when the drag has ended, after a drop or a cancel. */
  onEnd: () => void
}

/** Starts a drag. The drag changes styles once per frame, without rendering. A move of the pointer reads only cached numbers. */
export function startDrag({ source, at, onEnd }: DragOptions): Drag {
  const { page, name, count = 1 } = source
  const isPointerDrag = at !== undefined
  document.documentElement.setAttribute('data-dragging', '')
  // Focuses the handle, so that its item stays mounted: long rows mount only the items in view and the focused item.
  source.handle.focus({ preventScroll: true })
  let zones = findDragZones(source)
  const visible = visiblePartOf(page, zones.states)
  const { copy, over } = source.createPreview()
  const preview = createPreview(copy, over, at)
  const marker = createMarker(preview)
  const grabOffset = isPointerDrag ? { x: at.x - preview.home.x, y: at.y - preview.home.y } : { x: 0, y: 0 }
  const removeMarks = markElements(source, zones)
  const edgeScroll = at && createEdgeScroll({ page, ...visible, start: at })
  let pointer = at ?? preview.home
  let target = homeOf(zones)
  let measuredAt = page.scrollTop
  /** True if the page has rendered since the last frame. */
  let isStale = false
  let isOver = false
  let frame = 0
  let announceTimer: ReturnType<typeof setTimeout> | undefined

  const watcher = new MutationObserver(() => {
    isStale = true
    request()
  })
  watcher.observe(page, { childList: true, subtree: true })

  /** Draws in the next frame. */
  function request(): void {
    if (!isOver) frame ||= requestAnimationFrame(draw)
  }

  function draw(time: number): void {
    frame = 0
    if (!source.element.isConnected) return cancel()
    const scrolls = edgeScroll?.scroll(time, pointer, zones.states) ?? false
    if (isStale && source.zonesChange) {
      zones = findDragZones(source, zones.states)
      target = updateTarget(zones, target)
    }
    if (page.scrollTop !== measuredAt || isStale) zones.states.forEach(readBox)
    measuredAt = page.scrollTop
    if (isStale) zones.states.forEach(remeasureZone)
    const next = isPointerDrag ? targetUnderPointer() : target
    if (next) readScroll(next.state)
    const box = next && targetBox(next)
    refreshGaps(zones, target, isStale)
    isStale = false
    setTarget(next)
    place(box)
    if (scrolls) request()
  }

  function targetUnderPointer(): DragTarget | undefined {
    const middle = { x: pointer.x - grabOffset.x + preview.width / 2, y: pointer.y - grabOffset.y + preview.height / 2 }
    return findTarget(zones, pointer, middle, target)
  }

  function setTarget(next: DragTarget | undefined): void {
    if (next?.state === target?.state && (!next || isSamePosition(next.position, target!.position))) return
    moveGap(zones, target, next)
    target = next
    marker.show(next)
    clearTimeout(announceTimer)
    if (next) announceTimer = setTimeout(() => announce(describeTarget(next)), isPointerDrag ? announceMs : 0)
  }

  /** Moves the copy to the pointer, or in keyboard drags to the target, and shows the gap. */
  function place(box: ReturnType<typeof targetBox> | undefined): void {
    const isPlaceShown =
      target && !target.position.onto && target.refusal === undefined && (target.state.zone.closes || !isHome(zones, target))
    const isInSight = box && (target?.state.zone.isFixed || box.y > visible.inner.top - box.height / 2)
    preview.showSlot(isPlaceShown && isInSight ? box : undefined, target?.state.slot.isRound)
    if (isPointerDrag) preview.moveTo({ x: pointer.x - grabOffset.x, y: pointer.y - grabOffset.y })
    else if (box) preview.moveTo({ x: box.x, y: box.y - 8 })
  }

  /** Removes what the drag added to the page. */
  function end(): void {
    isOver = true
    cancelAnimationFrame(frame)
    clearTimeout(announceTimer)
    watcher.disconnect()
    marker.clear()
    removeMarks()
    document.documentElement.removeAttribute('data-dragging')
    onEnd()
    source.onEnd?.()
  }

  function cancel(): void {
    if (isOver) return
    end()
    announce(t('drag.cancelled', { name, count }))
    openOwnGap(zones)
    preview.animateDrop(source.element.isConnected ? over : null, () => {
      zones.states.forEach(closeGap)
      undim(source.element)
    })
  }

  function drop(): void {
    if (frame) {
      cancelAnimationFrame(frame)
      draw(performance.now())
    }
    if (isOver) return
    const dropped = target
    if (!dropped || dropped.refusal !== undefined || isHome(zones, dropped)) return cancel()
    end()
    // Items stay shifted until the page has rendered the drop, so that they don't jump.
    const showDrop = onceRendered(page, () => {
      zones.states.forEach(closeGap)
      undim(source.element)
      source.onDrawn()
      const shownElement = source.droppedElement()
      shownElement?.setAttribute('data-lifted-from', '')
      preview.animateDrop(shownElement ?? elementAt(dropped.state, dropped.position) ?? null, () => undim(shownElement))
    })
    if (dropped.state.zone.dropItems(dropped.position) === 'asks') showDrop()
  }

  function step(key: Parameters<Drag['step']>[0]): void {
    if (isOver) return
    zones.states.forEach(readBox)
    const reachable = zones.states.filter(({ zone }) => !zone.pointerOnly)
    const next = nextDropPosition(reachable, target, key)
    if (!next) return
    setTarget(targetAt(next.state, next.position, target))
    scrollToTarget(next, page, visible)
    request()
  }

  announce(t(isPointerDrag ? 'drag.lifted' : 'drag.lifted_by_key', { name, count }))
  openOwnGap(zones)
  request()
  return {
    moveTo(point) {
      pointer = point
      request()
    },
    step,
    drop,
    cancel,
  }
}

/**
 * Marks the dragged elements, and the items that refuse them.
 * @returns removes the marks, except that of the source, which stays until the copy has arrived
 */
function markElements(source: DragSource, zones: DragZones): () => void {
  source.element.setAttribute('data-lifted-from', zones.own?.zone.closes ? '' : 'dimmed')
  const along = source.along?.() ?? []
  const refusing = refusingItems(zones)
  for (const element of along) element.setAttribute('data-lifted-along', '')
  for (const { element } of refusing) element.setAttribute('data-drop-refused', '')
  return () => {
    for (const element of along) element.removeAttribute('data-lifted-along')
    for (const { element } of refusing) element.removeAttribute('data-drop-refused')
  }
}

const undim = (element: Element | null) => element?.removeAttribute('data-lifted-from')

/** Calls a function once, when the page has rendered, or else after {@link drawMs}. @returns calls it at once */
function onceRendered(page: HTMLElement, callback: () => void): () => void {
  const run = () => {
    watcher.disconnect()
    clearTimeout(timer)
    callback()
  }
  const watcher = new MutationObserver(run)
  const timer = setTimeout(run, drawMs)
  watcher.observe(page, { childList: true, subtree: true })
  return run
}
