import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { viewSubject } from '#shell/subjects.ts'
import tvSourcesEn from '#features/tv-sources/locales/en.json' with { type: 'json' }
import en from '../locales/en.json' with { type: 'json' }
import { PublicHomeRows } from './HomeRows.tsx'

const failures = { programmes: en.on_now.failed, promotions: tvSourcesEn.promoted.failed }

let root: Root
const page = document.createElement('div')
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

/** Shows the rows while the requests to these addresses fail. */
async function show(failing: string) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url)
    const empty = url.startsWith('/api/promotions') ? { channels: [] } : { data: [] }
    const refused = { message: 'Out of order', code: 'forbidden', errors: {} }
    return Promise.resolve(url.startsWith(failing) ? Response.json(refused, { status: 403 }) : Response.json(empty))
  })
  root = createRoot(page)
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <PublicHomeRows subject={viewSubject('globe')} />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => act(async () => expect(requests).toHaveLength(2)))
}
const readAlerts = () => [...page.querySelectorAll('[role=alert] p')].map(({ textContent }) => textContent)

test.each([
  ['/api/', [failures.programmes]],
  ['/api/promotions', [failures.promotions]],
])('if requests to %s fail, one error shows', async (failing, shown) => {
  await show(failing)
  await vi.waitFor(() => act(async () => expect(readAlerts()).toEqual(shown)))
})
