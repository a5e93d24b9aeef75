import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { StateMessage } from './StateMessage.tsx'

vi.mock('./TestCard.tsx', () => Promise.reject(new Error('offline')))

test('an error shows an icon if its drawing can’t load', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = document.createElement('div')
  const root = createRoot(page, { onCaughtError: () => {} })
  await act(async () => root.render(<StateMessage picture="error" title="This page couldn’t be loaded" />))
  await vi.waitFor(() => act(async () => expect(page.querySelector('[role=alert] svg')).not.toBeNull()))
  act(() => root.unmount())
})
