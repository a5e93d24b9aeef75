import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { barEditModeId } from '../arrange/toggle-arranging.ts'
import { ArrangeBarButton } from './ArrangeBarButton.tsx'

vi.mock('#features/channels/web/useOwnChannels.ts', () => ({ useOwnChannels: () => ({ data: undefined }), allChannels: () => [] }))

test('Done ends the edit mode of the bar with a cross-fade', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const start = vi.fn<(change: () => unknown) => unknown>((change) => {
    const done = Promise.resolve(change())
    return { ready: done, finished: done, updateCallbackDone: done }
  })
  Object.assign(document, { startViewTransition: start })
  const page = document.createElement('div')
  const root = createRoot(page)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    Reflect.deleteProperty(document, 'startViewTransition')
    vi.unstubAllGlobals()
  })
  await act(async () => editModeId.set(barEditModeId))
  await act(async () => root.render(<ArrangeBarButton hasWall />))
  await act(async () => page.querySelector('button')!.click())
  expect(editModeId.get()).toBeUndefined()
  expect(start).toHaveBeenCalledOnce()
})
