import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { undoStep } from '#shell/undo-history.ts'
import en from '../locales/en.json' with { type: 'json' }
import { HistoryScreen } from './HistoryScreen.tsx'

vi.mock('#shell/Screen.tsx', () => ({ Screen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))

let root: Root
const page = document.createElement('div')
const item = (title: string, position: number | null = null) => ({
  viewable_type: 'video',
  viewable_id: title,
  title,
  image: null,
  url: `/en/playlists?playlist=p&video=${title}`,
  playlist_name: 'Night Trains',
  position,
  duration: 100,
  viewed_at: '2026-05-04T18:02:00.000Z',
})

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  HTMLElement.prototype.animate = vi.fn<() => Animation>()
  vi.setSystemTime(new Date(2026, 10, 13, 12))
})
afterEach(() => {
  vi.useRealTimers()
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

async function show(days: object[], isKept = true) {
  vi.stubGlobal('fetch', (url: string) => {
    const response = url.startsWith('/api/view/list') ? { data: days, next_cursor: null } : { is_kept: isKept }
    return Promise.resolve(new Response(JSON.stringify(response), { headers: { 'content-type': 'application/json' } }))
  })
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{<HistoryScreen />}</QueryClientProvider>))
}
const expectText = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))

test('watched things are listed by day; removing one hides it at once, and undo restores it', async () => {
  storage.set('access_token', 'a')
  await show([
    { date: '2026-11-13', items: [item('One', 40), item('Two')] },
    { date: '2026-05-04', items: [item('Three')] },
  ])
  await expectText('One')
  const days = () => [...page.querySelectorAll('h2')].map(({ textContent }) => textContent)
  expect(days()).toEqual([en.history.today, '4 May 2026'])
  expect(page.querySelector('progress')).not.toBeNull()
  const remove = page.querySelector<HTMLElement>(`[aria-label="${en.history.forget_of.replace('{title}', 'Three')}"]`)!
  await act(async () => remove.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  expect(days()).toEqual([en.history.today])
  await act(() => undoStep())
  expect(days()).toEqual([en.history.today, '4 May 2026'])
})

test('an empty and a disabled history show a message', async () => {
  storage.set('access_token', 'a')
  await show([], false)
  await expectText(en.history.empty_off)
  expect(page.querySelector('h2')?.textContent).toBe(en.history.empty)
})

test('guests are led to the login or registration, and back', async () => {
  await show([])
  await expectText(en.history.login)
  const links = [...page.querySelectorAll('a')]
  expect(links.map(({ pathname }) => pathname)).toEqual(['/en/login', '/en/register'])
  const address = location.pathname + location.search
  act(() => links[1]!.click())
  expect(storage.get('redirected_from')).toBe(address)
  expect(page.querySelector('li')).toBeNull()
})
