import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import en from '../locales/en.json' with { type: 'json' }
import { WatchLaterPage } from './WatchLaterPage.tsx'

vi.mock('#shell/Screen.tsx', () => ({ Screen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))

let calls: [method: string, url: string, body: unknown][]
let root: Root
const page = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  calls = []
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

async function show(screen: ReactNode, status = 200, response: object = {}) {
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body?: string | null }) => {
    calls.push([method, url, typeof body === 'string' ? JSON.parse(body) : undefined])
    return Promise.resolve(new Response(JSON.stringify(response), { status, headers: { 'content-type': 'application/json' } }))
  })
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{screen}</QueryClientProvider>))
}
const waitForText = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))
const clickButton = () => act(async () => page.querySelector('button')!.dispatchEvent(new MouseEvent('click', { bubbles: true })))
const link = 'https://films.test/one?a=b'

test('the link in a shared text is saved only after a press', async () => {
  storage.set('access_token', 'a')
  await show(<WatchLaterPage title="A film" text={`Look: ${link}.`} />, 200, {
    id: 'v',
    title: 'films.test',
    playlist_id: 'p',
    is_new: true,
  })
  await waitForText(en.page.ask)
  expect(page.textContent).toContain(link)
  expect(calls).toEqual([])
  await clickButton()
  await waitForText(en.page.done)
  expect(calls).toEqual([['POST', '/api/watch-later', { url: link, title: 'A film' }]])
  expect(page.querySelector('a')?.getAttribute('href')).toContain('playlist=p')
})

test('a title equal to the link is ignored', async () => {
  storage.set('access_token', 'a')
  await show(<WatchLaterPage title={`Look ${link}`} />, 200, { id: 'v', title: 'films.test', playlist_id: 'p', is_new: true })
  await clickButton()
  await waitForText(en.page.done)
  expect(calls).toEqual([['POST', '/api/watch-later', { url: link }]])
})

test('a refused link shows the reason, and can be retried', async () => {
  storage.set('access_token', 'a')
  await show(<WatchLaterPage url={link} />, 422, { message: 'No', code: 'invalid', errors: { url: ['Link is not valid'] } })
  await clickButton()
  await waitForText('Link is not valid')
  expect(page.textContent).toContain(link)
})

test('a guest is led to the login, and returns with the link', async () => {
  await show(<WatchLaterPage url={link} />)
  await waitForText(en.page.login)
  expect(page.querySelector('button')).toBeNull()
  expect(storage.get('redirected_from')).toBe(location.pathname + location.search)
  expect(calls).toEqual([])
})

test.each(['', 'no link', 'javascript:alert(1)', 'https://name:word@films.test/'])('%s is no link to save', async (text) => {
  storage.set('access_token', 'a')
  await show(<WatchLaterPage text={text} />)
  await waitForText(en.page.no_link)
  expect(page.querySelector('button')).toBeNull()
})
