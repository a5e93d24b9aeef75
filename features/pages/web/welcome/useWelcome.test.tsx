import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChange } from '#kit/web/change.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { createRead } from '#kit/web/read.ts'
import { setActionTools } from '#shell/action-tools.ts'
import { pagesContract } from '../../contract.ts'
import { useWelcome, type WelcomeView } from './useWelcome.ts'

const windowSize = vi.hoisted(() => ({ isDesktop: false }))
vi.mock('#shell/useDesktop.ts', () => ({ useDesktop: () => windowSize.isDesktop }))

const longTitle = 'A title that goes on for much longer than anybody would want to read above their own channels, truly'
const isJson = { headers: { 'content-type': 'application/json' } }
let root: Root | undefined
let element: HTMLElement
let profile: Record<string, unknown>
let requests: { url: string; body: unknown }[]

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  windowSize.isDesktop = false
  profile = { hide_heart_welcome: false, hide_tv_welcome: true }
  requests = []
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      if (method === 'PUT') requests.push({ url, body: JSON.parse(body ?? '{}') })
      const response =
        url.includes('/api/pages/') && method === 'GET' ? { title: longTitle, description: '', images: [], carousels: [] } : profile
      return Promise.resolve(new Response(JSON.stringify(response), isJson))
    }),
  )
})
afterEach(() => {
  act(() => root?.unmount())
  vi.unstubAllGlobals()
})

function View({ view }: { view: WelcomeView }) {
  const { page, hide } = useWelcome(view, pagesContract[view])
  return page ? <button onClick={hide}>{page.title}</button> : null
}

/** Opens a view and waits until it has loaded. */
async function open(view: WelcomeView) {
  act(() => root?.unmount())
  element = document.createElement('div')
  root = createRoot(element)
  const client = createQueryClient()
  setActionTools({ go: () => {}, change: createChange(client), read: createRead(client) })
  await act(async () => {
    root?.render(
      <QueryClientProvider client={client}>
        <View view={view} />
      </QueryClientProvider>,
    )
  })
  // Waits for several idle turns, because rendering may start another read.
  for (let idleTurns = 0; idleTurns < 3;) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
    idleTurns = client.isFetching() > 0 ? 0 : idleTurns + 1
  }
}
const clickButton = () => act(async () => element.querySelector('button')?.click())

test('the title of an introduction is cut to 20 characters on a phone, and to 80 on wide screens', async () => {
  await open('directPublish')
  expect(element.textContent).toBe('A title that goes on…')
  windowSize.isDesktop = true
  await open('directPublish')
  expect(element.textContent).toBe(`${longTitle.slice(0, 80).trimEnd()}…`)
})

test('a user sees introductions not hidden in the profile, and hides one for good', async () => {
  storage.set('access_token', 'token')
  await open('tv')
  expect(element.textContent).toBe('')
  await open('heart')
  expect(element.textContent).not.toBe('')
  profile = { hide_heart_welcome: true }
  await clickButton()
  await vi.waitFor(() => expect(element.textContent).toBe(''))
  expect(requests).toEqual([{ url: expect.stringContaining('/api/pages/toggle-welcome'), body: { field: 'hide_heart_welcome' } }])
})

test('a guest hides each view’s introduction for the lifetime of the page', async () => {
  await open('heart')
  await clickButton()
  expect(element.textContent).toBe('')
  await open('heart')
  expect(element.textContent).toBe('')
  await open('tv')
  expect(element.textContent).not.toBe('')
  expect(requests).toEqual([])
})
