import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHighlight } from './useHighlight.ts'

let box: HTMLElement
let root: ReturnType<typeof createRoot>
const Probe = ({ id }: { id: string | undefined }) => useHighlight(id)
const renderWith = (id: string | undefined) =>
  act(() => {
    root.render(<Probe id={id} />)
  })
const advanceTime = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  box = document.createElement('div')
  root = createRoot(box)
})
afterEach(() => {
  vi.useRealTimers()
})

test('a target is highlighted for 1.5 seconds', () => {
  renderWith('a')
  expect(box.textContent).toBe('a')
  advanceTime(1499)
  expect(box.textContent).toBe('a')
  advanceTime(1)
  expect(box.textContent).toBe('')
})

test('another target is highlighted for the full time', () => {
  renderWith('a')
  advanceTime(1000)
  renderWith('b')
  advanceTime(1000)
  expect(box.textContent).toBe('b')
  advanceTime(500)
  expect(box.textContent).toBe('')
  renderWith('a')
  expect(box.textContent).toBe('a')
})

test('without a target, nothing is highlighted', () => {
  renderWith(undefined)
  advanceTime(2000)
  expect(box.textContent).toBe('')
})
