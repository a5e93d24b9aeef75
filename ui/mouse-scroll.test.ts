import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { items, rows } from './drag/elements.ts'
import { scrollRowsByMouse } from './mouse-scroll.ts'

let row: HTMLElement
let link: HTMLElement
const clicked = vi.fn<() => void>()

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  scrollRowsByMouse()
})
beforeEach(() => {
  document.body.innerHTML = '<div><span><a>one</a></span></div>'
  row = document.querySelector('div')!
  rows.register(row, 'carousel')
  items.register(document.querySelector('span')!, 0)
  link = document.querySelector('a')!
  Object.defineProperties(row, { scrollWidth: { value: 900 }, clientWidth: { value: 300 } })
  row.scrollTo = vi.fn<() => void>()
  clicked.mockReset()
  link.addEventListener('click', clicked)
})

const send = (type: string, clientX: number, pointerType = 'mouse') =>
  link.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, pointerType, button: 0 }))

test('a mouse drags a row, and the click after it is suppressed', () => {
  row.scrollLeft = 100
  send('pointerdown', 200)
  send('pointermove', 150)
  expect(row.scrollLeft).toBe(150)
  send('pointerup', 150)
  link.click()
  expect(clicked).not.toHaveBeenCalled()
})

test('a mouse that barely moves clicks', () => {
  send('pointerdown', 200)
  send('pointermove', 197)
  send('pointerup', 197)
  link.click()
  expect(clicked).toHaveBeenCalledOnce()
  expect(row.scrollLeft).toBe(0)
})

test('touch scrolling is left to the browser', () => {
  send('pointerdown', 200, 'touch')
  send('pointermove', 100, 'touch')
  expect(row.scrollLeft).toBe(0)
})
