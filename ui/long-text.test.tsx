import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LongText } from './LongText.tsx'

test.each([
  ['unfolds and folds with motion', false, 2],
  ['changes at once with reduced motion', true, 0],
] as const)('a long text %s', async (_, reduced, times) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const animate = vi.fn<() => void>()
  Object.assign(HTMLElement.prototype, { animate })
  const page = document.createElement('div')
  const root = createRoot(page)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    Reflect.deleteProperty(HTMLElement.prototype, 'animate')
    vi.unstubAllGlobals()
  })
  await act(async () => root.render(<LongText isCut>Rivers, harbours and tides</LongText>))
  expect(animate).not.toHaveBeenCalled()
  for (let press = 0; press < 2; press++) await act(async () => page.querySelector('button')!.click())
  expect(animate).toHaveBeenCalledTimes(times)
})
