import { announce } from '../toasts.ts'
import { t } from '../texts.ts'
import { createEdgeScroll } from './edge-scroll.ts'
import { isSamePosition, type Point, type DropPosition, dropPositionAt, zoneAt } from './geometry.ts'
import { nextDropPosition } from './keyboard.ts'
import { createPreview } from './preview.ts'
import type { Drag, DragSource } from './surface.ts'
import { scrollToTarget, createMarker, describeTarget, type DragTarget, targetBox } from './target.ts'
import {
  closeGap,
  elementAt,
  hasScrolledSinceGap,
  measuredList,
  openGap,
  readBox,
  readScroll,
  remeasureZone,
  trackZones,
  type ZoneState,
} from './zones.ts'

/** While the pointer is over no zone, a zone within this distance in px counts as under it. */
const maxDistancePx = 40
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
  let states = trackZones(source.zones(), [])
  const findOwn = () => states.find(({ zone }) => zone.from() !== undefined)
  let ownElement = findOwn()
  /** Returns the place from which the item was lifted; undefined if its list has disappeared. */
  const home = (): DragTarget | undefined =>
    ownElement && { state: ownElement, position: { index: ownElement.zone.from() ?? 0, onto: false }, refusal: undefined }
  const pageBox = page.getBoundingClientRect()
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(page)
  const fixedBottoms = states.filter(({ zone }) => zone.isFixed).map(({ box }) => box.bottom)
  const inner = {
    top: Math.max(pageBox.top + (Number.parseFloat(scrollPaddingTop) || 0), ...fixedBottoms),
    bottom: pageBox.bottom - (Number.parseFloat(scrollPaddingBottom) || 0),
  }
  const { copy, over } = source.createPreview()
  const preview = createPreview(copy, over, at)
  const marker = createMarker(preview)
  const grabOffset = isPointerDrag ? { x: at.x - preview.home.x, y: at.y - preview.home.y } : { x: 0, y: 0 }
  source.element.setAttribute('data-lifted-from', ownElement?.zone.closes ? '' : 'dimmed')
  const along = source.along?.() ?? []
  for (const element of along) element.setAttribute('data-lifted-along', '')

  const edgeScroll = at && createEdgeScroll({ page, pageBox, inner, start: at })
  let pointer = at ?? preview.home
  let target = home()
  let frame = 0
  let boxesAt = page.scrollTop
  let isStale = false
  let isOver = false
  let announceTimer: ReturnType<typeof setTimeout> | undefined

  const watcher = new MutationObserver(() => {
    isStale = true
    request()
  })
  watcher.observe(page, { childList: true, subtree: true })
  const refusing = states.flatMap(({ zone: { takes, pointerOnly, items, containerAt, findRefusal } }) =>
    takes === 'onto' && !pointerOnly
      ? items().filter(({ index }) => !containerAt?.(index) && findRefusal({ index, onto: true }) !== undefined)
      : [],
  )
  for (const { element } of refusing) element.setAttribute('data-drop-refused', '')

  function request(): void {
    if (!isOver) frame ||= requestAnimationFrame(draw)
  }

  function draw(time: number): void {
    frame = 0
    if (!source.element.isConnected) return cancel()
    const scrolls = edgeScroll?.scroll(time, pointer, states) ?? false
    if (isStale && source.zonesChange) updateZones()
    if (page.scrollTop !== boxesAt || isStale) {
      boxesAt = page.scrollTop
      for (const state of states) readBox(state)
    }
    if (isStale) states.forEach(remeasureZone)
    const next = isPointerDrag ? find() : target
    if (next) readScroll(next.state)
    const box = next && targetBox(next)
    for (const state of isStale ? states : target && hasScrolledSinceGap(target.state) ? [target.state] : [])
      openGap(state, state === target?.state && target.refusal === undefined ? target.position : undefined)
    isStale = false
    setTarget(next)
    place(box)
    if (scrolls) request()
  }

  /** Adds lists that appeared during the drag, and removes those that disappeared. */
  function updateZones(): void {
    const before = states
    states = trackZones(source.zones(), before)
    for (const state of before) if (!states.includes(state)) closeGap(state)
    ownElement = findOwn()
    if (target && !states.includes(target.state)) target = home()
    else if (target) target.refusal = target.state.zone.findRefusal(target.position)
  }

  /** Returns the target under the pointer. If there is none, returns the original place. */
  function find(): DragTarget | undefined {
    const state = zoneAt(states, ({ box }) => box, pointer, maxDistancePx)
    if (!state) return home()
    const list = measuredList(state)
    readScroll(state)
    const isHorizontal = state.zone.axis === 'x'
    const isPlaced = list.takes === 'between' && list.closes
    const along = isHorizontal ? pointer.x : pointer.y
    const middle = isHorizontal ? pointer.x - grabOffset.x + preview.width / 2 : pointer.y - grabOffset.y + preview.height / 2
    const position = dropPositionAt(list, (isPlaced ? middle : along) + state.scrolled, state.openIndex)
    return position ? targetAt(state, position) : home()
  }

  const targetAt = (state: ZoneState, position: DropPosition): DragTarget =>
    target?.state === state && target.position.index === position.index && target.position.onto === position.onto
      ? target
      : { state, position, refusal: state.zone.findRefusal(position) }

  function setTarget(next: DragTarget | undefined): void {
    if (next === target || (next && target && next.state === target.state && isSamePosition(next.position, target.position))) return
    const previousTarget = target
    target = next
    if (ownElement) measuredList(ownElement)
    if (previousTarget && previousTarget.state !== next?.state) {
      // Removes old layers and adds new ones together, so that the browser computes its layers only once.
      for (const state of states) if (state !== ownElement && state !== next?.state) state.shifts.release()
      openGap(previousTarget.state, undefined)
    }
    const isRefused = next?.refusal !== undefined
    if (next) openGap(next.state, isRefused ? undefined : next.position)
    if (ownElement && next?.state !== ownElement) openGap(ownElement, undefined)
    marker.show(next)
    clearTimeout(announceTimer)
    if (next) announceTimer = setTimeout(() => announce(describeTarget(next)), isPointerDrag ? announceMs : 0)
  }

  /** Moves the copy to the pointer, or in keyboard drags to the target, and shows the gap. */
  function place(box: ReturnType<typeof targetBox> | undefined): void {
    const isPlaceShown = target && !target.position.onto && target.refusal === undefined && (target.state.zone.closes || !isHome(target))
    const isInSight = box && (target?.state.zone.isFixed || box.y > inner.top - box.height / 2)
    preview.showSlot(isPlaceShown && isInSight ? box : undefined, target?.state.slot.isRound)
    if (isPointerDrag) preview.moveTo({ x: pointer.x - grabOffset.x, y: pointer.y - grabOffset.y })
    else if (box) preview.moveTo({ x: box.x, y: box.y - 8 })
  }

  const isHome = ({ state, position }: DragTarget) => state === ownElement && !position.onto && position.index === ownElement.zone.from()

  /** Removes what the drag added to the page. */
  function end(): void {
    isOver = true
    cancelAnimationFrame(frame)
    clearTimeout(announceTimer)
    watcher.disconnect()
    marker.clear()
    for (const element of along) element.removeAttribute('data-lifted-along')
    for (const { element } of refusing) element.removeAttribute('data-drop-refused')
    document.documentElement.removeAttribute('data-dragging')
    onEnd()
    source.onEnd?.()
  }

  const showAgain = (element: Element | null) => element?.removeAttribute('data-lifted-from')

  function cancel(): void {
    if (isOver) return
    end()
    announce(t('drag.cancelled', { name, count }))
    for (const state of states) openGap(state, state === ownElement ? home()?.position : undefined)
    preview.animateDrop(source.element.isConnected ? over : null, () => {
      for (const state of states) closeGap(state)
      showAgain(source.element)
    })
  }

  function drop(): void {
    if (frame) {
      cancelAnimationFrame(frame)
      draw(performance.now())
    }
    if (isOver) return
    const dropped = target
    if (!dropped || dropped.refusal !== undefined || isHome(dropped)) return cancel()
    end()
    let isDrawn = false
    // Items stay shifted until the page has rendered the drop, so that they don't jump.
    const drawn = () => {
      if (isDrawn) return
      isDrawn = true
      drawing.disconnect()
      clearTimeout(timer)
      for (const state of states) closeGap(state)
      showAgain(source.element)
      source.onDrawn()
      const shownElement = source.droppedElement()
      shownElement?.setAttribute('data-lifted-from', '')
      preview.animateDrop(shownElement ?? elementAt(dropped.state, dropped.position) ?? null, () => showAgain(shownElement))
    }
    const drawing = new MutationObserver(drawn)
    const timer = setTimeout(drawn, drawMs)
    drawing.observe(page, { childList: true, subtree: true })
    if (dropped.state.zone.dropItems(dropped.position) === 'asks') drawn()
  }

  function step(key: Parameters<Drag['step']>[0]): void {
    if (isOver) return
    for (const state of states) readBox(state)
    const next = nextDropPosition(
      states.filter(({ zone }) => !zone.pointerOnly),
      target,
      key,
    )
    if (!next) return
    setTarget(targetAt(next.state, next.position))
    scrollToTarget(next, page, { page: pageBox, inner })
    request()
  }

  announce(t(isPointerDrag ? 'drag.lifted' : 'drag.lifted_by_key', { name, count }))
  if (ownElement) openGap(ownElement, target?.position)
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
