import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { hasUnsaved } from '#ui/unsaved.ts'
import { AddBalanceDialog } from './AddBalanceDialog.tsx'

const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
  overlayContainer.set(document.body)
  root = createRoot(document.body.firstElementChild!)
})
afterEach(async () => {
  await act(async () => root.unmount())
  overlayContainer.set(null)
  vi.unstubAllGlobals()
})

test('after choosing another amount, the browser doesn’t ask before it opens the payment provider', async () => {
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <DialogContext.Provider value={dialog}>
          <AddBalanceDialog />
        </DialogContext.Provider>
      </QueryClientProvider>,
    ),
  )
  const second = document.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]!
  await act(async () => second.click())
  expect(second.checked).toBe(true)
  expect(hasUnsaved()).toBe(false)
})
