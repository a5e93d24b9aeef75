import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ToastHost } from './hosts.tsx'
import { announce } from './toasts.ts'

test('repeating an announcement changes the live region again', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<ToastHost />)
  const region = await vi.waitFor(() => {
    const result = place.querySelector('output')
    expect(result).not.toBeNull()
    return result!
  })
  announce('3 selected')
  await vi.waitFor(() => expect(region.textContent).toBe('3 selected'))
  const first = region.firstElementChild
  announce('3 selected')
  await vi.waitFor(() => expect(region.firstElementChild).not.toBe(first))
  expect([region.textContent, place.querySelector('output') === region]).toEqual(['3 selected', true])
  root.unmount()
})
