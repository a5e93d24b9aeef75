import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSample } from '#kit/contract/sample.ts'
import { Playlist } from '#features/channels/contract.ts'
import { openPlaylistSubject } from '#features/channels/web/subjects.ts'
import { ChannelHeart } from './Heart.tsx'

vi.mock('#shell/perform-action.ts', () => ({ performAction: vi.fn<() => void>() }))

let root: Root
const page = document.createElement('div')
const animate = vi.fn<() => void>()

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  Object.assign(SVGElement.prototype, { animate })
  animate.mockClear()
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  Reflect.deleteProperty(SVGElement.prototype, 'animate')
  vi.restoreAllMocks()
})

test.each([
  ['swells when it is pressed', false, 1],
  ['stands still with reduced motion', true, 0],
] as const)('a heart %s', async (_, reduced, times) => {
  vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: reduced }) as MediaQueryList)
  const subject = openPlaylistSubject({ ...createSample(Playlist), may_edit: false })
  await act(async () => root.render(<ChannelHeart subject={subject} />))
  expect(animate).not.toHaveBeenCalled()
  await act(async () => page.querySelector('button')?.click())
  expect(animate).toHaveBeenCalledTimes(times)
})
