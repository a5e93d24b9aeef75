/**
 * Draws the rows of the guide by hand, as a frame of fast scrolling has three milliseconds of a phone's processor for all of it: elements are
 * made once, and what leaves the view is what enters it on the other side.
 */
import { type Span, timeAt } from './axis.ts'
import { alignWords, type CellDrawing } from './guide-cell.ts'
import type { Guide } from './guide-data.ts'
import { makeRow, type Row, setAside, setCells, setPlace } from './guide-row.ts'
import { minutesOfStep, type RowRange, rowsInView, stepAt } from './layout.ts'
import type { Pointed } from './moves.ts'
import { type DrawnPlace, isLeap as leaps } from './viewport.ts'

export interface Drawing extends CellDrawing {
  guide: Guide
  /** Rows in all. */
  count: number
  pointed: Pointed
  /** Of the cell that is pointed at. */
  pointedId: string
}

/** ms of a frame after which no further row is begun, while it is scrolled and when it rests. */
const frameMs = 1
const restFrameMs = 5
/**
 * Cells that a frame of scrolling draws of what is not in view yet, and of what is missed in view: what they cost to style, lay out and paint comes
 * after our time is taken.
 */
const cellsAhead = 6
const cellsMissed = 10
/** Elements of a row that are kept though they show nothing, while it rests. */
const mostSpare = 6
/** ms without scrolling after which it rests. */
const restMs = 100
/** px of one frame below which words follow the edge of the view while it is scrolled. */
const slowPx = 6

/** @param onRight what is in view is drawn */
export function createRowPainter(body: HTMLElement, viewport: DrawnPlace, first: Drawing, onRight: () => void) {
  const grid = body.closest('[role=grid]')
  let drawing = first
  /** Another one, and another number: all cells are drawn anew. */
  let cellDrawing: CellDrawing = first
  let version = 0
  const rows = new Map<number, Row>()
  const free: Row[] = []
  let frame = 0
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let lastLeft = viewport.get().left
  let lastPlace = viewport.get()
  /** Another place was gone to at once, and what is in view there is not drawn yet. */
  let isLeap = false
  let lastMovedAt = 0
  /** Until then it is scrolled sideways too fast to read. */
  let passesUntil = 0
  let scrolledAt = 0

  const minutesInView = () => Math.ceil((viewport.get().width - drawing.sizes.whoPx) / drawing.sizes.pxPerMinute)
  const stepOf = (index: number) => stepAt(viewport.get().left / drawing.sizes.pxPerMinute, index)
  const isPointed = (index: number) => index === drawing.pointed.row
  const stateOf = (index: number) => `${minutesInView()} ${version} ${isPointed(index) ? drawing.pointedId : ''}`

  /** The times that a row has to show now. */
  const spanOf = (index: number): Span => {
    const { from, to } = minutesOfStep(stepOf(index), index, minutesInView())
    return { start: Math.max(drawing.axis.start, timeAt(drawing.axis, from)), end: Math.min(drawing.axis.end, timeAt(drawing.axis, to)) }
  }

  const alignRow = (row: Row) => {
    for (const shown of row.cells) alignWords(shown, viewport.get().left)
  }

  /** @returns how many cells were drawn; when that is `most`, the row is not done */
  function paint(row: Row, index: number, most = Number.POSITIVE_INFINITY): number {
    const { guide, sizes, pointed, pointedId } = drawing
    const span = spanOf(index)
    if (row.index !== index && row.index >= 0) setAside(row)
    const cells = minutesInView() > 0 && span.end > span.start ? guide.cellsAt(index, span) : []
    const drawn = setCells(row, cells, cellDrawing, isPointed(index) ? { time: pointed.time, id: pointedId } : undefined, most)
    if (drawn === most) return drawn
    // What is clipped, or no longer is, costs the painter all of the guide.
    if (performance.now() > passesUntil) alignRow(row)
    const name = guide.channelAt(index)?.name ?? ''
    if (row.head.textContent !== name) row.head.textContent = name
    row.drawn = stateOf(index)
    row.step = stepOf(index)
    row.parts = guide.partsAt(index, span)
    row.version = guide.versionAt(index)
    setPlace(row, index, sizes.rowPx)
    if (isPointed(index)) grid?.setAttribute('aria-activedescendant', pointedId)
    return drawn
  }

  /** Does it show all of what is in view, as far as that has come? */
  function isRight(row: Row | undefined, index: number): boolean {
    if (row?.index !== index || row.drawn !== stateOf(index)) return false
    const { left } = viewport.get()
    const { pxPerMinute } = drawing.sizes
    const minutes = minutesInView()
    const from = left / pxPerMinute
    const there = minutesOfStep(row.step, index, minutes)
    if (there.from > from || there.to < from + minutes) return false
    if (row.version === drawing.guide.versionAt(index)) return true
    const [start, end] = [timeAt(drawing.axis, from), timeAt(drawing.axis, from + minutes)]
    return !row.cells.some(({ cell }) => cell && cell.is !== 'programme' && cell.slot.start < end && cell.slot.stop > start)
  }

  /** Is there nothing to draw of a row? */
  function isDone(row: Row, index: number): boolean {
    if (row.drawn !== stateOf(index) || row.step !== stepOf(index)) return false
    const version = drawing.guide.versionAt(index)
    // What has come may be of other times.
    if (row.version !== version && row.parts === drawing.guide.partsAt(index, spanOf(index))) row.version = version
    return row.version === version
  }

  /** The rows that are to be drawn: those that are missed in view, then all others. */
  function toPaint(range: RowRange): { missed: number[]; ahead: number[] } {
    const { top, height } = viewport.get()
    const { rowPx } = drawing.sizes
    const missed: number[] = []
    const ahead: number[] = []
    for (let index = range.first; index < range.end; index++) {
      const row = rows.get(index)
      if (row?.index === index && isDone(row, index)) continue
      const isSeen = (index + 1) * rowPx > top && index * rowPx < top + height
      ;(isSeen && !isRight(row, index) ? missed : ahead).push(index)
    }
    return { missed, ahead }
  }

  function paintRows(): void {
    const begun = performance.now()
    const { top, left, height } = viewport.get()
    const range = rowsInView(top, height, drawing.sizes.rowPx, drawing.count)
    for (const [index, row] of rows)
      if (index < range.first || index >= range.end) {
        rows.delete(index)
        free.push(row)
        if (isPointed(index)) grid?.removeAttribute('aria-activedescendant')
      }
    const { missed, ahead } = toPaint(range)
    const moved = Math.abs(left - lastLeft)
    // A single leap, as of a key, is no scrolling.
    const isRead = moved < slowPx || begun > lastMovedAt + restMs
    if (!isRead) passesUntil = begun + restMs
    const isScrolled = begun < scrolledAt + restMs
    const endMs = begun + (isScrolled && !isLeap ? frameMs : restFrameMs)
    let cells = isScrolled && !isLeap ? (missed.length ? cellsMissed : cellsAhead) : Number.POSITIVE_INFINITY
    const paintNext = (todo: number[]) => {
      const index = todo.shift()!
      const row = rows.get(index) ?? free.pop() ?? makeRow(body)
      rows.set(index, row)
      cells -= paint(row, index, cells)
    }
    while (missed.length && cells > 0 && performance.now() < endMs) paintNext(missed)
    if (!missed.length) isLeap = false
    if (isScrolled) cells = Math.min(cells, cellsAhead)
    while (!missed.length && ahead.length && cells > 0 && performance.now() < endMs) paintNext(ahead)
    if (moved) {
      if (isRead) for (const row of rows.values()) alignRow(row)
      lastLeft = left
      lastMovedAt = begun
    }
    if (!missed.length) onRight()
    if (missed.length || ahead.length || cells === 0) request()
  }

  function request(): void {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      paintRows()
    })
  }

  /** Puts right what was left while it was scrolled: some rows at a time. */
  function rest(): void {
    if (viewport.isHidden()) return
    const begun = performance.now()
    for (const row of rows.values()) alignRow(row)
    for (const row of rows.values()) {
      for (const { element } of row.spare.splice(mostSpare)) element.remove()
      if (!row.isMixed) continue
      row.element.append(...row.cells.map(({ element }) => element))
      row.isMixed = false
      if (performance.now() > begun + frameMs) return restSoon(0)
    }
    // Those that are over are few; they would be read out where they last stood.
    for (const row of free.splice(0)) row.element.remove()
  }

  function restSoon(ms = restMs): void {
    clearTimeout(restTimer)
    restTimer = setTimeout(rest, ms)
  }

  const changed = () => {
    if (viewport.isHidden()) return
    request()
    restSoon()
  }
  const scrolled = () => {
    const place = viewport.get()
    const now = performance.now()
    // A single step, as of a key, is no scrolling.
    if (now > scrolledAt + restMs || leaps(lastPlace, place)) isLeap = true
    lastPlace = place
    scrolledAt = now
    changed()
  }
  let stops = [viewport.subscribe(scrolled), drawing.guide.subscribe(changed)]
  changed()

  return {
    /** What is shown has changed, by more than how far it is scrolled. */
    draw(next: Drawing): void {
      const before = drawing
      drawing = next
      if (next.guide !== before.guide) {
        for (const stop of stops) stop()
        stops = [viewport.subscribe(scrolled), next.guide.subscribe(changed)]
      }
      if (next.axis !== before.axis || next.now !== before.now || next.sizes !== before.sizes || next.guide !== before.guide) {
        cellDrawing = next
        version++
      }
      if (next.sizes !== before.sizes) for (const row of [...rows.values(), ...free]) if (row.index >= 0) setAside(row)
      // Who walks by keys is told at once where that leads.
      for (const index of new Set([before.pointed.row, next.pointed.row])) {
        const row = rows.get(index)
        if (row) paint(row, index)
      }
      changed()
    },
    stop(): void {
      cancelAnimationFrame(frame)
      clearTimeout(restTimer)
      for (const stop of stops) stop()
      for (const { element } of [...rows.values(), ...free]) element.remove()
    },
  }
}
