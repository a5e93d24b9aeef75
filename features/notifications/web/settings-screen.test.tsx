import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { NotificationSettingsScreen } from './SettingsScreen.tsx'

vi.mock('#shell/Screen.tsx', () => ({ Screen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))

const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
const settingsPath = '/api/user/notification-settings'

test('two quick presses on a choice are sent in their order, so that the last one counts', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  storage.set('access_token', 'token')
  const stored = { kind: 'new_items', bell: true, push: false, mail: true }
  /** Changes that wait for their turn on the slow server. */
  const arrived: Array<() => void> = []
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit = {}) => {
    if (method === 'PATCH')
      return new Promise<Response>((resolve) =>
        arrived.push(() => {
          Object.assign(stored, JSON.parse(body as string))
          resolve(json({ kinds: [stored] }))
        }),
      )
    const found = url === settingsPath ? { kinds: [stored] } : { public_key: null, is_on: false }
    return Promise.resolve(json(found))
  })
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    page.remove()
    vi.unstubAllGlobals()
    localStorage.clear()
  })
  await act(async () =>
    root.render(<QueryClientProvider client={createQueryClient()}>{<NotificationSettingsScreen />}</QueryClientProvider>),
  )
  const box = () => page.querySelector<HTMLInputElement>('td input')!
  await vi.waitFor(() => act(async () => expect(box().checked).toBe(true)))

  await act(async () => box().click())
  expect(box().checked).toBe(false)
  await act(async () => box().click())
  expect(box().checked).toBe(true)
  // A busy network may deliver simultaneous calls in any order.
  while (arrived.length > 0) await act(async () => arrived.pop()!())
  expect(stored.bell).toBe(true)
  expect(box().checked).toBe(true)
})
