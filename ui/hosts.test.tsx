import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ToastHost } from './hosts.tsx'
import { animateAppearance } from './appearance.ts'
import { announce, toast } from './toasts.ts'

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

test('a removed toast fades as an inert copy; with reduced motion it disappears at once', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<ToastHost />)
  const ends: (() => void)[] = []
  const animate = vi.fn<() => object>(() => ({
    set onfinish(end: () => void) {
      ends.push(end)
    },
  }))
  HTMLElement.prototype.animate = animate as never
  await vi.waitFor(() => expect(document.querySelector('[data-toasts]')).not.toBeNull())
  animateAppearance()
  const shown = () =>
    [...document.querySelectorAll<HTMLElement>('[data-toasts] > div')].map(({ inert, textContent }) => [inert, textContent])
  for (const [reduced, left] of [
    [false, [[true, 'Saved']]],
    [true, []],
  ] as const) {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: reduced } as MediaQueryList)
    const remove = toast('Saved', { action: { name: '', perform: () => {} } })
    await vi.waitFor(() => expect(shown()).toEqual([[false, 'Saved']]))
    remove()
    await vi.waitFor(() => expect(shown()).toEqual(left))
    ends.splice(0).forEach((end) => end())
    expect(shown()).toEqual([])
  }
  root.unmount()
})
