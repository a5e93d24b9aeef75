import { act, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import { toasts } from '#ui/toasts.ts'
import { commitDeferredSteps, undoStep } from '#shell/undo-history.ts'
import { sampleSearch, sampleResults } from './samples.ts'
import { SearchScreen } from './SearchScreen.tsx'
import { searchPage } from './test-page.tsx'

const { page, server, go, show: render, shows, said, press } = searchPage()
vi.mock('#shell/Screen.tsx', () => ({
  Screen: ({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) => (
    <main>
      <h1>{title}</h1>
      <header>{aside}</header>
      {children}
    </main>
  ),
}))
vi.mock('#shell/navigation.ts', async (original) => ({
  ...(await original<object>()),
  useGo: () => (href: string, options?: object) => go(href, options),
}))

const show = (search: Parameters<typeof SearchScreen>[0]) => render(<SearchScreen {...search} />)
test('opened results are saved once, in any view', async () => {
  storage.set('access_token', 'token')
  server.answers = { 'GET /api/search/auth': sampleResults, POST: sampleSearch('tide') }
  await show({ keyword: ' Tide ' })
  await show({ keyword: 'Tide', category: 'videos' })
  await show({ keyword: 'Tide', type: 'my' })
  await shows(() => expect(server.changes).toEqual(['POST /api/search-history {"search":"Tide"}']))
  expect(page.querySelector('h1')?.textContent).toBe('Tide')
})

test('a failed save is not reported', async () => {
  storage.set('access_token', 'token')
  server.answers = { 'GET /api/search/auth': sampleResults, POST: { status: 500, message: 'No' } }
  await show({ keyword: 'tide' })
  await shows(() => expect(server.changes).toHaveLength(1))
  await shows(() => expect(said()).toContain('“tide”'))
  expect([page.querySelector('[role=alert]'), toasts.get()]).toEqual([null, []])
})

test('a search is followed and unfollowed', async () => {
  storage.set('access_token', 'token')
  const history = { followed: [], unfollowed: [sampleSearch('Tíde')] }
  server.answers = {
    '/follow': { ...sampleSearch('Tíde'), is_followed: true },
    'GET /api/search-history': history,
    POST: sampleSearch('Tíde'),
  }
  await show({ keyword: 'tide' })
  await shows(() => expect(page.querySelector('nav')?.textContent).toContain('Tíde'))
  await press('Subscribe to “tide”')
  await shows(() => expect(page.querySelector('header')?.textContent).toBe('Unsubscribe'))
  await shows(() => expect(toasts.get().map(({ text }) => text)).toEqual(['You’ll be notified when something new matches “Tíde”.']))
  expect(server.changes).toEqual(['POST /api/search-history {"search":"tide"}', 'POST /api/search-history/id-T%C3%ADde/follow'])
})

test('a refused follow is undone, and shows the reason', async () => {
  storage.set('access_token', 'token')
  const history = { followed: [], unfollowed: [sampleSearch('tide')] }
  server.answers = { '/follow': { status: 422, message: 'Too many' }, 'GET /api/search-history': history, POST: sampleSearch('tide') }
  await show({ keyword: 'tide' })
  await shows(() => expect(page.querySelector('nav')).not.toBeNull())
  await press('Subscribe to “tide”')
  await shows(() => expect(toasts.get().map(({ text }) => text)).toContain('Too many'))
  expect(page.querySelector('header')?.textContent).toBe('Subscribe')
})

test('the bar lists followed searches first, with their new results; a removal can be undone', async () => {
  storage.set('access_token', 'token')
  const followed = sampleSearch('night trains', { is_followed: true, new_count: 3 })
  server.answers = { 'GET /api/search-history': { followed: [followed], unfollowed: [sampleSearch('tide'), sampleSearch('tram')] } }
  await show({ keyword: 'tide' })
  const chips = () => [...page.querySelectorAll('nav li > a')].map((link) => [link.textContent, link.getAttribute('aria-current')])
  const searches = [
    ['night trainsFollowing, 3 new3', null],
    ['tide', 'page'],
    ['tram', null],
  ]
  await shows(() => expect(chips()).toEqual(searches))
  await press('Remove “tram”')
  expect(chips()).toEqual(searches.slice(0, 2))
  await act(() => undoStep())
  expect(chips()).toEqual(searches)
  await press('Remove “tram”')
  await act(() => commitDeferredSteps())
  expect(server.changes.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /api/search-history/id-tram'])
})

test('all searches are cleared, with undo; without followed ones it does not ask', async () => {
  storage.set('access_token', 'token')
  server.answers = { 'GET /api/search-history': { followed: [], unfollowed: [sampleSearch('tide'), sampleSearch('ferry')] } }
  await show({ keyword: 'tide' })
  await shows(() => expect(page.querySelectorAll('nav li')).toHaveLength(3))
  await press('Clear all searches')
  expect(page.querySelector('nav')).toBeNull()
  await act(() => undoStep())
  expect(page.querySelectorAll('nav li')).toHaveLength(3)
  await press('Clear all searches')
  // A search that the user opens next is saved after the removal.
  await show({ keyword: 'river' })
  await shows(() => expect(server.changes.slice(1)).toEqual(['DELETE /api/search-history', 'POST /api/search-history {"search":"river"}']))
})

test('while the saved searches hang, the suggestions below are shown after a second', async () => {
  storage.set('access_token', 'token')
  server.answers = { 'GET /api/search-history': new Promise<object>(() => {}) }
  await show({})
  // Hides everything below it.
  await shows(() => expect(page.querySelector('[aria-busy=true]')).not.toBeNull())
  await shows(() => expect(page.querySelector('[aria-busy=true]')).toBeNull())
  expect(page.textContent).toContain('Loading your searches')
})
