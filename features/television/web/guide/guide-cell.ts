/** One cell of the guide: elements that are made once, and of which text, place and look are set where they differ. */
import { cx } from '#ui/cx.ts'
import { detailOf, isOn, type TimedProgramme } from '../programmes.ts'
import { formatSpan, formatTime } from '../times.ts'
import { t } from '../texts.ts'
import { type Axis, minutesAt } from './axis.ts'
import type { Cell } from './guide-parts.ts'
import css from './Guide.module.css'
import { boxOf, type GuideSizes, isSpent, mayExceed, smallLetters, titleLetters, wordsOffset } from './layout.ts'

/** px on either side of the words of a cell. */
const besidePx = 12
/** How cells are drawn. */
export interface CellDrawing {
  axis: Axis
  now: number
  sizes: GuideSizes
}

type Words = readonly [title: string, small: string]
const noWords: Words = ['', '']

export interface CellElement {
  element: HTMLElement
  /** Its own line, and the one below it: texts of one element, and one within it, as each element is styled and laid out. */
  title: Text
  small: Text
  words: Words
  /** px from the beginning of the guide, and of the row's element. */
  left: number
  place: number
  width: number
  look: string
  label: string
  offset: number
  isCut: boolean
  isSpent: boolean
  /** What it shows, and how it was drawn. */
  cell: Cell<TimedProgramme> | undefined
  drawing: CellDrawing | undefined
}

export function makeCell(row: HTMLElement): CellElement {
  const element = document.createElement('td')
  const small = document.createElement('small')
  const made = { title: document.createTextNode('\n'), small: document.createTextNode('') }
  small.append(made.small)
  element.append(made.title, small)
  element.setAttribute('aria-selected', 'false')
  row.append(element)
  return {
    ...made,
    element,
    words: noWords,
    left: -1,
    place: -1,
    width: -1,
    look: '',
    label: '',
    offset: 0,
    isCut: false,
    isSpent: false,
    cell: undefined,
    drawing: undefined,
  }
}

/** Words of what began before the view stand where the view begins. */
export function alignWords(shown: CellElement, viewLeft: number): void {
  const spent = isSpent(shown, viewLeft)
  if (shown.isSpent !== spent) shown.element.classList.toggle(css.spent!, (shown.isSpent = spent))
  const offset = wordsOffset(shown, viewLeft)
  if (shown.offset === offset) return
  shown.offset = offset
  shown.element.style.paddingLeft = offset ? `${besidePx + offset}px` : ''
  setCut(shown)
}

function setWords(shown: CellElement, words: Words): void {
  const [title, small] = words
  if (shown.words[0] !== title) shown.title.data = `${title}\n`
  if (shown.words[1] !== small) shown.small.data = small
  shown.words = words
}

/** Is clipped what may not fit. */
function setCut(shown: CellElement): void {
  const px = shown.width - shown.offset - 2 * besidePx
  const rowPx = shown.drawing?.sizes.rowPx ?? 0
  const [title, small] = shown.words
  const isCut = mayExceed(title, titleLetters * rowPx, px) || mayExceed(small, smallLetters * rowPx, px)
  if (shown.isCut !== isCut) shown.element.classList.toggle(css.cut!, (shown.isCut = isCut))
}

/** @param pointedId its id, if it is what is pointed at */
export function setCell(shown: CellElement, cell: Cell<TimedProgramme>, drawing: CellDrawing, pointedId: string | undefined): void {
  const { element } = shown
  if (shown.cell?.slot === cell.slot && shown.drawing === drawing && element.id === (pointedId ?? '')) return
  if (shown.offset && shown.cell?.slot !== cell.slot) {
    shown.offset = 0
    element.style.paddingLeft = ''
  }
  shown.cell = cell
  shown.drawing = drawing
  const { axis, now, sizes } = drawing
  const { slot, is } = cell
  const { left, width, wordless } = boxOf(slot, axis, sizes.pxPerMinute)
  const place = sizes.whoPx + left
  if (shown.place !== place) element.style.marginLeft = `${(shown.place = place)}px`
  shown.left = left
  if (shown.width !== width) element.style.width = `${(shown.width = width)}px`
  const isNow = is === 'programme' && isOn(slot, now)
  const look = cx(css.cell, css[is], slot.stop <= now && css.past, isNow && css.now, pointedId !== undefined && css.at)
  if (shown.look !== look) {
    element.className = shown.look = look
    shown.isCut = false
    shown.isSpent = false
  }
  if (isNow) {
    const passed = (minutesAt(axis, now) - Math.max(0, minutesAt(axis, slot.start))) * sizes.pxPerMinute
    element.style.setProperty('--p', `${passed.toFixed(0)}px`)
  }
  setWords(shown, wordless ? noWords : wordsOf(cell))
  setCut(shown)
  const label = wordless && is === 'programme' ? `${cell.slot.title}, ${formatSpan(slot)}` : ''
  if (shown.label !== label) {
    shown.label = label
    if (label) element.setAttribute('aria-label', label)
    else element.removeAttribute('aria-label')
  }
  if (is === 'programme') element.dataset['time'] = String(slot.start)
  else delete element.dataset['time']
  if ((pointedId ?? '') !== element.id) {
    if (pointedId === undefined) element.removeAttribute('id')
    else element.id = pointedId
    element.setAttribute('aria-selected', String(pointedId !== undefined))
  }
}

/** Nothing of it is seen or heard until it shows something else. */
export function setSpare(shown: CellElement): void {
  const { element } = shown
  element.className = shown.look = cx(css.cell, css.spare)
  shown.isCut = false
  shown.isSpent = false
  setWords(shown, noWords)
  shown.cell = undefined
  delete element.dataset['time']
  element.removeAttribute('id')
}

function wordsOf(cell: Cell<TimedProgramme>): Words {
  if (cell.is !== 'programme') return ['', cell.is === 'gap' ? t('guide.nothing_known') : cell.is === 'failed' ? t('guide.not_come') : '']
  const detail = detailOf(cell.slot)
  return [cell.slot.title, detail ? `${formatTime(cell.slot.start)} · ${detail}` : formatTime(cell.slot.start)]
}
