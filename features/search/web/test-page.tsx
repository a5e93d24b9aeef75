/** A page for tests of the search, with the responses of a server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { createChange } from '#kit/web/change.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { createRead } from '#kit/web/read.ts'
import { setActionTools } from '#shell/action-tools.ts'
import { noResults } from './samples.ts'

/** The response to any other call: a profile, an empty list or history, no results. */
const emptyResponse = { id: 'me', data: [], next_cursor: null, followed: [], unfollowed: [], ...noResults }

type FakeResponse = object | { status: number; message: string }

/** Creates the page before each test. */
export function searchPage() {
  const page = document.createElement('div')
  let root: Root
  let client: ReturnType<typeof createQueryClient>
  const server = {
    /** Responses by a part of "GET /api/…". A promise delays the response. */
    answers: {} as Record<string, FakeResponse | Promise<FakeResponse>>,
    /** Searches that were requested. */
    searches: [] as string[],
    /** All other calls that change something. */
    changes: [] as string[],
  }
  const go = vi.fn<(href: string, options?: object) => void>()

  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    go.mockClear()
    Object.assign(server, { answers: {}, searches: [], changes: [] })
    client = createQueryClient()
    setActionTools({ go, change: createChange(client), read: createRead(client) })
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      if (url.startsWith('/api/search?') || url.startsWith('/api/search/auth?')) server.searches.push(url)
      if (method !== 'GET') server.changes.push([method, url, body].filter(Boolean).join(' '))
      const key = Object.keys(server.answers).find((part) => `${method} ${url}`.includes(part))
      const response = key === undefined ? emptyResponse : await server.answers[key]!
      const status = 'status' in response ? (response as { status: number }).status : 200
      const content = status === 200 ? response : { code: 'internal', errors: {}, ...response }
      return new Response(JSON.stringify(content), { status, headers: { 'content-type': 'application/json' } })
    })
    root = createRoot(page)
    document.body.append(page)
  })
  afterEach(() => {
    act(() => root.unmount())
    page.remove()
    storage.remove('access_token')
    vi.unstubAllGlobals()
  })

  return {
    page,
    server,
    go,
    show: (children: ReactNode) => act(async () => root.render(<QueryClientProvider client={client}>{children}</QueryClientProvider>)),
    /** Waits until the check succeeds. */
    shows: (check: () => void) =>
      vi.waitFor(
        async () => {
          await act(() => new Promise((resolve) => setTimeout(resolve)))
          check()
        },
        { timeout: 5000 },
      ),
    /** Returns the text that screen readers announce. */
    said: () => page.querySelector('output')?.textContent,
    press: (name: string) =>
      act(async () => {
        const control = [...document.querySelectorAll<HTMLElement>('button, a')].find(
          (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
        )
        if (!control) throw new Error(`No button ${name}`)
        control.click()
      }),
  }
}
