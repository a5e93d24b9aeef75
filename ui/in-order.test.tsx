import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DelayedSkeleton } from './RevealInOrder.tsx'
import css from './RevealInOrder.module.css'

let root: Root
const page = document.createElement('div')
const show = (node: ReactNode) => act(async () => root.render(node))
const advanceTime = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
/** Whether each skeleton shows without a delay. */
const immediateFlags = () => [...page.querySelectorAll('[aria-busy]')].map(({ classList }) => classList.contains(css['atOnce']!))

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
})

test('a skeleton waits for a moment, and shows at once if it follows another', async () => {
  await show(<DelayedSkeleton key="code" />)
  expect(immediateFlags()).toEqual([false])
  // The first skeleton is not visible yet, so the second one waits too.
  await advanceTime(100)
  await show(<DelayedSkeleton key="data" />)
  expect(immediateFlags()).toEqual([false])
  await advanceTime(200)
  await show(<DelayedSkeleton key="next" />)
  expect(immediateFlags()).toEqual([true])
  await show(null)
  await advanceTime(100)
  await show(<DelayedSkeleton key="below" />)
  expect(immediateFlags()).toEqual([true])
  await show(null)
  await advanceTime(1000)
  await show(<DelayedSkeleton key="later" />)
  expect(immediateFlags()).toEqual([false])
})
