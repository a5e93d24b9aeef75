import { createContext, useContext } from 'react'
import { rows, stops } from './drag/elements.ts'

/*
 * Arrow keys like those of a TV remote, which move the focus between registered stops. Left and right move in a row; up and down go to the
 * nearest stop of the next row.
 */

const directions = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
type Direction = (typeof directions)[number]

const isDirection = (key: string): key is Direction => (directions as readonly string[]).includes(key)

const middleX = ({ left, width }: DOMRect) => left + width / 2

function findInRow(from: HTMLElement, direction: Direction): HTMLElement | undefined {
  const row = rows.closest(from)
  if (!row) return undefined
  const inRow = stops.in(row.element)
  return inRow[inRow.findIndex(({ element }) => element === from) + (direction === 'ArrowRight' ? 1 : -1)]?.element
}

/** Returns the selected option, if the element is in a strip of options. */
function findChosen(element: HTMLElement | undefined): HTMLElement | undefined {
  const row = rows.closest(element)
  if (row?.value !== 'strip') return undefined
  return stops.in(row.element).find((stop) => stop.element.ariaPressed === 'true')?.element
}

/** Returns the stop in the next row whose middle is the nearest. */
function toOtherRow(from: HTMLElement, direction: Direction): HTMLElement | undefined {
  const fromBox = from.getBoundingClientRect()
  const down = direction === 'ArrowDown'
  const otherStops = stops
    .in()
    .filter(({ element }) => element !== from)
    .map(({ element }) => ({ stop: element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (down ? box.top >= fromBox.bottom - 1 : box.bottom <= fromBox.top + 1))
  const edge = down ? Math.min(...otherStops.map(({ box }) => box.top)) : Math.max(...otherStops.map(({ box }) => box.bottom))
  const nextRow = otherStops.filter(({ box }) => (down ? box.top <= edge + fromBox.height / 2 : box.bottom >= edge - fromBox.height / 2))
  const distanceTo = (box: DOMRect) => Math.abs(middleX(box) - middleX(fromBox))
  return nextRow.sort((a, b) => distanceTo(a.box) - distanceTo(b.box))[0]?.stop
}

function moveFocus(event: KeyboardEvent): void {
  const from = event.target
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (!isDirection(event.key) || !(from instanceof HTMLElement) || !stops.get(from)) return
  const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  const nearest = sideways ? findInRow(from, event.key) : toOtherRow(from, event.key)
  const to = (!sideways && findChosen(nearest)) || nearest
  if (!to) return
  event.preventDefault()
  to.focus({ preventScroll: true })
  to.scrollIntoView({ block: sideways ? 'nearest' : 'center', inline: 'nearest', behavior: scrollBehavior() })
}

/** Enables remote navigation by arrow keys. Call once. */
export const enableArrowNavigation = (): void => document.addEventListener('keydown', moveFocus)

/** Returns `smooth`, unless the user prefers reduced motion. */
export const scrollBehavior = (): ScrollBehavior => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')

/** True for the item that the Tab key reaches in a row: the item used last, at first the first item. */
export const TabStop = createContext(true)

/** Props of a stop: a link or button that arrow keys reach. */
export const stopProps = { ref: stops.ref(undefined), 'data-stop': '' } as const

/** Props for the link or button in an item of a row. */
export const useStop = () => ({ tabIndex: useContext(TabStop) ? 0 : -1, ...stopProps })
