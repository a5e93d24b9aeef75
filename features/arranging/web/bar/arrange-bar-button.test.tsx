import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { barEditModeId } from '../arrange/toggle-arranging.ts'
import { ArrangeBarButton } from './ArrangeBarButton.tsx'

vi.mock('#features/channels/web/useOwnChannels.ts', () => ({ useOwnChannels: () => ({ data: undefined }), allChannels: () => [] }))

test('Done ends the edit mode of the bar, and channels move to their places', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const content = document.body.appendChild(Object.assign(document.createElement('main'), { id: 'content' }))
  content.innerHTML = '<li><a href="/one">One</a></li>'
  const animate = vi.fn<() => void>()
  HTMLElement.prototype.animate = animate as never
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 40))
  const page = document.createElement('div')
  const root = createRoot(page)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    content.remove()
    Reflect.deleteProperty(HTMLElement.prototype, 'animate')
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  await act(async () => editModeId.set(barEditModeId))
  await act(async () => root.render(<ArrangeBarButton hasWall />))
  await act(async () => page.querySelector('button')!.click())
  expect(editModeId.get()).toBeUndefined()
  content.innerHTML = '<h2>All my channels</h2><li><a href="/one">One</a></li>'
  await vi.waitFor(() => expect(animate).toHaveBeenCalledExactlyOnceWith({ opacity: [0, 1] }, expect.anything()))
})
