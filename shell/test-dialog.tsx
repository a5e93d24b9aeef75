/** A page for tests of dialogs. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'

/** Creates the page before each test. @returns functions that show an open dialog, and that submit its form */
export function dialogPage() {
  let root: ReturnType<typeof createRoot>
  beforeEach(() => {
    document.body.innerHTML = '<div></div><div></div>'
    overlayContainer.set(document.body.lastElementChild as HTMLElement)
    root = createRoot(document.body.firstElementChild!)
  })
  afterEach(() => {
    root.unmount()
    vi.unstubAllGlobals()
  })
  return {
    show: (dialog: ReactNode) =>
      root.render(
        <QueryClientProvider client={createQueryClient()}>
          <DialogContext value={{ id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }}>{dialog}</DialogContext>
        </QueryClientProvider>,
      ),
    submit: () => document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  }
}
