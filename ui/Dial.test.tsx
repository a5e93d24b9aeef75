import { act, useLayoutEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dial, Stop } from './Dial.tsx'

let root: Root
let element: HTMLElement
const show = (...names: string[]) =>
  act(() =>
    root.render(
      <Dial label="Channels">
        {names.map((name) => (
          <Stop key={name} id={name} name={name} href={`#${name}`} />
        ))}
      </Dial>,
    ),
  )

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  element = document.createElement('div')
  document.body.append(element)
  root = createRoot(element)
})
afterEach(() => {
  act(() => root.unmount())
  element.remove()
  vi.useRealTimers()
})

test('a moved stop keeps its element and focus', () => {
  show('A', 'B', 'C')
  const last = element.querySelector<HTMLElement>('[href="#C"]')
  last?.focus()
  show('C', 'A', 'B')
  expect([...element.querySelectorAll('a')].map((link) => link.hash)).toEqual(['#C', '#A', '#B'])
  expect(element.querySelector('[href="#C"]')).toBe(last)
  expect(document.activeElement).toBe(last)
})

test('the bar scrolls to its current stop before a page transition measures it', () => {
  const scrollTo = vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(() => {})
  const scrolled: number[] = []
  function Screen() {
    useLayoutEffect(() => void scrolled.push(scrollTo.mock.calls.length))
    return (
      <Dial label="Channels">
        <Stop key="A" id="A" name="A" href="#A" tuned />
      </Dial>
    )
  }
  act(() => root.render(<Screen />))
  expect(scrolled).toEqual([1])
  scrollTo.mockRestore()
})

/** Turns the mouse wheel over a bar that is 1,000 px wide, of which 300 px are visible. */
function wheel(turns: WheelEventInit[], scrollLeft = 0) {
  vi.useFakeTimers()
  show('A')
  const bar = element.querySelector('nav > div')!
  Object.defineProperties(bar, { scrollWidth: { value: 1000 }, clientWidth: { value: 300 }, scrollLeft: { value: scrollLeft } })
  const scrollBy = vi.spyOn(bar, 'scrollBy').mockImplementation(() => {})
  const isTaken = turns.map(({ ctrlKey = false, shiftKey = false, ...turn }) => {
    const event = new WheelEvent('wheel', { cancelable: true, ...turn })
    // Sets the modifier keys afterwards, because happy-dom ignores those of wheel events.
    Object.defineProperties(event, { ctrlKey: { value: ctrlKey }, shiftKey: { value: shiftKey } })
    return !bar.dispatchEvent(event)
  })
  vi.advanceTimersByTime(19)
  expect(scrollBy).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  return { isTaken, slid: scrollBy.mock.calls.map(([options]) => (options as ScrollToOptions).left) }
}

test('a wheel scrolls the bar, combining turns within 20 ms', () => {
  expect(wheel([{ deltaY: 60 }, { deltaY: 40 }, { deltaY: 3, deltaMode: 1 }])).toEqual({ isTaken: [true, true, true], slid: [148] })
})

test.each([
  ['beyond its start', { deltaY: -50 }, 0],
  ['beyond its end', { deltaY: 50 }, 700],
  ['sideways, which slides by itself', { deltaX: 50, deltaY: 10 }, 100],
  ['with Shift, which slides by itself', { deltaY: 50, shiftKey: true }, 100],
  ['with Ctrl, which zooms', { deltaY: 50, ctrlKey: true }, 100],
])('the wheel event is left to the page %s', (_, turn, scrollLeft) => {
  expect(wheel([turn], scrollLeft)).toEqual({ isTaken: [false], slid: [] })
})
