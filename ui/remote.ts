import { createContext, useContext } from 'react'

/*
 * The arrow keys of a TV remote. Whatever can be pointed at carries `data-stop`; a row of them carries `data-row`.
 * Left and right walk along a row, up and down go to what stands nearest in the next row.
 */

const directions = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
type Direction = (typeof directions)[number]

const isDirection = (key: string): key is Direction => (directions as readonly string[]).includes(key)

const middle = ({ left, width }: DOMRect) => left + width / 2

function alongRow(from: HTMLElement, direction: Direction): HTMLElement | undefined {
  const row = from.closest('[data-row]')
  if (!row) return undefined
  const stops = [...row.querySelectorAll<HTMLElement>('[data-stop]')]
  return stops[stops.indexOf(from) + (direction === 'ArrowRight' ? 1 : -1)]
}

/** The stop of the next row whose middle is nearest to where one stands. */
function toOtherRow(from: HTMLElement, direction: Direction): HTMLElement | undefined {
  const here = from.getBoundingClientRect()
  const down = direction === 'ArrowDown'
  const others = [...document.querySelectorAll<HTMLElement>('[data-stop]')]
    .filter((stop) => stop !== from)
    .map((stop) => ({ stop, box: stop.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (down ? box.top >= here.bottom - 1 : box.bottom <= here.top + 1))
  const edge = down ? Math.min(...others.map(({ box }) => box.top)) : Math.max(...others.map(({ box }) => box.bottom))
  const nextRow = others.filter(({ box }) => (down ? box.top <= edge + here.height / 2 : box.bottom >= edge - here.height / 2))
  const far = (box: DOMRect) => Math.abs(middle(box) - middle(here))
  return nextRow.sort((a, b) => far(a.box) - far(b.box))[0]?.stop
}

function move(event: KeyboardEvent): void {
  const from = event.target
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (!isDirection(event.key) || !(from instanceof HTMLElement) || !from.matches('[data-stop]')) return
  const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  const to = sideways ? alongRow(from, event.key) : toOtherRow(from, event.key)
  if (!to) return
  event.preventDefault()
  to.focus({ preventScroll: true })
  to.scrollIntoView({ block: sideways ? 'nearest' : 'center', inline: 'nearest', behavior: scrollBehavior() })
}

/** Lets the arrow keys move the focus as a remote would. To be called once. */
export const followArrows = (): void => document.addEventListener('keydown', move)

/** Smooth, except for people who asked for less motion. */
export const scrollBehavior = (): ScrollBehavior => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')

/** A row is one stop of the Tab key: the item that was pointed at last, the first at the start. */
export const TabStop = createContext(true)

/** What an item of a row puts on its link or button. */
export const useStop = () => ({ tabIndex: useContext(TabStop) ? 0 : -1, 'data-stop': '' }) as const
