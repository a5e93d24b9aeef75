import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import type { SearchResults } from '../contract.ts'
import { noResults, sampleSearch, sampleResults } from './samples.ts'
import { SearchPanel } from './SearchPanel.tsx'
import { searchPage } from './test-page.tsx'

const { page, server, go, show, shows, said } = searchPage()
vi.mock('#shell/navigation.ts', async (original) => ({
  ...(await original<object>()),
  useGo: () => (href: string, options?: object) => go(href, options),
}))

const onOpen = vi.fn<() => void>()
const open = (keyword = '') => show(<SearchPanel initial={{ keyword, scope: 'all' }} onOpen={onOpen} />)
const field = () => page.querySelector<HTMLInputElement>('input[type=search]')!
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
const pressKey = (key: string) =>
  act(async () => void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
const describeFocus = () => {
  const { activeElement: element } = document
  return element === field() ? 'field' : (element?.getAttribute('aria-label') ?? element?.textContent)
}

test('searches from 3 characters, once after a pause', async () => {
  vi.useFakeTimers()
  server.answers = { 'keyword=tide': sampleResults }
  await open()
  expect(page.textContent).not.toContain('Type at least')
  await type('ti')
  await act(async () => vi.advanceTimersByTime(1000))
  expect(page.textContent).toContain('Type at least three characters.')
  await type('tid')
  await act(async () => vi.advanceTimersByTime(200))
  await type('tide')
  await act(async () => vi.advanceTimersByTime(299))
  expect(server.searches).toEqual([])
  await act(async () => vi.advanceTimersByTime(1))
  expect([server.searches, server.changes]).toEqual([['/api/search?keyword=tide'], []])
  vi.useRealTimers()
})

test('each category has its count and a way to all results', async () => {
  server.answers = { 'keyword=tide': sampleResults }
  await open('tide')
  await shows(() => expect(page.querySelectorAll('section')).toHaveLength(6))
  expect(said()).toContain('Results for “tide” – TV channels: 1')
  expect([...page.querySelectorAll('h3 a')].map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['TV channels: 1', '/en/search?keyword=tide&category=channels'],
    ['Packages: 1', '/en/search?keyword=tide&category=packages'],
    ['Channels: 1', '/en/search?keyword=tide&category=playlists'],
    ['Series: 1', '/en/search?keyword=tide&category=series'],
    ['Videos and programmes: 1,000+', '/en/search?keyword=tide&category=videos'],
    ['People: 2', '/en/search?keyword=tide&category=users'],
  ])
  expect(page.querySelector('mark')?.textContent).toBe('Tide')
  expect([...page.querySelectorAll('a')].at(-1)?.getAttribute('href')).toBe('/en/search?keyword=tide')
})

test('arrow keys lead through all results and back to the field; letters go to the field', async () => {
  server.answers = {
    'keyword=tide': {
      ...noResults,
      counts: { ...noResults.counts, series: 1, users: 2 },
      series: sampleResults.series,
      users: sampleResults.users,
    },
  }
  await open('tide')
  await shows(() => expect(page.querySelectorAll('section')).toHaveLength(2))
  field().focus()
  const hrefs: unknown[] = []
  for (let step = 0; step < 7; step++) {
    await pressKey('ArrowDown')
    hrefs.push(describeFocus())
  }
  expect(hrefs).toEqual(['Series: 1', 'Tides', 'People: 2', 'tidal', 'tide', 'See all 3 results', 'See all 3 results'])
  await pressKey('x')
  expect(describeFocus()).toBe('field')
  await pressKey('ArrowDown')
  await pressKey('ArrowUp')
  expect(describeFocus()).toBe('field')
})

test('Enter opens all results of the typed text, also before they are found', async () => {
  await open()
  const submit = () =>
    act(async () => void page.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  await type(' low tide ')
  await submit()
  expect([go.mock.calls, onOpen.mock.calls.length]).toEqual([[['/en/search?keyword=low+tide', undefined]], 1])
  await type('lo')
  await submit()
  expect(go).toHaveBeenCalledTimes(1)
})

test('a late response to an earlier keyword changes nothing', async () => {
  let answerLate: (results: SearchResults) => void
  server.answers = { 'keyword=first': new Promise((resolve) => (answerLate = resolve)), 'keyword=second': sampleResults }
  await open('first')
  await shows(() => expect(server.searches).toHaveLength(1))
  await type('second')
  await shows(() => expect(said()).toContain('“second”'))
  await act(async () => answerLate(noResults))
  expect(said()).toContain('Results for “second”')
})

test('a failure keeps the typed text', async () => {
  server.answers = { 'keyword=tide': { status: 422, message: 'No' } }
  await open()
  await type('tide')
  await shows(() => expect(page.querySelector('[role=alert]')?.textContent).toContain('The search failed'))
  expect(field().value).toBe('tide')
})

test('users choose the scope of the search, and see their saved searches until they type', async () => {
  storage.set('access_token', 'token')
  server.answers = {
    'GET /api/search-history': {
      followed: [sampleSearch('night trains', { is_followed: true, new_count: 3 })],
      unfollowed: [sampleSearch('tram')],
    },
  }
  await open()
  await shows(() => expect(page.querySelectorAll('li a')).toHaveLength(2))
  expect([...page.querySelectorAll('li a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['night trainsFollowing, 3 new', '/en/search?keyword=night+trains'],
    ['tram', '/en/search?keyword=tram'],
  ])
  await act(async () => page.querySelector<HTMLInputElement>('input[value=my]')!.click())
  await type('tide')
  await shows(() => expect(server.searches).toEqual(['/api/search/auth?keyword=tide&type=my']))
  await shows(() => expect(page.textContent).toContain('No results for “tide”'))
  expect(page.querySelectorAll('li a')).toHaveLength(0)
})
