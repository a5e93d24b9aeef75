import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { toasts } from '#ui/toasts.ts'
import { AdultDialog } from './AdultDialog.tsx'

test('the dialog closes if the code was accepted, but the response was lost', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  storage.set('access_token', 'token')
  toasts.set([])
  const profile = { id: 'Us3Jw8PdY6t', adult_content: false }
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit = {}) => {
    if (method !== 'POST')
      return Promise.resolve(new Response(JSON.stringify(profile), { headers: { 'content-type': 'application/json' } }))
    profile.adult_content = true
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  document.body.innerHTML = '<div></div><div></div>'
  overlayContainer.set(document.body.lastElementChild as HTMLElement)
  const root = createRoot(document.body.firstElementChild!)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    vi.unstubAllGlobals()
    localStorage.clear()
  })
  const close = vi.fn<() => void>()
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <DialogContext value={{ id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }}>
          <AdultDialog email="ann@example.com" close={close} />
        </DialogContext>
      </QueryClientProvider>,
    ),
  )
  const input = document.querySelector('input')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, '0417')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => document.querySelector<HTMLButtonElement>('button[type=submit]')!.click())
  await vi.waitFor(() => act(async () => expect(close).toHaveBeenCalledOnce()))
  expect(toasts.get().map(({ text }) => text)).toEqual(['Adult content is on'])
})
