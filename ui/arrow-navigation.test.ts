import { beforeEach, expect, test, vi } from 'vitest'
import { rows as arrowRows, stops } from './drag/elements.ts'
import { enableArrowNavigation } from './arrow-navigation.ts'

enableArrowNavigation()

/** Makes rows of stops by position: `[name, left, top]`, each 100 × 60 px. */
function page(...rows: [string, number, number][][]) {
  document.body.innerHTML = rows
    .map(
      (row) =>
        `<div data-row>${row.map(([name, left, top]) => `<a href="#" data-stop data-left="${left}" data-top="${top}">${name}</a>`).join('')}</div>`,
    )
    .join('')
  for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) arrowRows.register(row, 'carousel')
  for (const stop of document.querySelectorAll<HTMLElement>('[data-stop]')) stops.register(stop, undefined)
}

const pressKey = (key: string, init: KeyboardEventInit = {}) =>
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
const focusStop = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-stop]')].find((stop) => stop.textContent === name)!.focus()
const focusedText = () => document.activeElement!.textContent

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(
      Number(this.dataset['left'] ?? 0),
      Number(this.dataset['top'] ?? 0),
      this.dataset['left'] ? 100 : 0,
      this.dataset['left'] ? 60 : 0,
    )
  })
  HTMLElement.prototype.scrollIntoView = () => {}
  page(
    [
      ['a', 0, 0],
      ['b', 110, 0],
    ],
    [
      ['c', 0, 100],
      ['d', 150, 100],
      ['e', 300, 100],
    ],
    [['f', 0, 300]],
  )
})

test.each([
  ['a', 'ArrowRight', 'b'],
  ['b', 'ArrowRight', 'b'],
  ['b', 'ArrowLeft', 'a'],
  ['b', 'ArrowDown', 'd'],
  ['e', 'ArrowUp', 'b'],
  ['e', 'ArrowDown', 'f'],
  ['f', 'ArrowUp', 'c'],
  ['a', 'ArrowUp', 'a'],
  ['f', 'ArrowDown', 'f'],
])('from %s, %s leads to %s', (start, key, end) => {
  focusStop(start)
  pressKey(key)
  expect(focusedText()).toBe(end)
})

test('up and down lead to the selected option of a strip, however far away it is', () => {
  const row = document.querySelector<HTMLElement>('[data-row]')!
  arrowRows.register(row, 'strip')
  row.children[1]!.ariaPressed = 'true'
  focusStop('f')
  pressKey('ArrowUp')
  pressKey('ArrowUp')
  expect(focusedText()).toBe('b')
  pressKey('ArrowLeft')
  expect(focusedText()).toBe('a')
})

test('ignores keys with modifiers', () => {
  focusStop('a')
  pressKey('ArrowRight', { altKey: true })
  expect(focusedText()).toBe('a')
})

test('other elements keep their arrow keys', () => {
  document.body.insertAdjacentHTML('beforeend', '<input value="x">')
  document.querySelector('input')!.focus()
  pressKey('ArrowUp')
  expect(document.activeElement!.tagName).toBe('INPUT')
})
