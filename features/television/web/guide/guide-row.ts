/** One row of the guide: an element that is made once, and whose cells are those that it has already, as far as they go. */
import type { TimedProgramme } from '../programmes.ts'
import css from './Guide.module.css'
import { type CellDrawing, type CellElement, makeCell, setCell, setSpare } from './guide-cell.ts'
import { type Cell, isSameCell, keyOfCell } from './guide-parts.ts'

/** px above the rows at which one stands while it becomes another. */
const asidePx = 400
/** What no guide tells: a row of it has to be drawn. */
const noVersion = -2

export interface Row {
  element: HTMLElement
  /** Whose it is, for those who hear it. */
  head: HTMLElement
  /** Of the guide; -1: it stands aside. */
  index: number
  /** What it was drawn of, for which times, and what had come of it then: another of these has to be drawn anew. */
  drawn: string
  step: number
  parts: string
  /** Of what has come, by which to know that nothing of it can be other. */
  version: number
  cells: CellElement[]
  /** Elements that show nothing now. */
  spare: CellElement[]
  /** Elements stand in another order than their times: put right when it rests. */
  isMixed: boolean
}

export function makeRow(body: HTMLElement): Row {
  const element = document.createElement('tr')
  element.className = css.row ?? ''
  const head = document.createElement('th')
  head.scope = 'row'
  head.className = css.rowName ?? ''
  element.append(head)
  body.append(element)
  return { element, head, index: -1, drawn: '', step: 0, parts: '', version: noVersion, cells: [], spare: [], isMixed: false }
}

/** Where nobody sees that its cells become those of another row one after the other. */
export function setAside(row: Row): void {
  row.index = -1
  row.element.style.top = `${-asidePx}px`
  row.element.removeAttribute('aria-rowindex')
  delete row.element.dataset['index']
}

export function setPlace(row: Row, index: number, rowPx: number): void {
  if (row.index === index) return
  row.index = index
  row.element.style.top = `${index * rowPx}px`
  row.element.setAttribute('aria-rowindex', String(index + 2))
  row.element.dataset['index'] = String(index)
}

/** What is pointed at in a row. */
interface PointedCell {
  time: number
  id: string
}

/**
 * What stays is left where it is; elements of what went are used for what came.
 * @returns how many were drawn; when that is `most`, there may be more to draw
 */
export function setCells(
  row: Row,
  cells: readonly Cell<TimedProgramme>[],
  drawing: CellDrawing,
  pointed: PointedCell | undefined,
  most: number,
): number {
  const before = new Map(row.cells.map((shown) => [keyOfCell(shown.cell), shown]))
  const kept = cells.map((cell) => {
    const key = keyOfCell(cell)
    const found = before.get(key)
    before.delete(key)
    return found
  })
  const left = [...before.values()]
  let drawn = 0
  row.cells = cells.flatMap((cell, at) => {
    const { slot, is } = cell
    const found = kept[at]
    // Of another row there may be one at the same time.
    if (!isSameCell(found?.cell, cell)) {
      if (drawn === most) return found ?? []
      drawn++
    }
    if (!found) row.isMixed = true
    const element = found ?? left.shift() ?? row.spare.pop() ?? makeCell(row.element)
    const isPointed = pointed && is !== 'coming' && slot.start <= pointed.time && pointed.time < slot.stop
    setCell(element, cell, drawing, isPointed ? pointed.id : undefined)
    return [element]
  })
  if (drawn === most) {
    row.cells.push(...left)
    // Neither what it was nor what it is to be: wherever one scrolls to, it has to be drawn.
    row.parts = ''
    row.version = noVersion
  } else
    for (const shown of left) {
      setSpare(shown)
      row.spare.push(shown)
    }
  return drawn
}
