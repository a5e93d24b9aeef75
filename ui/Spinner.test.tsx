import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Progress } from './Spinner.tsx'

test('progress is announced in words, never as a raw fraction', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  const root = createRoot(place)
  const draw = async (value: number) => {
    await act(async () => root.render(<Progress label="Live" value={value} />))
    return place.querySelector('progress')!.getAttribute('aria-valuetext')
  }
  expect([await draw(0.009523809523809525), await draw(0.4), await draw(1.7)]).toEqual(['1%', '40%', '100%'])
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})
