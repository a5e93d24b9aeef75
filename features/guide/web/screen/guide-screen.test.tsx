import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { announceConnected } from '#kit/web/connection.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { GuideScreen } from './GuideScreen.tsx'
import { mockElementSize } from './layout-samples.ts'

vi.mock('#shell/Screen.tsx', () => ({
  Screen: ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
    <main>
      {aside}
      {children}
    </main>
  ),
}))

const server = vi.hoisted(() => ({ isAway: true, rows: [] as object[] }))
vi.mock('#shell/action-tools.ts', () => ({
  getActionTools: () => ({
    read: () => (server.isAway ? Promise.reject(new Error('Away')) : Promise.resolve({ data: server.rows, next_cursor: null })),
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

/** Renders the guide at the size of a phone. @param groups groups of TV channels */
async function render(groups: readonly { name: string; channels: number }[]) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  mockElementSize(390, 800)
  const respond = () => Promise.resolve(new Response(JSON.stringify(groups), { headers: { 'content-type': 'application/json' } }))
  vi.stubGlobal('fetch', respond)
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{<GuideScreen />}</QueryClientProvider>))
}

test('a guide that failed to load is requested again once the connection is back', async () => {
  await render([])
  const shows = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))
  await shows(en.guide.failed)
  expect(page.textContent).toContain('Away')
  server.isAway = false
  await act(async () => announceConnected())
  await shows(en.list.empty)
})

test('the groups of channels open on request', async () => {
  server.isAway = false
  server.rows = [{ channel: { id: 'peak', name: 'Peak One', number: 1, logo: null, is_locked: false }, programmes: [] }]
  await render([{ name: 'News', channels: 2 }])
  const button = page.querySelector<HTMLElement>(`button[aria-label="${en.list.choose}"]`)!
  const groups = () => page.querySelector(`[role=radiogroup][aria-label="${en.list.choose}"]`)?.textContent
  await vi.waitFor(() => act(async () => expect(page.querySelector(`[aria-label="${en.guide.days}"]`)).not.toBeNull()))
  expect([button.getAttribute('aria-expanded'), groups()]).toEqual(['false', undefined])
  await act(async () => button.click())
  await vi.waitFor(() => act(async () => expect(groups()).toContain('News')))
  expect(button.getAttribute('aria-expanded')).toBe('true')
})
