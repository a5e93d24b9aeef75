import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { announceConnected } from '#kit/web/connection.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { GuideScreen } from './GuideScreen.tsx'
import { mockElementSize } from './layout-samples.ts'

vi.mock('#shell/Screen.tsx', () => ({ Screen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))

const server = vi.hoisted(() => ({ isAway: true }))
vi.mock('#shell/action-tools.ts', () => ({
  actionTools: () => ({
    read: () => (server.isAway ? Promise.reject(new Error('Away')) : Promise.resolve({ data: [], next_cursor: null })),
  }),
}))
vi.mock('#shell/useDesktop.ts', () => ({ useDesktop: () => false, useTablet: () => false, useIsLowWindow: () => false }))

let root: Root
const page = document.createElement('div')
page.dataset['screen'] = ''
document.body.append(page)

afterEach(() => {
  act(() => root.unmount())
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a guide that failed to load is requested again once the connection is back', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  mockElementSize(390, 800)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('[]', { headers: { 'content-type': 'application/json' } })))
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{<GuideScreen />}</QueryClientProvider>))
  const shows = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))
  await shows(en.guide.failed)
  expect(page.textContent).toContain('Away')
  server.isAway = false
  await act(async () => announceConnected())
  await shows(en.list.empty)
})
