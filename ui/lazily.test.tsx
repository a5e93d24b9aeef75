import { act, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { lazily } from './lazily.ts'

let root: Root
let element: HTMLElement
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  element = document.createElement('div')
  root = createRoot(element)
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('failed code is requested once, and again when the component next mounts', async () => {
  let isAway = true
  const load = vi.fn<() => Promise<() => string>>(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(() => 'here')))
  const Part = lazily(load)
  const draw = (key: string) =>
    act(async () => {
      root.render(
        <ErrorBoundary key={key} fallback={() => 'failed'}>
          <Suspense>
            <Part />
          </Suspense>
        </ErrorBoundary>,
      )
      await vi.advanceTimersByTimeAsync(500)
    })
  await draw('first')
  expect([element.textContent, load.mock.calls.length]).toEqual(['failed', 1])
  isAway = false
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await draw('second')
  expect([element.textContent, load.mock.calls.length]).toEqual(['here', 2])
})
